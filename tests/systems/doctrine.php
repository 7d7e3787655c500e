<?php
// Symfony Messenger on its Doctrine transport, with workers that sign in nowhere.
// Debian: php-cli php-pgsql php-mysql php-doctrine-dbal php-symfony-messenger php-symfony-doctrine-messenger
// php-symfony-event-dispatcher
//
//   php doctrine.php setup | work | send COUNT | fail | delay SECONDS | hold SECONDS
//
// Environment: DRIVER (pdo_pgsql, pdo_mysql), PORT, PASSWORD (of the user admin; the database is shop).

use Doctrine\DBAL\DriverManager;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\Messenger\Bridge\Doctrine\Transport\Connection;
use Symfony\Component\Messenger\Bridge\Doctrine\Transport\DoctrineTransport;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\EventListener\SendFailedMessageToFailureTransportListener;
use Symfony\Component\Messenger\Exception\UnrecoverableMessageHandlingException;
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\MessageBus;
use Symfony\Component\Messenger\Middleware\HandleMessageMiddleware;
use Symfony\Component\Messenger\Stamp\DelayStamp;
use Symfony\Component\Messenger\Transport\Serialization\PhpSerializer;
use Symfony\Component\Messenger\Worker;

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
foreach (['Symfony/Component/Messenger', 'Symfony/Component/Messenger/Bridge/Doctrine', 'Symfony/Component/EventDispatcher', 'Doctrine/DBAL'] as $component) {
    require_once "/usr/share/php/$component/autoload.php";
}
// As newer versions do whatever this says.
date_default_timezone_set('UTC');

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
    sleep($job->seconds);
}

/** The one transport that there is. */
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

function transport(string $queue): DoctrineTransport
{
    $connection = DriverManager::getConnection([
        'driver' => getenv('DRIVER'),
        'host' => '127.0.0.1',
        'port' => (int) getenv('PORT'),
        'user' => 'admin',
        'password' => getenv('PASSWORD'),
        'dbname' => 'shop',
    ]);

    return new DoctrineTransport(new Connection(['queue_name' => $queue], $connection), new PhpSerializer());
}

function work(): void
{
    $messages = transport('default');
    $events = new EventDispatcher();
    $events->addSubscriber(new SendFailedMessageToFailureTransportListener(new Only(transport('failed'))));
    $bus = new MessageBus([new HandleMessageMiddleware(new HandlersLocator([Job::class => ['perform']]))]);
    (new Worker(['async' => $messages], $bus, $events))->run(['sleep' => 100000]);
}

/** @param Envelope[] $envelopes */
function send(array $envelopes): void
{
    $messages = transport('default');
    foreach ($envelopes as $envelope) {
        $messages->send($envelope);
    }
}

[, $command, $argument] = $argv + [2 => ''];
match ($command) {
    'setup' => transport('default')->setup(),
    'work' => work(),
    'send' => send(array_fill(0, (int) $argument, new Envelope(new Job('do')))),
    'fail' => send([new Envelope(new Job('fail'))]),
    'delay' => send([new Envelope(new Job('do'), [new DelayStamp(1000 * (int) $argument)])]),
    'hold' => send([new Envelope(new Job('hold', (int) $argument))]),
};
