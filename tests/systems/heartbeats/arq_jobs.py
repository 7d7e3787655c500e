"""A worker of arq with the lines of docs/heartbeats.md: work, or hold (a job that blocks the event loop for ever).

PyPI: arq

Environment: REDIS_PORT (jobs), REDIS_URL (heartbeats), HELD (written when the job has begun).
"""

import asyncio
import os
import pathlib
import sys
import time

from arq import create_pool, run_worker
from arq.connections import RedisSettings

import arq_heartbeat

SERVER = RedisSettings(host="127.0.0.1", port=int(os.environ["REDIS_PORT"]))


async def hold(context):
    """Does not end, and lets nobody else do anything."""
    pathlib.Path(os.environ["HELD"]).touch()
    time.sleep(3600)


class WorkerSettings:
    functions = [hold]
    redis_settings = SERVER
    on_startup = arq_heartbeat.startup


async def enqueue():
    pool = await create_pool(SERVER)
    await pool.enqueue_job("hold")
    await pool.aclose()


if __name__ == "__main__":
    if sys.argv[1] == "work":
        asyncio.set_event_loop(asyncio.new_event_loop())
        run_worker(WorkerSettings)
    else:
        asyncio.run(enqueue())
