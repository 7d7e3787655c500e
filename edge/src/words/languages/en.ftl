# English. Calm, short, present tense; what was observed, never what was guessed.
#
# A language is this file in that language, under its tag. Names of messages and of what stands in them stay; `$n` is
# always a number and decides on singular and plural (https://projectfluent.org/fluent/guide/selectors.html). Between a
# number and its unit stands a no-break space (U+00A0).

# ltr or rtl.
direction = ltr
thousands-mark = ,
decimal-mark = .

## Times and durations

time-day_of_month = { $day } { $month ->
    [1] Jan.
    [2] Feb.
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] Aug.
    [9] Sept.
    [10] Oct.
    [11] Nov.
   *[12] Dec.
}
time-day_of_year = { time-day_of_month } { $year }
time-spoken_seconds = { $n } { $n ->
    [one] second
   *[other] seconds
}
time-spoken_minutes = { $n } { $n ->
    [one] minute
   *[other] minutes
}
time-spoken_hours = { $n } { $n ->
    [one] hour
   *[other] hours
}
time-spoken_days = { $n } { $n ->
    [one] day
   *[other] days
}
time-seconds = { $n } s
time-minutes = { $n } min
time-minutes_and_seconds = { $minutes } min { $seconds } s
time-hours = { $n } h
time-hours_and_minutes = { $hours } h { $minutes } min
time-days = { $n } { $n ->
    [one] day
   *[other] days
}
# Ages, as Intl.RelativeTimeFormat writes them in its short style (CLDR): a browser goes on with them.
time-seconds_ago = { $n } sec. ago
time-minutes_ago = { $n } min. ago
time-hours_ago = { $n } hr. ago
time-days_ago = { $n ->
    [one] { $n } day ago
   *[other] { $n } days ago
}

## Sentences: an application
#
# Headlines have no full stop; sentences below them have one, and "it" is the application. $service is its name; $names
# is a list of $count names of its parts, such as "Database, Search and 2 more".

application-does_not_answer = { $service } does not answer
application-parts_not_asked = Its parts could not be asked.
# Something else than the application answered, such as a proxy.
application-something_in_front = Something in front of it answers instead.
application-could_not_be_asked = { $service } could not be asked
application-turned_our_question_away = It turned our question away. That says nothing about its health.
application-answer_not_understood = Its answer was not understood. That says nothing about its health.
application-did_not_answer = It did not answer.
application-nothing_known_of_it = Nothing is known of it at the moment.
application-last_answer_too_old = Its last answer is too old to go by.
application-contradicts_itself = { $service } contradicts itself
application-believe_the_worse = It says “fine” and signals failure at once. We believe the worse.
application-parts_are_not_working = { $count ->
    [one] { $names } is not working
   *[other] { $names } are not working
}
# An application or a part of it.
application-is_not_working = { $service } is not working
application-says_so_itself = The application itself says so.
application-started_without_parts = { $service } started without its { $names }
application-restarted_into_broken = It restarted into a broken dependency.
application-restarted_into_broken_at = It restarted into a broken dependency at { $at }.
# $what: the names of the parts that have problems, or of the application.
application-works_but_for = Working, with problems: { $what }
# An application or a part of it.
application-is_restarting = { $service } is restarting
# $at_most: "5 min".
application-leaving_on_purpose = It is leaving on purpose and finishing its work. Normal for up to { $at_most }.
# $lasts: "7 minutes".
application-restarting_for = { $service } has been restarting for { $lasts }
# Follows the one above. $at_most: "5 min".
application-longer_than = That is longer than the { $at_most } it should take.

## Sentences: the whole page

board-nothing_watched = Nothing is watched yet
# [[service]] and headcount.toml stay as they are: they are typed so.
board-add_a_service = Add a [[service]] to headcount.toml.
board-nothing_checked_yet = Nothing has been checked yet
# $every: "15 s".
board-first_check_due = The first check is due within { $every }.
board-nothing_could_be_checked = Nothing could be checked
board-lost_its_connection = This page has probably lost its own connection.
board-out_of_date = This page is out of date
board-last_check_at = The last check was at { $at }.
board-no_check_for_too_long = Nothing has been checked for too long.
# The headline that stood here before the page was out of date. Its first word is written in small letters if it is one
# of those in board-lowered_words, which are no names.
board-then_and_now = Then: { $headline }. Now: not known.
# Words that headlines begin with, with | between them; - if there are none, or no capitals.
board-lowered_words = Everything|Working|Nothing
board-now_not_known = Now: not known.
# One check has failed; before that is believed, there is another.
board-checking_again_after = { $missed ->
    [turned_away] Checking again: the last check was turned away.
    [not_understood] Checking again: the last answer was not understood.
   *[no_answer] Checking again: the last check got no answer.
}
board-checking_again_shortly = Checking again.

