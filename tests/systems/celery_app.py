"""A real worker of Celery, and tasks for it.

PyPI: celery, redis, packaging

    python celery_app.py work NAME | send COUNT | urgent COUNT | fail | retry | delay SECONDS | hold SECONDS

Environment: REDIS_PORT, REDIS_DB, PREFIX (before every key; none in a new application).
"""

import os
import sys
import time

from celery import Celery

LATER = 3600
URL = f"redis://127.0.0.1:{os.environ['REDIS_PORT']}/{os.environ['REDIS_DB']}"

app = Celery("celery_app", broker=URL, backend=URL)
app.conf.broker_connection_retry_on_startup = True
app.conf.broker_transport_options = {"global_keyprefix": os.environ["PREFIX"]}


@app.task(name="do")
def do(seconds):
    """Takes its time."""
    time.sleep(seconds)


@app.task(name="fail")
def fail():
    """Cannot be done."""
    raise RuntimeError("cannot be done")


@app.task(name="retry", bind=True, max_retries=3)
def retry(self):
    """Cannot be done yet."""
    raise self.retry(countdown=LATER)


def main(command, argument=""):
    if command == "work":
        app.worker_main(["worker", "--hostname", f"{argument}@test", "--concurrency", "1", "--loglevel", "INFO"])
    elif command == "send":
        for _ in range(int(argument)):
            do.delay(0)
    elif command == "urgent":
        for _ in range(int(argument)):
            do.apply_async((0,), priority=6)
    elif command == "fail":
        fail.delay()
    elif command == "retry":
        retry.delay()
    elif command == "delay":
        do.apply_async((0,), countdown=int(argument))
    elif command == "hold":
        do.delay(int(argument))
    else:
        sys.exit(f"no such command: {command}")


if __name__ == "__main__":
    main(*sys.argv[1:])
