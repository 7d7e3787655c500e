"""A worker of huey with the lines of docs/heartbeats.md: work, or hold (a task that does not end).

PyPI: huey, redis

Environment: REDIS_PORT (tasks), REDIS_URL (heartbeats), HELD (written when the task has begun).
"""

import os
import pathlib
import sys
import time

from huey import RedisHuey

from huey_heartbeat import sign_in

huey = RedisHuey("app", port=int(os.environ["REDIS_PORT"]))
sign_in(huey)


@huey.task()
def hold():
    """Does not end."""
    pathlib.Path(os.environ["HELD"]).touch()
    time.sleep(3600)


if __name__ == "__main__":
    if sys.argv[1] == "work":
        # A task is looked up by the name of its module, which is this script's.
        huey.create_consumer(workers=2).run()
    else:
        hold()