# A headline, of several applications: "Search could not be asked; the other 4 work".
board-and_the_others_work = { $others ->
    [one] { $headline }; the other one works
   *[other] { $headline }; the other { $others } work
}
# A headline: so much else is wrong.
board-and_so_much_more = { $headline }, and { $more } more
# Below the headline: another headline.
board-also = Also: { $headline }.
# The same, with the name of the application that it is about.
board-also_of = Also, { $service }: { $headline }.
# Below four of these: so many more are not told.
board-and_others = And { $n } more.

# $when: "14:01:15", or board-at_and_lasting.
board-not_working_since_when = Not working since { $when }.
board-not_known_since_when = Not known since { $when }.
board-so_since_when = Since { $when }.
# $lasts: "1 min 49 s".
board-at_and_lasting = { $at } ({ $lasts })
board-last_sign_of_life = Last sign of life { $at }.
board-set_up_wrongly = This page is not set up correctly. Its owner finds the reason in the log.

## Sentences: what happened
#
# One line each, without a full stop, beside a time.

# An application or a part of it. It did not work before.
event-works_again = { $name } works again
event-works = { $name } works
event-works_with_problems = { $name } works, with problems
event-whether_it_works_is_not_known = Whether { $name } works is not known
event-is_no_longer_checked = { $name } is no longer checked
event-no_sign_of_life_any_more = { $queue }: no sign of life from any worker
event-nobody_is_there_as_may_be = { $queue }: no worker at the moment, which is normal here
event-so_many_at_it = { $n ->
    [one] { $queue }: { $n } worker is at it
   *[other] { $queue }: { $n } workers are at it
}
event-so_many_at_it_again = { $n ->
    [one] { $queue }: { $n } worker is at it again
   *[other] { $queue }: { $n } workers are at it again
}
event-queue_works = { $queue }: working
event-queue_works_again = { $queue }: working again
event-queue_is_not_working = { $queue }: not working
event-queue_has_problems = { $queue }: working, with problems
event-queue_is_restarting = { $queue }: restarting
event-nobody_counts_the_workers = { $queue }: nobody counts the workers
event-the_only_worker_is_gone = { $queue }: the only worker is gone
# All that there were, at least two.
event-all_workers_are_gone = { $queue }: all { $n } workers are gone
# "2 workers are gone, 1 of 3 is left"
event-some_workers_are_gone = { $gone ->
    [one] { $left ->
        [one] { $queue }: a worker is gone, { $left } of { $before } is left
       *[other] { $queue }: a worker is gone, { $left } of { $before } are left
    }
   *[other] { $left ->
        [one] { $queue }: { $gone } workers are gone, { $left } of { $before } is left
       *[other] { $queue }: { $gone } workers are gone, { $left } of { $before } are left
    }
}
# There was none before.
event-first_workers_sign_in = { $n ->
    [one] { $queue }: a worker signs in
   *[other] { $queue }: { $n } workers sign in
}
# So many ($n) sign in, and so many ($now, at least two) are there now.
event-more_workers_sign_in = { $n ->
    [one] { $queue }: a worker signs in, { $now } are there
   *[other] { $queue }: { $n } workers sign in, { $now } are there
}
# What people wrote while they looked into it, and after it was over.
event-on_call = On call: “{ $text }”
event-learned_afterwards = Learned afterwards: “{ $text }”
# One of the lines above, about one of several applications.
event-line_of = { $service } · { $line }

## Sentences: incidents

# A title. Its workers start only when there is work.
incident-nobody_has_come = { $queue }: work is waiting and nobody has come
incident-restarts_for_too_long = { $service } takes longer to restart than it should
incident-since = Since { $at }
# $lasts: "6 minutes".
incident-since_for = Since { $at }, for { $lasts }
incident-from_to_for = From { $from } to { $to }, for { $lasts }
# What people do about it.
incident-what_people_do = { $stage ->
    [looking] Somebody is looking into it
    [looking_again] Somebody is looking into it again
    [found] The cause is found
    [fixed] It is fixed
    [watching] It is being watched
    [nobody_any_more] Nobody is looking into it at the moment
   *[nobody_yet] Nobody has said anything yet
}

