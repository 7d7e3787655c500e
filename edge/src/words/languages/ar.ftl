# Arabic. Calm, short, present tense; what was observed, never what was guessed.
#
# Names may be in any language and of any gender: nothing agrees with them. A duration stands only after a word that
# puts it into the genitive or accusative (منذ، لمدة، خلال، كل، دام), since that is how the duals are written. Digits
# are Latin. U+2066 and U+2069 keep a number and its sign in their order.

# ltr or rtl.
direction = rtl
thousands-mark = ,
decimal-mark = .

## Times and durations

time-day_of_month = { $day } { $month ->
    [1] يناير
    [2] فبراير
    [3] مارس
    [4] أبريل
    [5] مايو
    [6] يونيو
    [7] يوليو
    [8] أغسطس
    [9] سبتمبر
    [10] أكتوبر
    [11] نوفمبر
   *[12] ديسمبر
}
time-day_of_year = { time-day_of_month } { $year }
time-spoken_seconds = { $n ->
    [zero] أقل من ثانية
    [one] ثانية واحدة
    [two] ثانيتين
    [few] { $n } ثوانٍ
    [many] { $n } ثانية
   *[other] { $n } ثانية
}
time-spoken_minutes = { $n ->
    [zero] أقل من دقيقة
    [one] دقيقة واحدة
    [two] دقيقتين
    [few] { $n } دقائق
    [many] { $n } دقيقة
   *[other] { $n } دقيقة
}
time-spoken_hours = { $n ->
    [zero] أقل من ساعة
    [one] ساعة واحدة
    [two] ساعتين
    [few] { $n } ساعات
    [many] { $n } ساعة
   *[other] { $n } ساعة
}
time-spoken_days = { $n ->
    [zero] أقل من يوم
    [one] يوم واحد
    [two] يومين
    [few] { $n } أيام
    [many] { $n } يومًا
   *[other] { $n } يوم
}
time-seconds = { $n ->
    [zero] أقل من ثانية
    [one] ثانية واحدة
    [two] ثانيتين
    [few] { $n } ثوانٍ
    [many] { $n } ثانية
   *[other] { $n } ثانية
}
time-minutes = { $n ->
    [zero] أقل من دقيقة
    [one] دقيقة واحدة
    [two] دقيقتين
    [few] { $n } دقائق
    [many] { $n } دقيقة
   *[other] { $n } دقيقة
}
time-minutes_and_seconds = { $minutes ->
    [zero] { $minutes } دقيقة
    [one] دقيقة
    [two] دقيقتين
    [few] { $minutes } دقائق
    [many] { $minutes } دقيقة
   *[other] { $minutes } دقيقة
} { $seconds ->
    [zero] و{ $seconds } ثانية
    [one] وثانية
    [two] وثانيتين
    [few] و{ $seconds } ثوانٍ
    [many] و{ $seconds } ثانية
   *[other] و{ $seconds } ثانية
}
time-hours = { $n ->
    [zero] أقل من ساعة
    [one] ساعة واحدة
    [two] ساعتين
    [few] { $n } ساعات
    [many] { $n } ساعة
   *[other] { $n } ساعة
}
time-hours_and_minutes = { $hours ->
    [zero] { $hours } ساعة
    [one] ساعة
    [two] ساعتين
    [few] { $hours } ساعات
    [many] { $hours } ساعة
   *[other] { $hours } ساعة
} { $minutes ->
    [zero] و{ $minutes } دقيقة
    [one] ودقيقة
    [two] ودقيقتين
    [few] و{ $minutes } دقائق
    [many] و{ $minutes } دقيقة
   *[other] و{ $minutes } دقيقة
}
time-days = { $n ->
    [zero] أقل من يوم
    [one] يوم واحد
    [two] يومين
    [few] { $n } أيام
    [many] { $n } يومًا
   *[other] { $n } يوم
}
# Ages, as Intl.RelativeTimeFormat writes them in its short style (CLDR), with its spaces: a browser goes on with them.
time-seconds_ago = { $n ->
    [zero] قبل { $n } ثانية
    [one] قبل ثانية واحدة
    [two] قبل ثانيتين
    [few] قبل { $n } ثوانٍ
    [many] قبل { $n } ثانية
   *[other] قبل { $n } ثانية
}
time-minutes_ago = { $n ->
    [zero] قبل { $n } دقيقة
    [one] قبل دقيقة واحدة
    [two] قبل دقيقتين
    [few] قبل { $n } دقائق
    [many] قبل { $n } دقيقة
   *[other] قبل { $n } دقيقة
}
time-hours_ago = { $n ->
    [zero] قبل { $n } ساعة
    [one] قبل ساعة واحدة
    [two] قبل ساعتين
    [few] قبل { $n } ساعات
    [many] قبل { $n } ساعة
   *[other] قبل { $n } ساعة
}
time-days_ago = { $n ->
    [zero] قبل { $n } يوم
    [one] قبل يوم واحد
    [two] قبل يومين
    [few] قبل { $n } أيام
    [many] قبل { $n } يومًا
   *[other] قبل { $n } يوم
}

## Sentences: an application
#
# An application is التطبيق, its part الجزء. Where a name may be of either, or of a queue, it stands before a colon.

application-does_not_answer = التطبيق { $service } لا يرد
application-parts_not_asked = تعذر سؤال أجزائه.
# Something else than the application answered, such as a proxy.
application-something_in_front = شيء آخر أمامه يرد بدلًا منه.
application-could_not_be_asked = تعذر سؤال التطبيق { $service }
application-turned_our_question_away = رفض سؤالنا. وهذا لا يقول شيئًا عن حالته.
application-answer_not_understood = لم يُفهم رده. وهذا لا يقول شيئًا عن حالته.
application-did_not_answer = لم يرد.
application-nothing_known_of_it = لا شيء معروف عنه في الوقت الحالي.
application-last_answer_too_old = آخر رد منه أقدم من أن يُعتمد عليه.
application-contradicts_itself = التطبيق { $service } يناقض نفسه
application-believe_the_worse = يقول «بخير» ويشير إلى فشل في الوقت نفسه. نأخذ بالأسوأ.
application-parts_are_not_working = { $names }: { $count ->
    [zero] لا تعمل
    [one] لا يعمل
    [two] لا يعملان
    [few] لا تعمل
    [many] لا تعمل
   *[other] لا تعمل
}
# An application, a part of it or a queue.
application-is_not_working = { $service }: لا يعمل
application-says_so_itself = التطبيق نفسه يقول ذلك.
application-started_without_parts = بدأ التطبيق { $service } من دون { $names }
application-restarted_into_broken = أُعيد تشغيله وجزء يعتمد عليه لا يعمل.
application-restarted_into_broken_at = أُعيد تشغيله في { $at } وجزء يعتمد عليه لا يعمل.
# $what: the names of the parts that have problems, or of the application.
application-works_but_for = يعمل مع مشكلات: { $what }
# An application or a part of it.
application-is_restarting = { $service } قيد إعادة التشغيل
# $at_most: "5 min".
application-leaving_on_purpose = يتوقف عن قصد ويُنهي ما لديه من عمل. هذا طبيعي لمدة تصل إلى { $at_most }.
# $lasts: "7 minutes".
application-restarting_for = التطبيق { $service } قيد إعادة التشغيل منذ { $lasts }
# Follows the one above. $at_most: "5 min".
application-longer_than = هذا أطول من { $at_most }، وهي المدة المفترضة.

