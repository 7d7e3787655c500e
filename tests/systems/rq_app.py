"""A real worker of RQ, and jobs for it.

PyPI: rq, redis

    python rq_app.py work NAME | send COUNT | fail | retry | delay SECONDS | hold SECONDS

Environment: REDIS_PORT, REDIS_DB, WORKER_TTL (seconds), RQ_KEY_PREFIX (RQ's own; `rq` without it).
"""

import datetime
import os
import sys
import time

import redis
import rq

LATER = 3600


def do(seconds):
    """Takes its time."""
    time.sleep(seconds)


def fail():
    """Cannot be done."""
    raise RuntimeError("cannot be done")


def main(command, argument=""):
    # Jobs are looked up by the name of their module, not of this script.
    import rq_app as jobs

    server = redis.Redis(port=int(os.environ["REDIS_PORT"]), db=int(os.environ["REDIS_DB"]))
    queue = rq.Queue("default", connection=server)
    if command == "work":
        ttl = int(os.environ["WORKER_TTL"])
        rq.Worker([queue], name=argument, connection=server, worker_ttl=ttl).work(with_scheduler=True)
    elif command == "send":
        for _ in range(int(argument)):
            queue.enqueue(jobs.do, 0)
    elif command == "fail":
        queue.enqueue(jobs.fail)
    elif command == "retry":
        queue.enqueue(jobs.fail, retry=rq.Retry(max=3, interval=LATER))
    elif command == "delay":
        queue.enqueue_in(datetime.timedelta(seconds=int(argument)), jobs.do, 0)
    elif command == "hold":
        queue.enqueue(jobs.do, int(argument), job_timeout=int(argument) + 60)
    else:
        sys.exit(f"no such command: {command}")


if __name__ == "__main__":
    main(*sys.argv[1:])
