<?php
// A worker of Laravel's queue with the lines of docs/heartbeats.md: work, or hold (a job that does not end).
// Debian: php-cli php-redis php-illuminate-queue php-illuminate-redis php-illuminate-events
//
// Environment: REDIS_PORT (jobs), REDIS_URL (heartbeats), HELD (written when the job has begun), LINES (the folder of
// those lines).

use Illuminate\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Events\Dispatcher;
use Illuminate\Queue\Connectors\RedisConnector;
use Illuminate\Queue\QueueManager;
use Illuminate\Queue\Worker;
use Illuminate\Queue\WorkerOptions;
use Illuminate\Redis\RedisManager;
use Illuminate\Support\Facades\Event;

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED & ~E_WARNING);
foreach (['Support', 'Container', 'Contracts', 'Events', 'Redis', 'Queue'] as $component) {
    require_once "/usr/share/php/Illuminate/$component/autoload.php";
}
require_once getenv('LINES') . '/app/Queue/Heartbeat.php';

/** Does not end. */
class Hold
{
    public function fire(): void
    {
        touch(getenv('HELD'));
        sleep(3600);
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

/** What an application's configuration reads its environment with. */
function env(string $name): string
{
    return getenv($name);
}

Container::setInstance($app = new Container());
Illuminate\Support\Facades\Facade::setFacadeApplication($app);
$events = new Dispatcher($app);
$app->instance('events', $events);
$app->alias('events', Illuminate\Contracts\Events\Dispatcher::class);

/** Lines that the document puts into a file of the application's own. */
function lines(string $file): string
{
    return file_get_contents(getenv('LINES') . "/$file");
}

$connections = ['options' => ['prefix' => 'laravel_database_'], ...eval('return [' . lines('config/database.php') . '];')];
$connections['default'] = ['host' => '127.0.0.1', 'port' => (int) getenv('REDIS_PORT'), 'database' => 0];
$app->instance(RedisManager::class, $redis = new RedisManager($app, 'phpredis', $connections));

$jobs = ['driver' => 'redis', 'connection' => 'default', 'queue' => 'default', 'retry_after' => 90];
$app['config'] = ['queue.default' => 'redis', 'queue.connections.redis' => $jobs];
$queues = new QueueManager($app);
$queues->addConnector('redis', fn () => new RedisConnector($redis));
if ($argv[1] === 'hold') {
    $queues->connection('redis')->push('Hold');
    exit;
}
eval('use Illuminate\Support\Facades\Event;' . lines('app/Providers/AppServiceProvider.php'));
$options = new WorkerOptions();
$options->sleep = 0.2;
$options->timeout = 0;
(new Worker($queues, $events, new Teller(), fn () => false))->daemon('redis', 'default', $options);