## Sentences: the whole page

board-nothing_watched = لا شيء تحت المراقبة بعد
board-add_a_service = أضف تطبيقًا إلى ملف الإعدادات.
board-nothing_checked_yet = لم يُفحص شيء بعد
# $every: "15 s".
board-first_check_due = يُجرى أول فحص خلال { $every }.
board-nothing_could_be_checked = تعذر فحص أي شيء
board-lost_its_connection = الأرجح أن هذه الصفحة فقدت اتصالها.
board-out_of_date = محتوى هذه الصفحة قديم
board-last_check_at = كان آخر فحص في { $at }.
board-no_check_for_too_long = لم يُفحص شيء منذ مدة أطول مما ينبغي.
# The headline that stood here before the page was out of date.
board-then_and_now = آنذاك: «{ $headline }». الآن: غير معروف.
# There are no capitals.
board-lowered_words = -
board-now_not_known = الآن: غير معروف.
# One check has failed; before that is believed, there is another.
board-checking_again_after = { $missed ->
    [turned_away] يُعاد الفحص: قوبل آخر فحص بالرفض.
    [not_understood] يُعاد الفحص: لم يُفهم آخر رد.
   *[no_answer] يُعاد الفحص: لم يتلقَّ آخر فحص أي رد.
}
board-checking_again_shortly = يُعاد الفحص.

# A headline, of several applications: "Search could not be asked; the other 4 work".
board-and_the_others_work = { $headline }؛ { $others ->
    [zero] ولا تطبيق غيره
    [one] والتطبيق الآخر يعمل
    [two] والتطبيقان الآخران يعملان
    [few] والتطبيقات الـ{ $others } الأخرى تعمل
    [many] والتطبيقات الـ{ $others } الأخرى تعمل
   *[other] والتطبيقات الـ{ $others } الأخرى تعمل
}
# A headline: so much else is wrong.
board-and_so_much_more = { $headline }، { $more ->
    [zero] ولا شيء غير ذلك
    [one] وأمر آخر
    [two] وأمران آخران
    [few] و{ $more } أمور أخرى
    [many] و{ $more } أمرًا آخر
   *[other] و{ $more } أمر آخر
}
# Below the headline: another headline.
board-also = وكذلك: { $headline }.
# The same, with the name of the application that it is about.
board-also_of = وكذلك، { $service } · { $headline }.
# Below four of these: so many more are not told.
board-and_others = { $n ->
    [zero] ولا شيء غير ذلك.
    [one] وأمر آخر.
    [two] وأمران آخران.
    [few] و{ $n } أمور أخرى.
    [many] و{ $n } أمرًا آخر.
   *[other] و{ $n } أمر آخر.
}

# $when: "14:01:15", or board-at_and_lasting.
board-not_working_since_when = لا يعمل منذ { $when }.
board-not_known_since_when = غير معروف منذ { $when }.
board-so_since_when = منذ { $when }.
# $lasts: "1 min 49 s".
board-at_and_lasting = { $at } (لمدة { $lasts })
board-last_sign_of_life = آخر إشارة حياة في { $at }.
board-set_up_wrongly = هذه الصفحة غير معدّة على نحو صحيح. يجد صاحبها السبب في سجل التشغيل.

## Sentences: what happened
#
# One line each, without a full stop, beside a time.

# An application or a part of it. It did not work before.
event-works_again = { $name }: يعمل من جديد
event-works = { $name }: يعمل
event-works_with_problems = { $name }: يعمل مع مشكلات
event-whether_it_works_is_not_known = { $name }: غير معروف إن كان يعمل
event-is_no_longer_checked = { $name }: لا فحص بعد الآن
event-no_sign_of_life_any_more = { $queue }: لا إشارة حياة من أي عامل
event-nobody_is_there_as_may_be = { $queue }: لا عامل في الوقت الحالي، وهذا طبيعي هنا
event-so_many_at_it = { $queue }: { $n ->
    [zero] لا عامل على رأس العمل
    [one] على رأس العمل عامل واحد
    [two] على رأس العمل عاملان
    [few] على رأس العمل { $n } عمال
    [many] على رأس العمل { $n } عاملًا
   *[other] على رأس العمل { $n } عامل
}
event-so_many_at_it_again = { $queue }: { $n ->
    [zero] لا عامل على رأس العمل
    [one] على رأس العمل من جديد عامل واحد
    [two] على رأس العمل من جديد عاملان
    [few] على رأس العمل من جديد { $n } عمال
    [many] على رأس العمل من جديد { $n } عاملًا
   *[other] على رأس العمل من جديد { $n } عامل
}
event-queue_works = { $queue }: يعمل
event-queue_works_again = { $queue }: يعمل من جديد
event-queue_is_not_working = { $queue }: لا يعمل
event-queue_has_problems = { $queue }: يعمل مع مشكلات
event-queue_is_restarting = { $queue }: إعادة تشغيل
event-nobody_counts_the_workers = { $queue }: لا أحد يعدّ العمال
event-the_only_worker_is_gone = { $queue }: غاب العامل الوحيد
# All that there were, at least two.
event-all_workers_are_gone = { $queue }: { $n ->
    [zero] غاب كل العمال
    [one] غاب العامل الوحيد
    [two] غاب العاملان كلاهما
    [few] غاب العمال الـ{ $n } جميعًا
    [many] غاب العمال الـ{ $n } جميعًا
   *[other] غاب العمال الـ{ $n } جميعًا
}
# "2 workers are gone, 1 of 3 is left"
event-some_workers_are_gone = { $queue }: { $gone ->
    [zero] لم يغب أي عامل
    [one] غاب عامل واحد
    [two] غاب عاملان
    [few] غاب { $gone } عمال
    [many] غاب { $gone } عاملًا
   *[other] غاب { $gone } عامل
}، وبقي { $left } من { $before }
# There was none before.
event-first_workers_sign_in = { $queue }: { $n ->
    [zero] لم يسجّل أي عامل حضوره
    [one] سجّل عامل واحد حضوره
    [two] سجّل عاملان حضورهما
    [few] سجّل { $n } عمال حضورهم
    [many] سجّل { $n } عاملًا حضورهم
   *[other] سجّل { $n } عامل حضورهم
}
# So many ($n) sign in, and so many ($now, at least two) are there now.
event-more_workers_sign_in = { $queue }: { $n ->
    [zero] لم يسجّل أي عامل حضوره
    [one] سجّل عامل واحد حضوره
    [two] سجّل عاملان حضورهما
    [few] سجّل { $n } عمال حضورهم
    [many] سجّل { $n } عاملًا حضورهم
   *[other] سجّل { $n } عامل حضورهم
}، وعدد الحاضرين الآن { $now }
# What people wrote while they looked into it, and after it was over.
event-on_call = من المناوب: «{ $text }»
event-learned_afterwards = تبيّن لاحقًا: «{ $text }»
# One of the lines above, about one of several applications.
event-line_of = { $service } · { $line }