## Sentences: planned maintenance
#
# $names is a list of names of applications; $title is what somebody wrote.

# Before a headline that has no colon in it.
maintenance-planned_until_with = Planned maintenance until { $until }: { $headline }
# Before a headline with a colon: "Background jobs: no sign of life from any worker".
maintenance-planned_until_and = Planned maintenance until { $until }. { $headline }
maintenance-possible = Planned maintenance until { $until }. Short interruptions are possible.
maintenance-possible_of = Planned maintenance of { $names } until { $until }. Short interruptions are possible.
maintenance-announced = Planned maintenance from { $from } to { $until }.
maintenance-announced_what = Planned maintenance from { $from } to { $until }: { $title }.
maintenance-announced_of = Planned maintenance of { $names } from { $from } to { $until }.
maintenance-announced_of_what = Planned maintenance of { $names } from { $from } to { $until }: { $title }.
maintenance-planned_work = What is being done: { $title }.
# Follows "58 jobs are waiting."
maintenance-processed_afterwards = They will be processed afterwards.
# Beside the mark of planned maintenance.
maintenance-planned_since_until = Planned maintenance, since { $since }, until { $until }

## Sentences: who watches from elsewhere
#
# A watcher inside a network that the page cannot look into reports to the page what it sees. $source is its name.

# Headlines; of a single watcher they say "inside".
source-nothing_heard_since = Nothing has been heard from { $source } since { $at }
source-nothing_heard_from_inside_since = Nothing has been heard from inside since { $at }
source-nothing_heard_yet = Nothing has been heard from { $source } yet
source-nothing_heard_from_inside_yet = Nothing has been heard from inside yet
source-does_not_report = The watcher inside the network does not report. The application may be fine.
source-has_not_reported_yet = The watcher inside the network has not reported so far.
# Beside the application.
source-reported_by = reported by { $source }
# In the footer. $services is a list of names.
source-reported_of = { $services }: reported by { $source }.

## Alerts
#
# Sent to the people who run the application; their other sentences are the page's. Titles have no full stop.

alert-watched_no_longer = { $service } is watched no longer
alert-queue_watched_no_longer = { $service }: a queue is watched no longer
# $page: the page's name.
alert-this_is_a_test = { $page }: this is a test, nothing has happened
# headcount notify test is a command.
alert-somebody_tests = Somebody ran headcount notify test. Alerts will arrive here.
alert-process_is_well_again = { $service }: its process says that it is well again
alert-process_did_not_start_well = { $service }: its process says that it did not start well
alert-longer_than_a_restart = For longer than a restart should take. The verdict does not rest on it.
alert-queue_cannot_be_read = { $service }: a queue cannot be read
# A headline as a sentence.
alert-sentence = { $headline }.
alert-title_of = { $service }: { $headline }
alert-still_so = Still so: { $title }
# $evidence: what a server said, in its own words.
alert-seen = Seen: { $evidence }
# $numbers: alert-numbers.
alert-seen_numbers = Seen: { $numbers }
# $why: what a server said of one of the application's parts, in its own words.
alert-seen_of_part = { $part }: { $why }
# $workers: one of the three below. $waiting and $failed: numbers, or label-unknown_for.
alert-numbers = { $queue }: { $workers }, { $waiting } waiting, { $failed } failed for good
# The same, with what a server said.
alert-numbers_with = { $queue }: { $workers }, { $waiting } waiting, { $failed } failed for good ({ $evidence })
alert-so_many_workers = { $n ->
    [one] { $n } worker
   *[other] { $n } workers
}
# $unknown: "? (no permission)" (label-unknown_for).
alert-workers_unknown = { $unknown } workers
alert-workers_not_counted = workers not counted
# A breaker is open when the application has stopped asking a part that fails.
alert-breaker_is_closed_again = { $service }: the breaker before { $part } is closed again
alert-breaker_is_open = { $service }: the breaker before { $part } is open
alert-has_stopped_asking = { $service } has stopped asking { $part }.
alert-can_be_read_again = { $queue } can be read again
alert-cannot_be_read_whole = { $queue }: this page cannot read all of it
# The application as such, although its queue cannot be read. $state: "working" (label-state_word).
alert-service_itself = { $service } itself: { $state }.
alert-failed_jobs_are_gone = { $queue }: the new failed jobs are gone
alert-in_service = In { $service }.
alert-more_have_failed = { $n ->
    [one] { $queue }: { $n } more job has failed for good
   *[other] { $queue }: { $n } more jobs have failed for good
}
alert-in_all = { $n } in all, in { $service }.
# Follows the one above.
alert-had_failed_before = { $n } of them had failed before this page began to watch.
# $at: "14:01:00 UTC". $lasted: "1 min 49 s".
alert-began_and_lasted = The trouble began at { $at } and lasted { $lasted }.
alert-seen_at = Seen at { $at }.
alert-since_at = Since { $at }.
# $lasts: "6 minutes".
alert-since_for = Since { $at }, for { $lasts }.

