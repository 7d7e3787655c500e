# A real Sidekiq, and jobs for it.
# Debian: ruby-sidekiq
#
#   ruby sidekiq.rb work NAME | send COUNT | fail | retry | delay SECONDS | hold SECONDS
#
# Environment: REDIS_PORT, REDIS_DB.

require 'sidekiq'

LATER = 3600
server = { url: "redis://127.0.0.1:#{ENV.fetch('REDIS_PORT')}/#{ENV.fetch('REDIS_DB')}" }
Sidekiq.configure_server { |config| config.redis = server }
Sidekiq.configure_client { |config| config.redis = server }

# Takes its time.
class Work
  include Sidekiq::Worker

  def perform(seconds)
    sleep seconds
  end
end

# Cannot be done, and is not tried again: it goes to the dead set.
class Fail
  include Sidekiq::Worker
  sidekiq_options retry: 0

  def perform
    raise 'cannot be done'
  end
end

# Cannot be done yet.
class Retry
  include Sidekiq::Worker
  sidekiq_options retry: 5
  sidekiq_retry_in { LATER }

  def perform
    raise 'not yet'
  end
end

return if Sidekiq.server?

command, argument = ARGV
case command
when 'work' then exec 'sidekiq', '--require', File.expand_path(__FILE__), '--concurrency', '2', '--tag', argument
when 'send' then Integer(argument).times { Work.perform_async(0) }
when 'fail' then Fail.perform_async
when 'retry' then Retry.perform_async
when 'delay' then Work.perform_in(Integer(argument), 0)
when 'hold' then Work.perform_async(Integer(argument))
else abort "no such command: #{command}"
end