## Sentences: incidents

# A title. Its workers start only when there is work.
incident-nobody_has_come = { $queue }: هناك عمل في الانتظار ولم يأتِ أحد
incident-restarts_for_too_long = إعادة تشغيل التطبيق { $service } تستغرق أطول مما ينبغي
incident-since = منذ { $at }
# $lasts: "6 minutes".
incident-since_for = منذ { $at }، أي منذ { $lasts }
incident-from_to_for = من { $from } إلى { $to }، لمدة { $lasts }
# What people do about it.
incident-what_people_do = { $stage ->
    [looking] أحدهم ينظر في الأمر
    [looking_again] أحدهم ينظر في الأمر من جديد
    [found] عُرف السبب
    [fixed] تم الإصلاح
    [watching] الوضع تحت المتابعة
    [nobody_any_more] لا أحد ينظر في الأمر في الوقت الحالي
   *[nobody_yet] لم يقل أحد شيئًا بعد
}

## Sentences: planned maintenance
#
# $names is a list of names of applications; $title is what somebody wrote.

# Before a headline that has no colon in it.
maintenance-planned_until_with = صيانة مخطط لها حتى { $until }: { $headline }
# Before a headline with a colon: "Background jobs: no sign of life from any worker".
maintenance-planned_until_and = صيانة مخطط لها حتى { $until }. { $headline }
maintenance-possible = صيانة مخطط لها حتى { $until }. قد تحدث انقطاعات قصيرة.
maintenance-possible_of = صيانة مخطط لها تشمل { $names } حتى { $until }. قد تحدث انقطاعات قصيرة.
maintenance-announced = صيانة مخطط لها من { $from } إلى { $until }.
maintenance-announced_what = صيانة مخطط لها من { $from } إلى { $until }: { $title }.
maintenance-announced_of = صيانة مخطط لها تشمل { $names } من { $from } إلى { $until }.
maintenance-announced_of_what = صيانة مخطط لها تشمل { $names } من { $from } إلى { $until }: { $title }.
maintenance-planned_work = العمل الجاري: { $title }.
# Follows "58 jobs are waiting."
maintenance-processed_afterwards = تُستأنف المعالجة بعد الصيانة.
# Beside the mark of planned maintenance.
maintenance-planned_since_until = صيانة مخطط لها، منذ { $since }، حتى { $until }

## Sentences: who watches from elsewhere
#
# A watcher (المراقب) inside a network that the page cannot look into reports to the page what it sees. $source is its
# name.

# Headlines; of a single watcher they say "inside".
source-nothing_heard_since = لم يصل شيء من المراقب { $source } منذ { $at }
source-nothing_heard_from_inside_since = لم يصل شيء من الداخل منذ { $at }
source-nothing_heard_yet = لم يصل شيء من المراقب { $source } بعد
source-nothing_heard_from_inside_yet = لم يصل شيء من الداخل بعد
source-does_not_report = المراقب داخل الشبكة لا يُبلغ بشيء. قد يكون التطبيق بخير.
source-has_not_reported_yet = المراقب داخل الشبكة لم يُبلغ بشيء حتى الآن.
# Beside the application.
source-reported_by = بحسب المراقب { $source }
# In the footer. $services is a list of names.
source-reported_of = { $services }: بحسب المراقب { $source }.

## Alerts
#
# Sent to the people who run the application; their other sentences are the page's. Titles have no full stop.

alert-watched_no_longer = انتهت مراقبة التطبيق { $service }
alert-queue_watched_no_longer = { $service }: انتهت مراقبة إحدى قوائم الانتظار
# $page: the page's name.
alert-this_is_a_test = { $page }: هذا اختبار، ولم يحدث شيء
alert-somebody_tests = شغّل أحدهم أمر اختبار التنبيهات. تصل التنبيهات إلى هنا.
alert-process_is_well_again = { $service }: العملية نفسها تقول إنها بخير من جديد
alert-process_did_not_start_well = { $service }: العملية نفسها تقول إنها لم تبدأ على نحو سليم
alert-longer_than_a_restart = هذا مستمر مدة أطول مما تستغرقه إعادة التشغيل. الحكم لا يستند إليه.
alert-queue_cannot_be_read = { $service }: تعذرت قراءة إحدى قوائم الانتظار
# A headline as a sentence.
alert-sentence = { $headline }.
alert-title_of = { $service } · { $headline }
alert-still_so = لا يزال الأمر كذلك: { $title }
# $evidence: what a server said, in its own words.
alert-seen = ما رُصد: { $evidence }
# $numbers: alert-numbers.
alert-seen_numbers = ما رُصد: { $numbers }
# $why: what a server said of one of the application's parts, in its own words.
alert-seen_of_part = { $part }: { $why }
# $workers: one of the three below. $waiting and $failed: numbers, or label-unknown_for.
alert-numbers = { $queue }: { $workers }، في الانتظار { $waiting }، فشلت نهائيًا { $failed }
# The same, with what a server said.
alert-numbers_with = { $queue }: { $workers }، في الانتظار { $waiting }، فشلت نهائيًا { $failed } ({ $evidence })
alert-so_many_workers = { $n ->
    [zero] لا عمال
    [one] عامل واحد
    [two] عاملان
    [few] { $n } عمال
    [many] { $n } عاملًا
   *[other] { $n } عامل
}
# $unknown: "? (no permission)" (label-unknown_for).
alert-workers_unknown = العمال { $unknown }
alert-workers_not_counted = العمال غير معدودين
# A breaker is open when the application has stopped asking a part that fails.
alert-breaker_is_closed_again = { $service }: القاطع أمام { $part } مغلق من جديد
alert-breaker_is_open = { $service }: القاطع أمام { $part } مفتوح
alert-has_stopped_asking = توقف التطبيق { $service } عن سؤال { $part }.
alert-can_be_read_again = { $queue }: القراءة ممكنة من جديد
alert-cannot_be_read_whole = { $queue }: تعذر على هذه الصفحة أن تقرأ كل شيء
# The application as such, although its queue cannot be read. $state: "working" (label-state_word).
alert-service_itself = التطبيق { $service } نفسه: { $state }.
alert-failed_jobs_are_gone = { $queue }: لم تعد هناك مهام فاشلة جديدة
alert-in_service = في التطبيق { $service }.
alert-more_have_failed = { $queue }: { $n ->
    [zero] لم تفشل نهائيًا أي مهمة أخرى
    [one] فشلت نهائيًا مهمة أخرى
    [two] فشلت نهائيًا مهمتان أخريان
    [few] فشلت نهائيًا { $n } مهام أخرى
    [many] فشلت نهائيًا { $n } مهمة أخرى
   *[other] فشلت نهائيًا { $n } مهمة أخرى
}
alert-in_all = المجموع { $n } في التطبيق { $service }.
# Follows the one above.
alert-had_failed_before = منها { $n } من قبل أن تبدأ هذه الصفحة المراقبة.
# $at: "14:01:00 UTC". $lasted: "1 min 49 s".
alert-began_and_lasted = بدأت المشكلة في { $at } واستمرت { $lasted }.
alert-seen_at = رُصد ذلك في { $at }.
alert-since_at = منذ { $at }.
# $lasts: "6 minutes".
alert-since_for = منذ { $at }، أي منذ { $lasts }.