## Sentences: lists, and why a number is not known

# What somebody wrote, whole, with its full stop.
say-written = { $text }
# Lists of names: of one, of two, of more.
say-one = { $name }
say-two = { $first } and { $second }
say-two_and_more = { $first }, { $second } and { $more } more
# Short: it stands after "?" in brackets, or after a colon.
say-reason_of = { $why ->
    [not_asked_yet] not asked yet
    [not_answering] not answering
    [no_password] wrong password
    [wrong_password] wrong password
    [not_permitted] no permission
    [starting_up] starting up
    [not_serving] not serving data
    [elsewhere_in_cluster] kept on another node
    [wrong_kind_of_key] wrong kind of key
    [no_such_key] never used
    [too_large] too large
    [not_understood] answer not understood
    [not_offered] this system does not tell
    [not_reported] not reported
    [not_asked] not asked
    [clock_skew] the clocks do not agree
   *[our_fault] our own limit
}

## Sentences: nothing is wrong, or nothing that anybody needs
#
# Headlines have no full stop; sentences below them have one. $names and $queues are lists of so many ($count) names.

well-everything_works = Everything works
well-working = Working
well-everything_works_and_so_many = { $exactness ->
    [at_least] { $n ->
        [one] Everything works, and at least { $n } worker is at it
       *[other] Everything works, and at least { $n } workers are at it
    }
    [at_most] { $n ->
        [one] Everything works, and at most { $n } worker is at it
       *[other] Everything works, and at most { $n } workers are at it
    }
   *[exactly] { $n ->
        [one] Everything works, and { $n } worker is at it
       *[other] Everything works, and { $n } workers are at it
    }
}
well-everything_works_and_is_busy = Everything works, and it is busy
well-working_except = Working, except { $names }
# So many parts, which the headline has named.
well-works_without = { $count ->
    [one] The application works without it.
   *[other] The application works without them.
}
well-not_working_but_not_needed = { $count ->
    [one] { $names } is not working; the application works without it.
   *[other] { $names } are not working; the application works without them.
}
well-working_although = { $count ->
    [one] Working, although { $names } has problems
   *[other] Working, although { $names } have problems
}
well-working_but_not_checked = { $count ->
    [one] Working, but { $names } could not be checked
   *[other] Working, but { $names } could not be checked
}
# Queues, which somebody has stopped.
well-are_paused = { $count ->
    [one] { $queues } are paused
   *[other] { $queues } are paused
}
well-stopped_on_purpose = Somebody stopped them on purpose.
well-take_no_new_work = Working, but the workers of { $queues } take no new work
well-told_to_finish = They were told to finish what they have in hand.
well-nobody_counts = Working, but nobody counts the workers
well-nobody_counts_those_of = Working, but nobody counts the workers of { $names }
well-nothing_but_uncounted = { $service }: nobody counts the workers
well-nobody_tells_who_is_alive = This queue system does not tell who is alive.
well-at_it = { $exactness ->
    [at_least] { $n ->
        [one] At least { $n } worker is at it.
       *[other] At least { $n } workers are at it.
    }
    [at_most] { $n ->
        [one] At most { $n } worker is at it.
       *[other] At most { $n } workers are at it.
    }
   *[exactly] { $n ->
        [one] { $n } worker is at it.
       *[other] { $n } workers are at it.
    }
}
well-jobs_waiting = { $n ->
    [0] No job is waiting.
    [one] { $n } job is waiting.
   *[other] { $n } jobs are waiting.
}
well-jobs_waiting_and_more = { $n ->
    [0] No job is waiting, { $more } more than 10 minutes ago.
    [one] { $n } job is waiting, { $more } more than 10 minutes ago.
   *[other] { $n } jobs are waiting, { $more } more than 10 minutes ago.
}
well-jobs_waiting_and_fewer = { $n ->
    [0] No job is waiting, { $fewer } fewer than 10 minutes ago.
    [one] { $n } job is waiting, { $fewer } fewer than 10 minutes ago.
   *[other] { $n } jobs are waiting, { $fewer } fewer than 10 minutes ago.
}
# Nothing has failed for good.
well-nothing_new_has_failed = Nothing new has failed since yesterday.
# $lasts: "6 minutes".
well-working_for = Working for { $lasts }.

