<?php
// A real worker of Laravel's queue on Redis, and jobs for it. It writes no sign of life: Laravel's own does not either.
// Debian: php-cli php-redis php-illuminate-queue php-illuminate-redis php-illuminate-events
//
//   php laravel.php work NAME | send COUNT | fail | retry | delay SECONDS | hold SECONDS
//
// Environment: REDIS_PORT, REDIS_DB, PREFIX (before every key, `laravel_database_` in a new application).

use Illuminate\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Events\Dispatcher;
use Illuminate\Queue\Connectors\RedisConnector;
use Illuminate\Queue\Jobs\Job as Envelope;
use Illuminate\Queue\QueueManager;
use Illuminate\Queue\Worker;
use Illuminate\Queue\WorkerOptions;
use Illuminate\Redis\RedisManager;

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED & ~E_WARNING);
foreach (['Support', 'Container', 'Contracts', 'Events', 'Redis', 'Queue'] as $component) {
    require_once "/usr/share/php/Illuminate/$component/autoload.php";
}

const LATER = 3600;

/** Something to do. */
class Job
{
    public function fire(Envelope $envelope, array $data): void
    {
        match ($data['kind']) {
            'do' => sleep($data['seconds']),
            'fail' => throw new RuntimeException('cannot be done'),
            'retry' => $envelope->release(LATER),
        };
        if (!$envelope->isReleased()) {
            $envelope->delete();
        }
    }
}

/** Tells what went wrong. */
class Teller implements ExceptionHandler
{
    public function report(Throwable $e): void
    {
        fwrite(STDERR, $e->getMessage() . "\n");
    }

    public function shouldReport(Throwable $e): bool
    {
        return true;
    }

    public function render($request, Throwable $e): void
    {
    }

    public function renderForConsole($output, Throwable $e): void
    {
    }
}

function queues(Container $app, Dispatcher $events): QueueManager
{
    $app->instance('events', $events);
    $app->alias('events', Illuminate\Contracts\Events\Dispatcher::class);
    $redis = ['driver' => 'redis', 'connection' => 'default', 'queue' => 'default', 'retry_after' => 90];
    $app['config'] = ['queue.default' => 'redis', 'queue.connections.redis' => $redis];
    $server = ['host' => '127.0.0.1', 'port' => (int) getenv('REDIS_PORT'), 'database' => (int) getenv('REDIS_DB')];
    $connections = ['options' => ['prefix' => getenv('PREFIX')], 'default' => $server + ['password' => null]];
    $manager = new QueueManager($app);
    $manager->addConnector('redis', fn () => new RedisConnector(new RedisManager($app, 'phpredis', $connections)));

    return $manager;
}

function work(QueueManager $queues, Dispatcher $events): void
{
    $options = new WorkerOptions();
    $options->maxTries = 1;
    $options->sleep = 0.2;
    (new Worker($queues, $events, new Teller(), fn () => false))->daemon('redis', 'default', $options);
}

Container::setInstance($app = new Container());
$queues = queues($app, $events = new Dispatcher($app));
$queue = $queues->connection('redis');
[, $command, $argument] = $argv + [2 => ''];
$push = fn (string $kind, int $seconds = 0) => $queue->push('Job', compact('kind', 'seconds'));
match ($command) {
    'work' => work($queues, $events),
    'send' => array_map(fn () => $push('do'), range(1, (int) $argument)),
    'fail', 'retry' => $push($command),
    'delay' => $queue->later((int) $argument, 'Job', ['kind' => 'do', 'seconds' => 0]),
    'hold' => $push('do', (int) $argument),
};
