"""Clients of a RabbitMQ: one that subscribes, one that polls as Symfony's does, and one that sends.

    python rabbit_app.py subscribe | poll | send QUEUE COUNT | reject

Environment: PORT, VHOST, QUEUE (the one with work). PyPI: amqp, which Celery brings.
"""

import os
import sys
import time

import amqp


def main(command, *arguments):
    connection = amqp.Connection(
        f"127.0.0.1:{os.environ['PORT']}", "worker", "p@ss/word", virtual_host=os.environ["VHOST"], heartbeat=60
    )
    connection.connect()
    channel = connection.channel()
    channel.basic_qos(0, 1, False)
    queue = os.environ["QUEUE"]
    if command == "subscribe":
        # What it is given is never acknowledged.
        channel.basic_consume(queue, callback=lambda message: None)
        while True:
            connection.drain_events()
    elif command == "poll":
        while channel.basic_get(queue) is None:
            time.sleep(0.2)
        time.sleep(3600)
    elif command == "send":
        to, count = arguments
        for _ in range(int(count)):
            channel.basic_publish(amqp.Message("x", timestamp=int(time.time()) - 60), routing_key=to)
    elif command == "reject":
        message = channel.basic_get(queue)
        channel.basic_reject(message.delivery_tag, requeue=False)
    connection.close()


main(*sys.argv[1:])