## Sentences: lists, and why a number is not known

# What somebody wrote, whole, with its full stop.
say-written = { $text }
# Lists of names: of one, of two, of more.
say-one = { $name }
say-two = { $first } و{ $second }
say-two_and_more = { $first } و{ $second } و{ $more } غيرهما
# Short: it stands after "?" in brackets, or after a colon.
say-reason_of = { $why ->
    [not_asked_yet] لم يُسأل بعد
    [not_answering] لا يرد
    [no_password] كلمة مرور خاطئة
    [wrong_password] كلمة مرور خاطئة
    [not_permitted] لا صلاحية
    [starting_up] قيد بدء التشغيل
    [not_serving] لا يقدم بيانات
    [elsewhere_in_cluster] محفوظ في عقدة أخرى
    [wrong_kind_of_key] نوع مفتاح خاطئ
    [no_such_key] لم يُستخدم قط
    [too_large] أكبر من الحد
    [not_understood] رد غير مفهوم
    [not_offered] هذا النظام لا يخبر
    [not_reported] لم يُبلَّغ به
    [not_asked] لم يُسأل
    [clock_skew] الساعات غير متوافقة
   *[our_fault] حد من جهتنا
}

## Sentences: nothing is wrong, or nothing that anybody needs
#
# Headlines have no full stop; sentences below them have one. $names and $queues are lists of so many ($count) names.

well-everything_works = كل شيء يعمل
well-working = يعمل
well-everything_works_and_so_many = { $exactness ->
    [at_least] { $n ->
        [zero] كل شيء يعمل، وعلى رأس العمل { $n } عامل على الأقل
        [one] كل شيء يعمل، وعلى رأس العمل عامل واحد على الأقل
        [two] كل شيء يعمل، وعلى رأس العمل عاملان على الأقل
        [few] كل شيء يعمل، وعلى رأس العمل { $n } عمال على الأقل
        [many] كل شيء يعمل، وعلى رأس العمل { $n } عاملًا على الأقل
       *[other] كل شيء يعمل، وعلى رأس العمل { $n } عامل على الأقل
    }
    [at_most] { $n ->
        [zero] كل شيء يعمل، وعلى رأس العمل { $n } عامل على الأكثر
        [one] كل شيء يعمل، وعلى رأس العمل عامل واحد على الأكثر
        [two] كل شيء يعمل، وعلى رأس العمل عاملان على الأكثر
        [few] كل شيء يعمل، وعلى رأس العمل { $n } عمال على الأكثر
        [many] كل شيء يعمل، وعلى رأس العمل { $n } عاملًا على الأكثر
       *[other] كل شيء يعمل، وعلى رأس العمل { $n } عامل على الأكثر
    }
   *[exactly] { $n ->
        [zero] كل شيء يعمل، ولا عامل على رأس العمل
        [one] كل شيء يعمل، وعلى رأس العمل عامل واحد
        [two] كل شيء يعمل، وعلى رأس العمل عاملان
        [few] كل شيء يعمل، وعلى رأس العمل { $n } عمال
        [many] كل شيء يعمل، وعلى رأس العمل { $n } عاملًا
       *[other] كل شيء يعمل، وعلى رأس العمل { $n } عامل
    }
}
well-everything_works_and_is_busy = كل شيء يعمل، والعمل كثير
well-working_except = يعمل، ما عدا { $names }
# So many parts, which the headline has named.
well-works_without = { $count ->
    [zero] التطبيق يعمل من دونها.
    [one] التطبيق يعمل من دونه.
    [two] التطبيق يعمل من دونهما.
    [few] التطبيق يعمل من دونها.
    [many] التطبيق يعمل من دونها.
   *[other] التطبيق يعمل من دونها.
}
well-not_working_but_not_needed = { $names }: { $count ->
    [zero] لا تعمل؛ والتطبيق يعمل من دونها.
    [one] لا يعمل؛ والتطبيق يعمل من دونه.
    [two] لا يعملان؛ والتطبيق يعمل من دونهما.
    [few] لا تعمل؛ والتطبيق يعمل من دونها.
    [many] لا تعمل؛ والتطبيق يعمل من دونها.
   *[other] لا تعمل؛ والتطبيق يعمل من دونها.
}
well-working_although = { $count ->
    [zero] يعمل، مع مشكلات في { $names }
    [one] يعمل، مع مشكلات في { $names }
    [two] يعمل، مع مشكلات في جزأين: { $names }
    [few] يعمل، مع مشكلات في { $count } أجزاء: { $names }
    [many] يعمل، مع مشكلات في { $count } جزءًا: { $names }
   *[other] يعمل، مع مشكلات في { $count } جزء: { $names }
}
well-working_but_not_checked = { $count ->
    [zero] يعمل، لكن تعذر فحص { $names }
    [one] يعمل، لكن تعذر فحص { $names }
    [two] يعمل، لكن تعذر فحص جزأين: { $names }
    [few] يعمل، لكن تعذر فحص { $count } أجزاء: { $names }
    [many] يعمل، لكن تعذر فحص { $count } جزءًا: { $names }
   *[other] يعمل، لكن تعذر فحص { $count } جزء: { $names }
}
# Queues, which somebody has stopped.
well-are_paused = { $count ->
    [zero] قوائم الانتظار { $queues } متوقفة مؤقتًا
    [one] قائمة الانتظار { $queues } متوقفة مؤقتًا
    [two] قائمتا الانتظار { $queues } متوقفتان مؤقتًا
    [few] قوائم الانتظار { $queues } متوقفة مؤقتًا
    [many] قوائم الانتظار { $queues } متوقفة مؤقتًا
   *[other] قوائم الانتظار { $queues } متوقفة مؤقتًا
}
well-stopped_on_purpose = أوقف أحدهم العمل عمدًا.
well-take_no_new_work = يعمل، لكن العمال في { $queues } لا يأخذون عملًا جديدًا
well-told_to_finish = طُلب منهم أن يُنهوا ما هو قيد التنفيذ لديهم.
well-nobody_counts = يعمل، لكن لا أحد يعدّ العمال
well-nobody_counts_those_of = يعمل، لكن لا أحد يعدّ العمال في { $names }
well-nothing_but_uncounted = { $service }: لا أحد يعدّ العمال
well-nobody_tells_who_is_alive = نظام قوائم الانتظار هذا لا يخبر بمن هو حاضر.
well-at_it = { $exactness ->
    [at_least] { $n ->
        [zero] على رأس العمل { $n } عامل على الأقل.
        [one] على رأس العمل عامل واحد على الأقل.
        [two] على رأس العمل عاملان على الأقل.
        [few] على رأس العمل { $n } عمال على الأقل.
        [many] على رأس العمل { $n } عاملًا على الأقل.
       *[other] على رأس العمل { $n } عامل على الأقل.
    }
    [at_most] { $n ->
        [zero] على رأس العمل { $n } عامل على الأكثر.
        [one] على رأس العمل عامل واحد على الأكثر.
        [two] على رأس العمل عاملان على الأكثر.
        [few] على رأس العمل { $n } عمال على الأكثر.
        [many] على رأس العمل { $n } عاملًا على الأكثر.
       *[other] على رأس العمل { $n } عامل على الأكثر.
    }
   *[exactly] { $n ->
        [zero] لا عامل على رأس العمل.
        [one] على رأس العمل عامل واحد.
        [two] على رأس العمل عاملان.
        [few] على رأس العمل { $n } عمال.
        [many] على رأس العمل { $n } عاملًا.
       *[other] على رأس العمل { $n } عامل.
    }
}
well-jobs_waiting = { $n ->
    [zero] لا مهمة في الانتظار.
    [one] مهمة واحدة في الانتظار.
    [two] مهمتان في الانتظار.
    [few] { $n } مهام في الانتظار.
    [many] { $n } مهمة في الانتظار.
   *[other] { $n } مهمة في الانتظار.
}
well-jobs_waiting_and_more = { $n ->
    [zero] لا مهمة في الانتظار
    [one] مهمة واحدة في الانتظار
    [two] مهمتان في الانتظار
    [few] { $n } مهام في الانتظار
    [many] { $n } مهمة في الانتظار
   *[other] { $n } مهمة في الانتظار
}، أي أكثر بـ{ $more } مما كان قبل 10 دقائق.
well-jobs_waiting_and_fewer = { $n ->
    [zero] لا مهمة في الانتظار
    [one] مهمة واحدة في الانتظار
    [two] مهمتان في الانتظار
    [few] { $n } مهام في الانتظار
    [many] { $n } مهمة في الانتظار
   *[other] { $n } مهمة في الانتظار
}، أي أقل بـ{ $fewer } مما كان قبل 10 دقائق.
# Nothing has failed for good.
well-nothing_new_has_failed = لم يفشل شيء جديد نهائيًا منذ أمس.
# $lasts: "6 minutes".
well-working_for = يعمل منذ { $lasts }.

