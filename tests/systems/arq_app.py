"""A real worker of arq, and jobs for it.

PyPI: arq

    python arq_app.py work NAME | send COUNT | fail | retry | delay SECONDS | hold SECONDS

Environment: REDIS_PORT, REDIS_DB, HEALTH_CHECK_INTERVAL (seconds; arq's own default is 3600).
"""

import asyncio
import os
import sys

from arq import Retry, create_pool
from arq.connections import RedisSettings
from arq.worker import Worker

LATER = 3600
SERVER = RedisSettings(host="127.0.0.1", port=int(os.environ["REDIS_PORT"]), database=int(os.environ["REDIS_DB"]))


async def do(context, seconds):
    """Takes its time."""
    await asyncio.sleep(seconds)


async def fail(context):
    """Cannot be done."""
    raise RuntimeError("cannot be done")


async def retry(context):
    """Cannot be done yet."""
    raise Retry(defer=LATER)


async def enqueue(count, *job, **options):
    pool = await create_pool(SERVER)
    for _ in range(count):
        await pool.enqueue_job(*job, **options)
    await pool.aclose()


def main(command, argument=""):
    if command == "work":
        interval = int(os.environ["HEALTH_CHECK_INTERVAL"])
        Worker([do, fail, retry], redis_settings=SERVER, health_check_interval=interval, job_timeout=2 * LATER).run()
    elif command == "send":
        asyncio.run(enqueue(int(argument), "do", 0))
    elif command in ("fail", "retry"):
        asyncio.run(enqueue(1, command))
    elif command == "delay":
        asyncio.run(enqueue(1, "do", 0, _defer_by=int(argument)))
    elif command == "hold":
        asyncio.run(enqueue(1, "do", int(argument)))
    else:
        sys.exit(f"no such command: {command}")


if __name__ == "__main__":
    asyncio.set_event_loop(asyncio.new_event_loop())
    main(*sys.argv[1:])
