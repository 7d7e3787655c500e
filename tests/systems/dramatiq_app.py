"""A real worker of dramatiq, and messages for it.

PyPI: dramatiq, redis

    python dramatiq_app.py work NAME | send COUNT | fail | retry | delay SECONDS | hold SECONDS

Environment: REDIS_PORT, REDIS_DB, NAMESPACE (before every key, `dramatiq` in a new application).
"""

import os
import sys
import time

import dramatiq
from dramatiq.brokers.redis import RedisBroker

LATER = 3600
SERVER = {"host": "127.0.0.1", "port": int(os.environ["REDIS_PORT"]), "db": int(os.environ["REDIS_DB"])}

dramatiq.set_broker(RedisBroker(namespace=os.environ["NAMESPACE"], **SERVER))


@dramatiq.actor(time_limit=2000 * LATER)
def do(seconds):
    """Takes its time."""
    time.sleep(seconds)


@dramatiq.actor(max_retries=0)
def fail():
    """Cannot be done."""
    raise RuntimeError("cannot be done")


@dramatiq.actor(min_backoff=1000 * LATER, max_backoff=2000 * LATER)
def retry():
    """Cannot be done yet."""
    raise RuntimeError("not yet")


def main(command, argument=""):
    if command == "work":
        words = ["-m", "dramatiq", "--path", os.path.dirname(__file__), "--processes", "1", "--threads", "2", "dramatiq_app"]
        os.execv(sys.executable, [sys.executable, *words])
    elif command == "send":
        for _ in range(int(argument)):
            do.send(0)
    elif command == "fail":
        fail.send()
    elif command == "retry":
        retry.send()
    elif command == "delay":
        do.send_with_options(args=(0,), delay=1000 * int(argument))
    elif command == "hold":
        do.send(int(argument))
    else:
        sys.exit(f"no such command: {command}")


if __name__ == "__main__":
    main(*sys.argv[1:])