## Sentences: a queue's workers
#
# Headlines begin with the queue's name and have no full stop.

# $lasts: "6 minutes".
workers-no_sign_of_life = { $queue }: لا إشارة حياة من أي عامل منذ { $lasts }
workers-never_seen = { $queue }: لم يُرصد أي عامل قط
workers-wrong_place_or_never_started = إما أنه لم يبدأ أي عامل، وإما أن هذه الصفحة تنظر في المكان الخطأ.
workers-nobody_signs_in_yet_jobs_are_done = { $queue }: لا يسجّل أي عامل حضوره، ومع ذلك تُنجز مهام
workers-sign_in_may_be_broken = أُخذت مهام منذ آخر فحص. قد يكون تسجيل الحضور نفسه معطلًا.
# Jobs that a worker has taken and not finished.
workers-in_hand_when_silent = { $n ->
    [zero] لم تكن أي مهمة قيد التنفيذ حين صمت آخر عامل.
    [one] كانت مهمة واحدة قيد التنفيذ حين صمت آخر عامل.
    [two] كانت مهمتان قيد التنفيذ حين صمت آخر عامل.
    [few] كانت { $n } مهام قيد التنفيذ حين صمت آخر عامل.
    [many] كانت { $n } مهمة قيد التنفيذ حين صمت آخر عامل.
   *[other] كانت { $n } مهمة قيد التنفيذ حين صمت آخر عامل.
}
workers-witnesses_disagree = { $queue }: شاهدان لا يتفقان
# $store: "Redis", "RabbitMQ" or "the database" (label-store_word). A number must not follow it at once: it would change
# places with a name in Latin letters.
workers-they_disagree = بحسب التطبيق { $app ->
    [zero] لا يوجد أي عامل
    [one] يوجد عامل واحد
    [two] يوجد عاملان
    [few] يوجد { $app } عمال
    [many] يوجد { $app } عاملًا
   *[other] يوجد { $app } عامل
}، وبحسب { $store } { $ours ->
    [zero] لا يوجد أي عامل
    [one] يوجد عامل واحد
    [two] يوجد عاملان
    [few] يوجد { $ours } عمال
    [many] يوجد { $ours } عاملًا
   *[other] يوجد { $ours } عامل
}. نأخذ بالأسوأ إلى أن يتفقا.
workers-could_not_be_counted = { $queue }: تعذر عدّ العمال
workers-not_counted_yet = { $queue }: لم يجرِ عدّ العمال بعد
workers-clocks_do_not_agree = { $queue }: الساعات غير متوافقة
# Below a headline that says that workers could not be counted: "they" are the workers.
workers-because_of = { $why ->
    [not_asked_yet] لم يُسأل عنهم بعد.
    [not_asked] لم يُسأل عنهم.
    [not_answering] مخزن المهام لا يرد.
    [no_password] لا تملك هذه الصفحة صلاحية الاطلاع.
    [wrong_password] لا تملك هذه الصفحة صلاحية الاطلاع.
    [not_permitted] لا تملك هذه الصفحة صلاحية الاطلاع.
    [starting_up] مخزن المهام قيد بدء التشغيل.
    [not_serving] مخزن المهام يرد، لكنه لا يقدم بيانات.
    [elsewhere_in_cluster] بياناتهم في عقدة أخرى من مخزن المهام.
    [wrong_kind_of_key] لا توجد قائمة كهذه في مخزن المهام.
    [no_such_key] لا توجد قائمة كهذه في مخزن المهام.
    [too_large] رد مخزن المهام أكبر من الحد.
    [not_understood] لم يُفهم رد مخزن المهام.
    [not_offered] نظام قوائم الانتظار هذا لا يخبر بمن هو حاضر.
    [not_reported] التطبيق لا يقول كم عددهم.
    [clock_skew] ساعة مخزن المهام غير مضبوطة؛ لا يمكن الوثوق بالمدد المحسوبة.
   *[our_fault] الخلل في هذه الصفحة نفسها.
}
workers-application_does_not_count = التطبيق لا يقول كم عددهم.
workers-last_count_too_old = آخر عدّ أقدم من أن يُعتمد عليه.
workers-the_application_says_it_is_fine = التطبيق يقول إنه بخير.
workers-whether_jobs_are_processed = لا يمكننا أن نعرف هل تُعالج المهام.
workers-last_counted = آخر عدّ في { $at }: { $n ->
    [zero] لا عمال
    [one] عامل واحد
    [two] عاملان
    [few] { $n } عمال
    [many] { $n } عاملًا
   *[other] { $n } عامل
}.
# A headline: all is well as far as the application says, but we cannot look ourselves.
workers-working_without = { $store ->
    [silent] يعمل؛ مخزن المهام لا يرد علينا
    [turns_us_away] يعمل؛ مخزن المهام يرفض سؤالنا
   *[not_readable] يعمل؛ تعذرت قراءة مخزن المهام
}
workers-the_application_counts_them = { $n ->
    [zero] لا يعدّ التطبيق أي عامل.
    [one] يعدّ التطبيق عاملًا واحدًا.
    [two] يعدّ التطبيق عاملين.
    [few] يعدّ التطبيق { $n } عمال.
    [many] يعدّ التطبيق { $n } عاملًا.
   *[other] يعدّ التطبيق { $n } عامل.
}
# Follows the one above.
workers-not_counted_by_ourselves = لم نستطع عدّهم بأنفسنا.
workers-counted_by_the_application_alone = التطبيق نفسه لا يعدّ أي عامل.
workers-the_application_itself_answers = التطبيق نفسه يرد.
workers-so_many_are_alive = { $exactness ->
    [at_least] { $n ->
        [zero] { $n } عامل على الأقل حاضر.
        [one] عامل واحد على الأقل حاضر.
        [two] عاملان على الأقل حاضران.
        [few] { $n } عمال على الأقل حاضرون.
        [many] { $n } عاملًا على الأقل حاضرون.
       *[other] { $n } عامل على الأقل حاضرون.
    }
    [at_most] { $n ->
        [zero] { $n } عامل على الأكثر حاضر.
        [one] عامل واحد على الأكثر حاضر.
        [two] عاملان على الأكثر حاضران.
        [few] { $n } عمال على الأكثر حاضرون.
        [many] { $n } عاملًا على الأكثر حاضرون.
       *[other] { $n } عامل على الأكثر حاضرون.
    }
   *[exactly] { $n ->
        [zero] لا عامل حاضر.
        [one] عامل واحد حاضر.
        [two] عاملان حاضران.
        [few] { $n } عمال حاضرون.
        [many] { $n } عاملًا حاضرون.
       *[other] { $n } عامل حاضرون.
    }
}
# Begins with an Arabic word, so that the whole line runs from right to left wherever it is shown.
workers-redis_answers_so_many = { $exactness ->
    [at_least] { $n ->
        [zero] يرد Redis: الحاضرون { $n } عامل على الأقل.
        [one] يرد Redis: عامل واحد على الأقل حاضر.
        [two] يرد Redis: عاملان على الأقل حاضران.
        [few] يرد Redis: الحاضرون { $n } عمال على الأقل.
        [many] يرد Redis: الحاضرون { $n } عاملًا على الأقل.
       *[other] يرد Redis: الحاضرون { $n } عامل على الأقل.
    }
    [at_most] { $n ->
        [zero] يرد Redis: الحاضرون { $n } عامل على الأكثر.
        [one] يرد Redis: عامل واحد على الأكثر حاضر.
        [two] يرد Redis: عاملان على الأكثر حاضران.
        [few] يرد Redis: الحاضرون { $n } عمال على الأكثر.
        [many] يرد Redis: الحاضرون { $n } عاملًا على الأكثر.
       *[other] يرد Redis: الحاضرون { $n } عامل على الأكثر.
    }
   *[exactly] { $n ->
        [zero] يرد Redis: لا عامل حاضر.
        [one] يرد Redis: عامل واحد حاضر.
        [two] يرد Redis: عاملان حاضران.
        [few] يرد Redis: الحاضرون { $n } عمال.
        [many] يرد Redis: الحاضرون { $n } عاملًا.
       *[other] يرد Redis: الحاضرون { $n } عامل.
    }
}
workers-watching_since = المراقبة منذ { $at }.
# Of queues whose workers start only when there is work.
workers-no_worker_and_no_work = { $queue }: لا عامل ولا عمل. يبدأ العمال حين يوجد عمل.
workers-no_worker_yet = { $queue }: لا عامل بعد؛ يُنتظر أن يبدأ أحدهم، فهناك عمل.
workers-whether_work_waits_is_not_known = { $queue }: لا عامل هنا، وغير معروف إن كان هناك عمل في الانتظار
# So many have waited for so long.
workers-jobs_for = { $n ->
    [zero] لا مهمة منذ { $lasts }.
    [one] مهمة واحدة منذ { $lasts }.
    [two] مهمتان منذ { $lasts }.
    [few] { $n } مهام منذ { $lasts }.
    [many] { $n } مهمة منذ { $lasts }.
   *[other] { $n } مهمة منذ { $lasts }.
}

