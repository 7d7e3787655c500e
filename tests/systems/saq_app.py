"""A real worker of SAQ, and jobs for it.

PyPI: saq, redis

    python saq_app.py work NAME | send COUNT | fail | retry | delay SECONDS | hold SECONDS

Environment: REDIS_PORT, REDIS_DB.
"""

import asyncio
import os
import sys
import time

from saq import Queue, Worker

LATER = 3600
QUEUE = Queue.from_url(f"redis://127.0.0.1:{os.environ['REDIS_PORT']}/{os.environ['REDIS_DB']}", name="default")


async def do(context, *, seconds):
    """Takes its time."""
    await asyncio.sleep(seconds)


async def fail(context):
    """Cannot be done."""
    raise RuntimeError("cannot be done")


async def enqueue(count, job, **options):
    await QUEUE.connect()
    for _ in range(count):
        await QUEUE.enqueue(job, **options)
    await QUEUE.disconnect()


def main(command, argument=""):
    if command == "work":
        asyncio.run(Worker(QUEUE, [do, fail], concurrency=2).start())
    elif command == "send":
        asyncio.run(enqueue(int(argument), "do", seconds=0))
    elif command == "fail":
        asyncio.run(enqueue(1, "fail"))
    elif command == "retry":
        asyncio.run(enqueue(1, "fail", retries=3, retry_delay=LATER))
    elif command == "delay":
        asyncio.run(enqueue(1, "do", seconds=0, scheduled=int(time.time()) + int(argument)))
    elif command == "hold":
        asyncio.run(enqueue(1, "do", seconds=int(argument), timeout=int(argument) + 60))
    else:
        sys.exit(f"no such command: {command}")


if __name__ == "__main__":
    main(*sys.argv[1:])