## Sentences: a queue's workers
#
# Headlines begin with the queue's name and have no full stop.

# $lasts: "6 minutes".
workers-no_sign_of_life = { $queue }: no sign of life from any worker for { $lasts }
workers-never_seen = { $queue }: no worker has ever been seen
workers-wrong_place_or_never_started = Either none has started, or this page looks in the wrong place.
workers-nobody_signs_in_yet_jobs_are_done = { $queue }: no worker signs in, yet jobs are being done
workers-sign_in_may_be_broken = Jobs were taken since the last check. The sign-in itself may be broken.
# Jobs that a worker has taken and not finished.
workers-in_hand_when_silent = { $n ->
    [one] One job was in hand when the last worker fell silent.
   *[other] { $n } jobs were in hand when the last worker fell silent.
}
workers-witnesses_disagree = { $queue }: two witnesses disagree
# $store: "Redis", "RabbitMQ" or "the database" (label-store_word).
workers-they_disagree = The application counts { $app ->
    [0] none
    [one] { $app } worker
   *[other] { $app } workers
}, { $store } counts { $ours ->
    [0] none
    [one] { $ours } worker
   *[other] { $ours } workers
}. We believe the worse until they agree.
workers-could_not_be_counted = { $queue }: the workers could not be counted
workers-not_counted_yet = { $queue }: the workers have not been counted yet
workers-clocks_do_not_agree = { $queue }: the clocks do not agree
# Below a headline that says that workers could not be counted: "they" are the workers.
workers-because_of = { $why ->
    [not_asked_yet] They have not been asked for.
    [not_asked] They have not been asked for.
    [not_answering] The job store does not answer.
    [no_password] This page lacks the right to look.
    [wrong_password] This page lacks the right to look.
    [not_permitted] This page lacks the right to look.
    [starting_up] The job store is starting up.
    [not_serving] The job store answers, but serves no data.
    [elsewhere_in_cluster] Another node of the job store keeps them.
    [wrong_kind_of_key] The job store has no such list.
    [no_such_key] The job store has no such list.
    [too_large] The job store’s answer is too large.
    [not_understood] The job store’s answer was not understood.
    [not_offered] This queue system does not tell who is alive.
    [not_reported] The application does not say how many there are.
    [clock_skew] The job store’s clock is off; ages cannot be trusted.
   *[our_fault] The fault lies with this page itself.
}
workers-application_does_not_count = The application does not say how many there are.
workers-last_count_too_old = The last count is too old to go by.
workers-the_application_says_it_is_fine = The application says it is fine.
workers-whether_jobs_are_processed = Whether jobs are processed, we cannot tell.
workers-last_counted = Last counted { $at }: { $n ->
    [one] { $n } worker
   *[other] { $n } workers
}.
# A headline: all is well as far as the application says, but we cannot look ourselves.
workers-working_without = { $store ->
    [silent] Working; the job store does not answer us
    [turns_us_away] Working; the job store turns us away
   *[not_readable] Working; the job store could not be read
}
workers-the_application_counts_them = { $n ->
    [one] The application counts { $n } worker.
   *[other] The application counts { $n } workers.
}
# Follows the one above.
workers-not_counted_by_ourselves = We could not count them ourselves.
workers-counted_by_the_application_alone = The application itself counts none.
workers-the_application_itself_answers = The application itself answers.
workers-so_many_are_alive = { $exactness ->
    [at_least] { $n ->
        [one] At least { $n } worker is alive.
       *[other] At least { $n } workers are alive.
    }
    [at_most] { $n ->
        [one] At most { $n } worker is alive.
       *[other] At most { $n } workers are alive.
    }
   *[exactly] { $n ->
        [one] { $n } worker is alive.
       *[other] { $n } workers are alive.
    }
}
workers-redis_answers_so_many = { $exactness ->
    [at_least] { $n ->
        [one] Redis answers: at least { $n } worker is alive.
       *[other] Redis answers: at least { $n } workers are alive.
    }
    [at_most] { $n ->
        [one] Redis answers: at most { $n } worker is alive.
       *[other] Redis answers: at most { $n } workers are alive.
    }
   *[exactly] { $n ->
        [one] Redis answers: { $n } worker is alive.
       *[other] Redis answers: { $n } workers are alive.
    }
}
workers-watching_since = Watching since { $at }.
# Of queues whose workers start only when there is work.
workers-no_worker_and_no_work = { $queue }: no worker, and no work. Workers start when there is some.
workers-no_worker_yet = { $queue }: no worker yet; one should start, since there is work.
workers-whether_work_waits_is_not_known = { $queue }: no worker is there, and whether work is waiting is not known
# So many have waited for so long.
workers-jobs_for = { $n ->
    [one] { $n } job for { $lasts }.
   *[other] { $n } jobs for { $lasts }.
}