## Labels

# The word beside a mark. In text it stands in the middle of a line.
label-state_word = { $state ->
    [operational] يعمل
    [degraded] يعمل مع مشكلات
    [down] لا يعمل
    [draining] إعادة تشغيل
    [unknown] غير معروف
   *[not_applicable] لا يُفحص هنا
}
# The word in the document's title.
label-tone_word = { $tone ->
    [working] يعمل
    [half_working] يعمل، والعمال غير معدودين
    [problems] يعمل مع مشكلات
    [not_working] لا يعمل
    [restarting] إعادة تشغيل
    [not_known] غير معروف
    [out_of_date] قديم
   *[not_checked] لا يُفحص هنا
}
# The document's title. $sign: ■, $word: "Not working", $subject: the name of what it is about, $page: the page's.
label-title = { $sign } { $word } · { $page }
label-title_about = { $sign } { $word }: { $subject } · { $page }
# Stands for a part that has no name.
label-dependency = الجزء { $n }
label-not_measured = يعمل، والعمال غير معدودين
# $word: "Working".
label-confirming = { $word }، يُعاد الفحص
label-paused = { $word } · متوقف مؤقتًا
label-quiet = { $word } · لا يأخذ عملًا جديدًا

# Over the number of workers.
label-workers = العمال
label-workers_in_window = العمال، آخر { $window }
label-workers_connected = العمال المتصلون
label-workers_at_most = العمال، على الأكثر
label-workers_says_the_application = العمال، بحسب التطبيق
# A number of workers that may be higher.
label-at_least = { "\u2066" }{ $n }+{ "\u2069" }

# Below the number of workers. $age is written by the reader's browser: "7 seconds ago"; it may stand anywhere.
label-latest = آخر إشارة { $age }
label-longest_silence = أطول صمت دام { $longest }
label-counts_no_further = هذا العدد على الأقل، فهذه الصفحة لا تعدّ أبعد منه
# Where a dead worker's record lives on for a while.
label-a_dead_one_shows_within = يظهر غياب عامل خلال { $window }
label-told_by_the_application = بحسب التطبيق، { $age }
# When something last failed for good.
label-latest_dead_letter = آخرها { $age }
# So many workers.
label-were_here_until = { $n ->
    [zero] لم يكن هنا أي عامل حتى { $at }
    [one] كان هنا عامل واحد حتى { $at }
    [two] كان هنا عاملان حتى { $at }
    [few] كان هنا { $n } عمال حتى { $at }
    [many] كان هنا { $n } عاملًا حتى { $at }
   *[other] كان هنا { $n } عامل حتى { $at }
}
label-never_signed_in = لم يسجّل أحد حضوره هنا قط
label-last_sign_of_life = آخر إشارة حياة في { $at }
label-counted_at = العدّ في { $at }
# $reason: "not answering" (say-reason_of).
label-not_readable = تعذرت القراءة: { $reason }
label-not_readable_last_counted = تعذرت القراءة: { $reason }؛ آخر عدّ في { $at }: { $n }
label-cannot_count = هذا النظام لا يخبر بمن هو حاضر

