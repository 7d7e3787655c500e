<?php
// A real Messenger worker of Symfony, on its Redis transport, that signs in to a sorted set while it lives.
// Debian: php-cli php-redis php-symfony-messenger php-symfony-redis-messenger php-symfony-event-dispatcher
//
//   php symfony.php work NAME | send COUNT | fail | retry | delay SECONDS | hold SECONDS
//
// Environment: REDIS_PORT, REDIS_DB, HEARTBEAT (the sorted set), BEAT and WINDOW (seconds).

use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\Messenger\Bridge\Redis\Transport\Connection;
use Symfony\Component\Messenger\Bridge\Redis\Transport\RedisTransport;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Event\WorkerRunningEvent;
use Symfony\Component\Messenger\Event\WorkerStartedEvent;
use Symfony\Component\Messenger\EventListener\SendFailedMessageForRetryListener;
use Symfony\Component\Messenger\EventListener\SendFailedMessageToFailureTransportListener;
use Symfony\Component\Messenger\Exception\UnrecoverableMessageHandlingException;
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\MessageBus;
use Symfony\Component\Messenger\Middleware\HandleMessageMiddleware;
use Symfony\Component\Messenger\Retry\MultiplierRetryStrategy;
use Symfony\Component\Messenger\Stamp\DelayStamp;
use Symfony\Component\Messenger\Worker;

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
foreach (['Messenger', 'Messenger/Bridge/Redis', 'EventDispatcher'] as $component) {
    require_once "/usr/share/php/Symfony/Component/$component/autoload.php";
}

/** Something to do. */
class Job
{
    public string $kind;
    public int $seconds;

    public function __construct(string $kind, int $seconds = 0)
    {
        $this->kind = $kind;
        $this->seconds = $seconds;
    }
}

/** Does it. */
function perform(Job $job): void
{
    if ($job->kind === 'fail') {
        throw new UnrecoverableMessageHandlingException('cannot be done');
    }
    if ($job->kind === 'retry') {
        throw new RuntimeException('not yet');
    }
    sleep($job->seconds);
}

/** Signs a worker in, once a beat, as ADR-075 has it. */
class Heartbeat
{
    private Redis $redis;
    private string $name;
    private float $last = 0;

    public function __construct(Redis $redis, string $name)
    {
        $this->redis = $redis;
        $this->name = $name;
    }

    public function __invoke(): void
    {
        $now = microtime(true);
        if ($now - $this->last < (float) getenv('BEAT')) {
            return;
        }
        $this->last = $now;
        $window = (int) getenv('WINDOW');
        $key = getenv('HEARTBEAT');
        $this->redis->zAdd($key, (int) $now, $this->name);
        $this->redis->zRemRangeByScore($key, '-inf', (string) ((int) $now - 2 * $window));
        $this->redis->expire($key, 3 * $window);
    }
}

/** The one transport or strategy that there is. */
class Only implements Psr\Container\ContainerInterface
{
    private object $it;

    public function __construct(object $it)
    {
        $this->it = $it;
    }

    public function get($id)
    {
        return $this->it;
    }

    public function has($id): bool
    {
        return true;
    }
}

function transport(string $stream, string $consumer): RedisTransport
{
    $dsn = sprintf('redis://127.0.0.1:%d/%s/symfony/%s?dbindex=%d', getenv('REDIS_PORT'), $stream, $consumer, getenv('REDIS_DB'));

    return new RedisTransport(Connection::fromDsn($dsn, ['delete_after_ack' => true]));
}

function work(string $name): void
{
    $messages = transport('messages', $name);
    $redis = new Redis();
    $redis->connect('127.0.0.1', (int) getenv('REDIS_PORT'));
    $redis->select((int) getenv('REDIS_DB'));
    $beat = new Heartbeat($redis, $name);

    $events = new EventDispatcher();
    $retries = new Only(new MultiplierRetryStrategy(2, 600000, 1));
    $events->addSubscriber(new SendFailedMessageForRetryListener(new Only($messages), $retries));
    $events->addSubscriber(new SendFailedMessageToFailureTransportListener(new Only(transport('failed', $name))));
    $events->addListener(WorkerStartedEvent::class, $beat);
    $events->addListener(WorkerRunningEvent::class, $beat);

    $bus = new MessageBus([new HandleMessageMiddleware(new HandlersLocator([Job::class => ['perform']]))]);
    (new Worker(['async' => $messages], $bus, $events))->run(['sleep' => 100000]);
}

/** @param Envelope[] $envelopes */
function send(array $envelopes): void
{
    $messages = transport('messages', 'sender');
    foreach ($envelopes as $envelope) {
        $messages->send($envelope);
    }
}

[, $command, $argument] = $argv + [2 => ''];
match ($command) {
    'work' => work($argument),
    'send' => send(array_fill(0, (int) $argument, new Envelope(new Job('do')))),
    'fail', 'retry' => send([new Envelope(new Job($command))]),
    'delay' => send([new Envelope(new Job('do'), [new DelayStamp(1000 * (int) $argument)])]),
    'hold' => send([new Envelope(new Job('hold', (int) $argument))]),
};