## Labels

# The word beside a mark. In text it stands in the middle of a line, in small letters.
label-state_word = { $state ->
    [operational] Working
    [degraded] Working, with problems
    [down] Not working
    [draining] Restarting
    [unknown] Not known
   *[not_applicable] Not checked here
}
# The word in the document's title.
label-tone_word = { $tone ->
    [working] Working
    [half_working] Working, workers not counted
    [problems] Working, with problems
    [not_working] Not working
    [restarting] Restarting
    [not_known] Not known
    [out_of_date] Out of date
   *[not_checked] Not checked here
}
# The document's title. $sign: ■, $word: "Not working", $subject: the name of what it is about, $page: the page's.
label-title = { $sign } { $word } · { $page }
label-title_about = { $sign } { $word }: { $subject } · { $page }
# Stands for a part that has no name.
label-dependency = Dependency { $n }
label-not_measured = Working, workers not counted
# $word: "Working".
label-confirming = { $word }, checking again
label-paused = { $word } · Paused
label-quiet = { $word } · Takes no new work

# Over the number of workers.
label-workers = Workers
label-workers_in_window = Workers, last { $window }
label-workers_connected = Workers connected
label-workers_at_most = Workers, at most
label-workers_says_the_application = Workers, says the application
# A number of workers that may be higher.
label-at_least = { $n }+

# Below the number of workers. $age is written by the reader's browser: "7 seconds ago"; it may stand anywhere.
label-latest = latest { $age }
# Below the one above, as are the next two.
label-longest_silence = longest silence { $longest }
label-counts_no_further = at least so many, this page does not count further
# Where a dead worker's record lives on for a while.
label-a_dead_one_shows_within = a dead one shows within { $window }
label-told_by_the_application = told by the application, { $age }
# When something last failed for good.
label-latest_dead_letter = latest { $age }
# So many workers.
label-were_here_until = { $n ->
    [one] { $n } was here until { $at }
   *[other] { $n } were here until { $at }
}
label-never_signed_in = nobody has ever signed in here
label-last_sign_of_life = last sign of life { $at }
label-counted_at = counted at { $at }
# $reason: "not answering" (say-reason_of).
label-not_readable = not readable: { $reason }
label-not_readable_last_counted = not readable: { $reason }; last counted { $n } at { $at }
label-cannot_count = this system does not tell who is alive

# Read out for those who do not see the picture of the workers: how many seconds ago each was last heard.
label-seat = 1 worker, latest sign of life { $age } { $age ->
    [one] second
   *[other] seconds
} ago
label-seats_from_to = { $n ->
    [one] { $n } worker
   *[other] { $n } workers
}, latest sign of life { $first } to { $last } { $last ->
    [one] second
   *[other] seconds
} ago
# $ages: "2, 8", with $last "2, 8 and 141".
label-seats = { $n ->
    [one] { $n } worker
   *[other] { $n } workers
}, latest sign of life { $ages } and { $last } { $last ->
    [one] second
   *[other] seconds
} ago
label-comma = { $before }, { $next }
label-each_a_tenth = { $n ->
    [one] { $n } worker, each seat a tenth of them
   *[other] { $n } workers, each seat a tenth of them
}
label-empty_seats = { $n ->
    [one] { $n } worker was here until { $at }
   *[other] { $n } workers were here until { $at }
}

# Over a number of jobs.
label-waiting = Waiting
label-failed = Failed for good
label-in_hand = In hand
label-overdue = Due but not started
label-delayed = Waiting for their time
# Before a duration.
label-oldest = Oldest waiting
# So many jobs in hand.
label-worker_gone = { $n ->
    [one] { $n }, its worker is gone
   *[other] { $n }, their workers are gone
}
# Before label-side_by_side.
label-witnesses = Witnesses
label-witnesses_agree = Witnesses agree
label-witnesses_disagree = Witnesses disagree
# How many workers each counts: numbers, or label-unknown_number.
label-side_by_side = application { $app } · { $store } { $ours }
label-store_word = { $store ->
    [redis] Redis
    [rabbitmq] RabbitMQ
   *[sql] the database
}
label-unknown_number = ?
label-unknown_for = ? ({ $reason })