# Read out for those who do not see the picture of the workers: how many seconds ago each was last heard.
label-seat = عامل واحد، آخر إشارة حياة قبل { $age ->
    [zero] أقل من ثانية
    [one] ثانية واحدة
    [two] ثانيتين
    [few] { $age } ثوانٍ
    [many] { $age } ثانية
   *[other] { $age } ثانية
}
label-seats_from_to = { $n ->
    [zero] لا عمال
    [one] عامل واحد
    [two] عاملان
    [few] { $n } عمال
    [many] { $n } عاملًا
   *[other] { $n } عامل
}، الثواني منذ آخر إشارة حياة: من { $first } إلى { $last }
# $ages: "2, 8", with $last "2, 8 and 141".
label-seats = { $n ->
    [zero] لا عمال
    [one] عامل واحد
    [two] عاملان
    [few] { $n } عمال
    [many] { $n } عاملًا
   *[other] { $n } عامل
}، الثواني منذ آخر إشارة حياة: { $ages } و{ $last }
label-comma = { $before } و{ $next }
label-each_a_tenth = { $n ->
    [zero] لا عمال، كل مقعد عُشرهم
    [one] عامل واحد، كل مقعد عُشر
    [two] عاملان، كل مقعد عُشرهما
    [few] { $n } عمال، كل مقعد عُشرهم
    [many] { $n } عاملًا، كل مقعد عُشرهم
   *[other] { $n } عامل، كل مقعد عُشرهم
}
label-empty_seats = { $n ->
    [zero] لم يكن هنا أي عامل حتى { $at }
    [one] كان هنا عامل واحد حتى { $at }
    [two] كان هنا عاملان حتى { $at }
    [few] كان هنا { $n } عمال حتى { $at }
    [many] كان هنا { $n } عاملًا حتى { $at }
   *[other] كان هنا { $n } عامل حتى { $at }
}

# Over a number of jobs.
label-waiting = في الانتظار
label-failed = فشلت نهائيًا
label-in_hand = قيد التنفيذ
label-overdue = حان وقتها ولم تبدأ
label-delayed = تنتظر وقتها
# Before a duration, which it must put into the genitive.
label-oldest = الأقدم في الانتظار منذ
# So many jobs in hand.
label-worker_gone = { $n ->
    [zero] { $n }، والعامل غائب
    [one] { $n }، والعامل غائب
    [two] { $n }، والعمال غائبون
    [few] { $n }، والعمال غائبون
    [many] { $n }، والعمال غائبون
   *[other] { $n }، والعمال غائبون
}
# Before label-side_by_side.
label-witnesses = الشاهدان
label-witnesses_agree = الشاهدان متفقان
label-witnesses_disagree = الشاهدان لا يتفقان
# How many workers each counts: numbers, or label-unknown_number.
label-side_by_side = التطبيق { $app } · { $store } { $ours }
label-store_word = { $store ->
    [redis] Redis
    [rabbitmq] RabbitMQ
   *[sql] قاعدة البيانات
}
label-unknown_number = ؟
label-unknown_for = ؟ ({ $reason })

label-parts = أجزاء التطبيق
label-works_without = التطبيق يعمل من دونه.
# Of parts, while the application restarts.
label-before_restart = كما كانت قبل إعادة التشغيل.
label-process = العملية نفسها
label-milliseconds = { $ms } مللي ثانية

# Before "4 seconds ago".
label-checked = آخر فحص
# Before a time.
label-valid_until = صالح حتى
label-as_of = كما في { $at }
label-since = منذ { $at }
label-offline = تعذر تحديث هذه الصفحة؛ ما يظهر هنا يزداد قدمًا.
# A link.
label-operator_view = عرض المشغّل
label-history_unavailable = لا يمكن عرض الأيام الماضية في الوقت الحالي؛ أما الحكم فمحدّث.
label-checked_every = فحص كل { $every }.
label-a_colour_is_a_claim = اللون تصريح؛ وبعد وقته تسحبه هذه الصفحة.
# Links.
label-plain_text = نص عادي
label-json = JSON
# What these links are.
label-other_forms = صيغ أخرى لهذه الصفحة

# The page as text. $sign: ■, $name: a service, a queue or a part, $state: "not working", or a headline.
label-text_line = { $sign } { $name }: { $state }
label-text_checked = آخر فحص { $at }
# $checked: label-text_checked, or that nothing has been checked yet. $zone: "Europe/Paris".
label-text_fresh = { $checked } ({ $zone }).
label-text_fresh_until = { $checked }، صالح حتى { $until } ({ $zone }).

## The past: percentages, days, trends, how often was checked

history-heading = 90 يومًا
# A label of the slider that reads the days.
history-read_a_day = قراءة يوم
# Begins the text of a day, in the place of its date: "Today. Mail: not working for 2 min."
history-today = اليوم
# At the right end of the bars.
history-today_axis = اليوم
# Of a whole day; stands after its date.
history-nothing_but_working = لم تُرصد حالة سوى «يعمل»
history-before_the_first_check = قبل أول فحص
# A heading, and the subtitle of the feeds.
history-happened = ما حدث
# As short as can be: it stands above a percentage.
history-last_24_h = 24 ساعة

# "14 September".
history-date_in_year = { $day } { $month ->
    [1] يناير
    [2] فبراير
    [3] مارس
    [4] أبريل
    [5] مايو
    [6] يونيو
    [7] يوليو
    [8] أغسطس
    [9] سبتمبر
    [10] أكتوبر
    [11] نوفمبر
   *[12] ديسمبر
}
# At the end of the bars. $date: "14 September".
history-first_check = أول فحص { $date }
# Above a percentage, and in history-share_in.
history-days = { $n ->
    [zero] { $n } يوم
    [one] يوم واحد
    [two] يومين
    [few] { $n } أيام
    [many] { $n } يومًا
   *[other] { $n } يوم
}
# What a folded list holds.
history-parts_of = قوائم الانتظار والأجزاء في { $service }

# $n has its decimals already: "99.91".
history-percent = { "\u2066" }{ $n }%{ "\u2069" }
# How much of the time was looked at; follows a percentage. $share: "99.2 %".
history-observed_share = من أصل { $share } مرصودة
# $share: "99.91 %"; $span: "24 h" or "30 days".
history-share_in = { $share } خلال { $span }
# In the text board: "uptime 100 % in 24 h, 99.91 % in 30 days (of 99.2 % observed)".
history-uptime_over = وقت العمل { $shares } ({ $observed })
# A list, one longer.
history-comma = { $before }، { $next }

