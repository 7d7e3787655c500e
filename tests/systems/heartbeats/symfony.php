<?php
// A Messenger worker with the lines of docs/heartbeats.md: work, or hold (a message that is never done with).
// Debian: php-cli php-redis php-symfony-messenger php-symfony-redis-messenger php-symfony-event-dispatcher
// php-symfony-cache
//
// Environment: REDIS_PORT (messages), REDIS_URL (heartbeats), HELD (written when the message was taken), LINES (the
// folder of those lines).

use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\Messenger\Bridge\Redis\Transport\Connection;
use Symfony\Component\Messenger\Bridge\Redis\Transport\RedisTransport;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\EventListener\StopWorkerOnSigtermSignalListener;
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\MessageBus;
use Symfony\Component\Messenger\Middleware\HandleMessageMiddleware;
use Symfony\Component\Messenger\Worker;

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
foreach (['Messenger', 'Messenger/Bridge/Redis', 'EventDispatcher', 'Cache'] as $component) {
    require_once "/usr/share/php/Symfony/Component/$component/autoload.php";
}
require_once getenv('LINES') . '/src/Messenger/Heartbeat.php';

/** Does not end. */
class Hold
{
    public function __invoke(): void
    {
        touch(getenv('HELD'));
        sleep(3600);
    }
}

$dsn = sprintf('redis://127.0.0.1:%d/messages/symfony/%s', getenv('REDIS_PORT'), 'worker-' . getmypid());
$messages = new RedisTransport(Connection::fromDsn($dsn, ['delete_after_ack' => true]));
if ($argv[1] === 'hold') {
    $messages->send(new Envelope(new Hold()));
    exit;
}
$events = new EventDispatcher();
$events->addSubscriber(new App\Messenger\Heartbeat(getenv('REDIS_URL'), 'health.workers.prod'));
// As Symfony's console does.
pcntl_async_signals(true);
$events->addSubscriber(new StopWorkerOnSigtermSignalListener());
$bus = new MessageBus([new HandleMessageMiddleware(new HandlersLocator([Hold::class => [fn (Hold $hold) => $hold()]]))]);
(new Worker(['async' => $messages], $bus, $events))->run(['sleep' => 100000]);