label-parts = Parts of the application
label-works_without = The application works without it.
# Of parts, while the application restarts.
label-before_restart = As they were before the restart.
label-process = The process itself
label-milliseconds = { $ms } ms

# Before "4 seconds ago".
label-checked = Checked
# Before a time.
label-valid_until = valid until
label-as_of = as of { $at }
label-since = since { $at }
label-offline = This page could not be refreshed; what you see is getting old.
# A link.
label-operator_view = Operator view
label-history_unavailable = History cannot be shown at the moment; the verdict is live.
label-checked_every = Checked every { $every }.
label-a_colour_is_a_claim = A colour is a claim; past its time this page takes it back.
# Links.
label-plain_text = Plain text
label-json = JSON
# What these links are.
label-other_forms = Other forms of this page

# The page as text. $sign: ■, $name: a service, a queue or a part, $state: "not working", or a headline.
label-text_line = { $sign } { $name }: { $state }
label-text_checked = Checked { $at }
# $checked: label-text_checked, or that nothing has been checked yet. $zone: "Europe/Paris".
label-text_fresh = { $checked } ({ $zone }).
label-text_fresh_until = { $checked }, valid until { $until } ({ $zone }).

## The past: percentages, days, trends, how often was checked

history-heading = 90 days
# A label of the slider that reads the days.
history-read_a_day = Read a day
# Begins the text of a day, in the place of its date: "Today. Mail: not working for 2 min."
history-today = Today
# At the right end of the bars.
history-today_axis = today
# Of a whole day; stands after its date.
history-nothing_but_working = Nothing but working was seen
history-before_the_first_check = Before the first check
# A heading, and the subtitle of the feeds.
history-happened = What happened
# As short as can be: it stands above a percentage.
history-last_24_h = 24 h

# "14 September".
history-date_in_year = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
}
# At the left end of the bars. $date: "14 September".
history-first_check = first check { $date }
# Above a percentage, and in history-share_in.
history-days = { $n } { $n ->
    [one] day
   *[other] days
}
# What a folded list holds.
history-parts_of = Queues and parts of { $service }

# $n has its decimals already: "99.91".
history-percent = { $n } %
# How much of the time was looked at; follows a percentage. $share: "99.2 %".
history-observed_share = of { $share } observed
# $share: "99.91 %"; $span: "24 h" or "30 days".
history-share_in = { $share } in { $span }
# In the text board: "uptime 100 % in 24 h, 99.91 % in 30 days (of 99.2 % observed)".
history-uptime_over = uptime { $shares } ({ $observed })
# A list, one longer.
history-comma = { $before }, { $next }

# In the key of the bars, and in the text of a day, where a time follows (history-stretch).
history-stripe_word = { $stripe ->
    [working] working
    [restarting] restarting
    [maintenance] planned maintenance
    [problems] with problems
    [not_known] not known
    [not_working] not working
   *[nothing] before the first check, or not checked
}
# $what: one of the words above. $time: "1 min 49 s".
history-stretch = { $kind ->
    [all_day] { $what } all day
    [no_second] { $what } for less than 1 s
   *[so_long] { $what } for { $time }
}
# This page itself did not look. $time: "1 min 49 s".
history-nothing_known = { $kind ->
    [all_day] Nothing was known all day
    [no_second] Nothing was known for less than 1 s
   *[so_long] Nothing was known for { $time }
}
# $stretches: "not working for 1 min 49 s, not known for 5 min".
history-told_of = { $name }: { $stretches }
history-told_of_part = { $service }, { $part }: { $stretches }
# So many other services, queues and parts had trouble on that day.
history-and_more = And { $n } more
# A date, or one of the sentences above, which have no full stop.
history-sentence = { $says }.
# Above the list of them.
history-troubled = Days with trouble ({ $n })

