"""A worker of RQ with the lines of docs/heartbeats.md: work, or hold (a job that does not end).

PyPI: rq, redis

Environment: REDIS_PORT (jobs), REDIS_URL (heartbeats), HELD (written when the job has begun).
"""

import os
import pathlib
import sys
import time

import redis
import rq

PORT = os.environ["REDIS_PORT"]


def hold():
    """Does not end."""
    pathlib.Path(os.environ["HELD"]).touch()
    time.sleep(3600)


if __name__ == "__main__":
    if sys.argv[1] == "work":
        program = os.path.join(os.path.dirname(sys.executable), "rq")
        os.execv(program, [program, "worker", "--worker-class", "rq_heartbeat.Worker", "--url", f"redis://127.0.0.1:{PORT}"])
    # Jobs are looked up by the name of their module, not of this script.
    rq.Queue("default", connection=redis.Redis(port=int(PORT))).enqueue("rq_jobs.hold", job_timeout=3600)
