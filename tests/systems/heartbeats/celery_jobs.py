"""A worker of Celery with the lines of docs/heartbeats.md: work, or hold (a task that does not end).

PyPI: celery, redis, packaging

Environment: REDIS_PORT (tasks), REDIS_URL (heartbeats), HELD (written when the task has begun).
"""

import os
import pathlib
import sys
import time

from celery import Celery

import celery_heartbeat

app = Celery("celery_jobs", broker=f"redis://127.0.0.1:{os.environ['REDIS_PORT']}/0")
app.conf.broker_connection_retry_on_startup = True


@app.task(name="hold")
def hold():
    """Does not end."""
    pathlib.Path(os.environ["HELD"]).touch()
    time.sleep(3600)


if __name__ == "__main__":
    if sys.argv[1] == "work":
        app.worker_main(["worker", "--hostname", f"{os.getpid()}@test", "--concurrency", "2"])
    hold.delay()