# $n was there in every hour.
history-always = always { $n }
history-between = between { $least } and { $most }
# Read out in the place of a line: "Waiting, last 24 hours: between 0 and 14, now 58". $label: label-waiting or
# label-failed; $range: one of the two above.
history-course = { $hours ->
    [1] { $label }, last hour: { $range }, now { $now }
    [one] { $label }, last { $hours } hour: { $range }, now { $now }
   *[other] { $label }, last { $hours } hours: { $range }, now { $now }
}
history-course_and_now_not_known = { $hours ->
    [1] { $label }, last hour: { $range }, now not known
    [one] { $label }, last { $hours } hour: { $range }, now not known
   *[other] { $label }, last { $hours } hours: { $range }, now not known
}

# Under a number that has not changed.
history-steady = steady
# $change: "▲ 31" or "▼ 2".
history-changed_in_ten_minutes = { $change } in 10 min
history-unchanged_since_yesterday = no change since yesterday
history-changed_since_yesterday = { $change } since yesterday
# Jobs that have failed for good, since this page began to look, on its first day.
history-none_since_the_start = none since we started
history-already_here = { $n ->
    [one] { $n } was already here when we started
   *[other] { $n } were already here when we started
}
history-changed_since_the_start = { $change } since we started

# A label; beside it history-came, history-left or history-came_and_others_left.
history-last_hour = Workers in the last hour
# A label; beside it label-since. The worker that has been here longest.
history-longest_here = Longest here
# So many workers.
history-came = { $n } came
history-left = { $n } left
history-came_and_others_left = { $came } came, { $left } left

# $n has its decimal already: "15.1".
history-decimal_seconds = { $n } s
# In the footer. Both: "31 s".
history-measured = In the last 24 h: every { $every }, longest gap { $longest }.

## Other people's pages: badges, cards, and what existing tools read

# The state on a badge and on a card, as short as can be.
elsewhere-badge_word = { $tone ->
    [working] working
    [half_working] working?
    [problems] problems
    [not_working] not working
    [restarting] restarting
    [not_known] not known
   *[not_checked] not checked
}
# On a badge after the state: every queue has been stopped on purpose.
elsewhere-paused = paused
# On a badge after the state: planned work is under way.
elsewhere-maintenance = maintenance
# Between the words of a badge.
elsewhere-beside = { $before } · { $next }
# On a badge.
elsewhere-not_found = not found
elsewhere-no_such_service = There is no such service.
# What a badge or a card says to those who do not see it. $name: of the page or the service; $says: the headline.
elsewhere-titled = { $name }: { $says }
# $fresh: elsewhere-checked_and_valid.
elsewhere-and_fresh = { $headline }. { $fresh }

# How many workers; $n is "2", "1.2M". Where a language is written from right to left, U+2066 before and U+2069 after
# keep number and sign in their order.
elsewhere-count = { $exactness ->
    [at_least] { $n }+
    [at_most] ≤{ $n }
   *[exact] { $n }
}
# On a badge, as short as can be: "2 workers", "2+ workers", "? workers". $count: the one above.
elsewhere-counted_workers = { $exactness ->
    [exact] { $n ->
        [one] { $count } worker
       *[other] { $count } workers
    }
   *[other_than_exact] { $count } workers
}
# On a badge: jobs that are waiting; that have failed for good. $count: "58", "1.2M" or "?".
elsewhere-counted_waiting = { $count } waiting
elsewhere-counted_failed = { $count } failed
# $at: "14:00"; $zone: "UTC", "Europe/Paris".
elsewhere-at = { $at } { $zone }
elsewhere-checked_at = Checked { $at } ({ $zone })
elsewhere-checked_and_valid = Checked { $at }, valid until { $until } ({ $zone })
elsewhere-not_checked_yet = Not checked yet

# Above the numbers on a card. There is room for about 12 letters each.
elsewhere-column = { $of ->
    [workers] Workers
    [waiting] Waiting
   *[failed] Failed for good
}
# A line on a card.
elsewhere-of_service = { $service } · { $queue }
# Below the lines of a card that has more of them.
elsewhere-and_more = and { $n } more

# Where tools read a status that know nothing between up and down.
elsewhere-no_data = No data
# $why: a headline, or one of say-reason_of.
elsewhere-no_data_because = No data: { $why }
# "2 workers · 58 waiting · 4 failed".
elsewhere-numbers = { $workers } · { $waiting } · { $failed }
# What is asked of everything that is watched.
elsewhere-known_and_not_down = known and not down

# The last update of an incident.
elsewhere-over = It is over.
# The name of planned work that has none, and its updates.
elsewhere-planned = Planned maintenance
elsewhere-planned_announced = Announced.
elsewhere-planned_begun = It has begun.
elsewhere-planned_over = It is over.