# In the key of the bars, and in the text of a day, where a time follows (history-stretch).
history-stripe_word = { $stripe ->
    [working] يعمل
    [restarting] إعادة تشغيل
    [maintenance] صيانة مخطط لها
    [problems] يعمل مع مشكلات
    [not_known] غير معروف
    [not_working] لا يعمل
   *[nothing] قبل أول فحص، أو بلا فحص
}
# $what: one of the words above. $time: "1 min 49 s".
history-stretch = { $kind ->
    [all_day] { $what } طوال اليوم
    [no_second] { $what } لمدة أقل من ثانية
   *[so_long] { $what } لمدة { $time }
}
# This page itself did not look. $time: "1 min 49 s".
history-nothing_known = { $kind ->
    [all_day] لم يُعرف شيء طوال اليوم
    [no_second] لم يُعرف شيء لمدة أقل من ثانية
   *[so_long] لم يُعرف شيء لمدة { $time }
}
# $stretches: "not working for 1 min 49 s, not known for 5 min".
history-told_of = { $name }: { $stretches }
history-told_of_part = { $service }، { $part }: { $stretches }
# So many other services, queues and parts had trouble on that day.
history-and_more = { $n ->
    [zero] ولا شيء غير ذلك
    [one] وعنصر آخر
    [two] وعنصران آخران
    [few] و{ $n } عناصر أخرى
    [many] و{ $n } عنصرًا آخر
   *[other] و{ $n } عنصر آخر
}
# A date, or one of the sentences above, which have no full stop.
history-sentence = { $says }.
# Above the list of them.
history-troubled = أيام فيها مشكلات ({ $n })

# $n was there in every hour.
history-always = { $n } دائمًا
history-between = بين { $least } و{ $most }
# Read out in the place of a line: "Waiting, last 24 hours: between 0 and 14, now 58". $label: label-waiting or
# label-failed; $range: one of the two above.
history-course = { $label }، { $hours ->
    [zero] آخر { $hours } ساعة
    [one] آخر ساعة
    [two] آخر ساعتين
    [few] آخر { $hours } ساعات
    [many] آخر { $hours } ساعة
   *[other] آخر { $hours } ساعة
}: { $range }، والآن { $now }
history-course_and_now_not_known = { $label }، { $hours ->
    [zero] آخر { $hours } ساعة
    [one] آخر ساعة
    [two] آخر ساعتين
    [few] آخر { $hours } ساعات
    [many] آخر { $hours } ساعة
   *[other] آخر { $hours } ساعة
}: { $range }، والآن غير معروف

# Under a number that has not changed.
history-steady = بلا تغير
# $change: "▲ 31" or "▼ 2".
history-changed_in_ten_minutes = { $change } خلال 10 دقائق
history-unchanged_since_yesterday = بلا تغير منذ أمس
history-changed_since_yesterday = { $change } منذ أمس
# Jobs that have failed for good, since this page began to look, on its first day.
history-none_since_the_start = لا شيء منذ بدأنا
history-already_here = { $n ->
    [zero] لم تكن هنا أي مهمة حين بدأنا
    [one] كانت هنا مهمة واحدة حين بدأنا
    [two] كانت هنا مهمتان حين بدأنا
    [few] كانت هنا { $n } مهام حين بدأنا
    [many] كانت هنا { $n } مهمة حين بدأنا
   *[other] كانت هنا { $n } مهمة حين بدأنا
}
history-changed_since_the_start = { $change } منذ بدأنا

# A label; beside it history-came, history-left or history-came_and_others_left.
history-last_hour = العمال في آخر ساعة
# A label; beside it label-since. The worker that has been here longest.
history-longest_here = الأقدم حضورًا
# So many workers.
history-came = جاء { $n }
history-left = غادر { $n }
history-came_and_others_left = جاء { $came }، وغادر { $left }

# $n has its decimal already: "15.1".
history-decimal_seconds = { $n } ثانية
# In the footer. Both: "31 s".
history-measured = في آخر 24 ساعة: كل { $every }، وأطول فجوة دامت { $longest }.

## Other people's pages: badges, cards, and what existing tools read

# The state on a badge and on a card, as short as can be.
elsewhere-badge_word = { $tone ->
    [working] يعمل
    [half_working] يعمل؟
    [problems] مشكلات
    [not_working] لا يعمل
    [restarting] إعادة تشغيل
    [not_known] غير معروف
   *[not_checked] لا يُفحص
}
# On a badge after the state: every queue has been stopped on purpose.
elsewhere-paused = متوقف مؤقتًا
# On a badge after the state: planned work is under way.
elsewhere-maintenance = صيانة
# Between the words of a badge.
elsewhere-beside = { $before } · { $next }
# On a badge.
elsewhere-not_found = غير موجود
elsewhere-no_such_service = لا يوجد تطبيق كهذا.
# What a badge or a card says to those who do not see it. $name: of the page or the service; $says: the headline.
elsewhere-titled = { $name }: { $says }
# $fresh: elsewhere-checked_and_valid.
elsewhere-and_fresh = { $headline }. { $fresh }

# How many workers; $n is "2", "1.2M".
elsewhere-count = { $exactness ->
    [at_least] { "\u2066" }{ $n }+{ "\u2069" }
    [at_most] { "\u2066" }≤{ $n }{ "\u2069" }
   *[exact] { $n }
}
# On a badge, as short as can be: "2 workers", "2+ workers", "? workers". $count: the one above.
elsewhere-counted_workers = { $exactness ->
    [exact] { $n ->
        [zero] لا عمال
        [one] عامل واحد
        [two] عاملان
        [few] { $count } عمال
        [many] { $count } عاملًا
       *[other] { $count } عامل
    }
   *[other_than_exact] العمال { $count }
}
# On a badge: jobs that are waiting; that have failed for good. $count: "58", "1.2M" or "?".
elsewhere-counted_waiting = { $count } في الانتظار
elsewhere-counted_failed = { $count } فشلت
# $at: "14:00"; $zone: "UTC", "Europe/Paris".
elsewhere-at = { $at } { $zone }
elsewhere-checked_at = آخر فحص { $at } ({ $zone })
elsewhere-checked_and_valid = آخر فحص { $at }، صالح حتى { $until } ({ $zone })
elsewhere-not_checked_yet = لم يُفحص بعد

# Above the numbers on a card. There is room for about 12 letters each.
elsewhere-column = { $of ->
    [workers] العمال
    [waiting] في الانتظار
   *[failed] فشلت نهائيًا
}
# A line on a card.
elsewhere-of_service = { $service } · { $queue }
# Below the lines of a card that has more of them.
elsewhere-and_more = { $n ->
    [zero] ولا شيء غير ذلك
    [one] وعنصر آخر
    [two] وعنصران آخران
    [few] و{ $n } عناصر أخرى
    [many] و{ $n } عنصرًا آخر
   *[other] و{ $n } عنصر آخر
}

# Where tools read a status that know nothing between up and down.
elsewhere-no_data = لا بيانات
# $why: a headline, or one of say-reason_of.
elsewhere-no_data_because = لا بيانات: { $why }
# "2 workers · 58 waiting · 4 failed".
elsewhere-numbers = { $workers } · { $waiting } · { $failed }
# What is asked of everything that is watched.
elsewhere-known_and_not_down = الحالة معروفة، وليست «لا يعمل»

# The last update of an incident.
elsewhere-over = انتهى الأمر.
# The name of planned work that has none, and its updates.
elsewhere-planned = صيانة مخطط لها
elsewhere-planned_announced = أُعلن عنها.
elsewhere-planned_begun = بدأت.
elsewhere-planned_over = انتهت.
