"""A worker of dramatiq with the lines of docs/heartbeats.md: work, or hold (a message that is never done with).

PyPI: dramatiq, redis

Environment: REDIS_PORT (messages), REDIS_URL (heartbeats), HELD (written when the message was taken).
"""

import os
import pathlib
import sys
import time

import dramatiq
from dramatiq.brokers.redis import RedisBroker

from dramatiq_heartbeat import SignIn

broker = RedisBroker(host="127.0.0.1", port=int(os.environ["REDIS_PORT"]))
broker.add_middleware(SignIn())
dramatiq.set_broker(broker)


@dramatiq.actor(time_limit=10_000_000)
def hold():
    """Does not end."""
    pathlib.Path(os.environ["HELD"]).touch()
    time.sleep(3600)


if __name__ == "__main__":
    if sys.argv[1] == "work":
        words = ["-m", "dramatiq", "--processes", "1", "--threads", "2", "dramatiq_jobs"]
        os.execv(sys.executable, [sys.executable, *words])
    hold.send()
