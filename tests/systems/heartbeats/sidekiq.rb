# A Sidekiq with the lines of docs/heartbeats.md: work, or hold (a job that does not end).
# Debian: ruby-sidekiq
#
# Environment: REDIS_PORT (jobs), REDIS_URL (heartbeats), HELD (written when the job has begun), LINES (the folder of
# those lines).

require 'fileutils'
require 'sidekiq'
require File.join(ENV.fetch('LINES'), 'sidekiq_heartbeat')

jobs = { url: "redis://127.0.0.1:#{ENV.fetch('REDIS_PORT')}/0" }
Sidekiq.configure_server { |config| config.redis = jobs }
Sidekiq.configure_client { |config| config.redis = jobs }

# Does not end.
class Hold
  include Sidekiq::Worker

  def perform
    FileUtils.touch ENV.fetch('HELD')
    sleep 3600
  end
end

return if Sidekiq.server?

exec 'sidekiq', '--require', File.expand_path(__FILE__), '--concurrency', '2' if ARGV == ['work']
Hold.perform_async
