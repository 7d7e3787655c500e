# French. Calm, short, present tense; what was observed, never what was guessed.
#
# Words: working "fonctionne", "en service"; not working "ne fonctionne pas", "hors service"; job "tâche", queue "file
# d’attente", job store "stockage des tâches", part "composant", failed for good "échec définitif", sign in "se
# signaler", alive "donne signe de vie". A name has an unknown gender and number: no article, no "de" and no
# participle stands beside it. A time may begin with a date: no "à" and no "jusqu’à" before it, but a colon or "depuis".
# U+00A0 stands before a colon, inside « » and before units, U+202F before ; and ?

direction = ltr
thousands-mark = {"\u202F"}
decimal-mark = ,

## Times and durations

time-day_of_month = { $day ->
    [1] 1er
   *[other] { $day }
} { $month ->
    [1] janv.
    [2] févr.
    [3] mars
    [4] avril
    [5] mai
    [6] juin
    [7] juill.
    [8] août
    [9] sept.
    [10] oct.
    [11] nov.
   *[12] déc.
}
time-day_of_year = { time-day_of_month } { $year }
time-spoken_seconds = { $n } { $n ->
    [one] seconde
   *[other] secondes
}
time-spoken_minutes = { $n } { $n ->
    [one] minute
   *[other] minutes
}
time-spoken_hours = { $n } { $n ->
    [one] heure
   *[other] heures
}
time-spoken_days = { $n } { $n ->
    [one] jour
   *[other] jours
}
time-seconds = { $n } s
time-minutes = { $n } min
time-minutes_and_seconds = { $minutes } min { $seconds } s
time-hours = { $n } h
time-hours_and_minutes = { $hours } h { $minutes } min
time-days = { $n } { $n ->
    [one] jour
   *[other] jours
}
# Ages, as Intl.RelativeTimeFormat writes them in its short style (CLDR): a browser goes on with them.
time-seconds_ago = il y a { $n } s
time-minutes_ago = il y a { $n } min
time-hours_ago = il y a { $n } h
time-days_ago = il y a { $n } j

## Sentences: an application

application-does_not_answer = { $service } ne répond pas
application-parts_not_asked = Ses composants n’ont pas pu être interrogés.
application-something_in_front = Un intermédiaire répond à sa place.
application-could_not_be_asked = { $service } : interrogation impossible
application-turned_our_question_away = L’application refuse la question. Cela ne dit rien de son état.
application-answer_not_understood = Sa réponse n’a pas été comprise. Cela ne dit rien de son état.
application-did_not_answer = L’application n’a pas répondu.
application-nothing_known_of_it = On ne sait rien de son état pour le moment.
application-last_answer_too_old = Sa dernière réponse est trop ancienne pour faire foi.
application-contradicts_itself = { $service } se contredit
application-believe_the_worse = L’application dit « tout va bien » et signale une panne en même temps. Cette page retient le pire.
application-parts_are_not_working = { $count ->
    [one] { $names } ne fonctionne pas
   *[other] { $names } ne fonctionnent pas
}
application-is_not_working = { $service } ne fonctionne pas
application-says_so_itself = L’application le dit elle-même.
application-started_without_parts = { $service } a démarré sans { $names }
application-restarted_into_broken = Au redémarrage, un composant était hors service.
# $at: a time, or a date and a time.
application-restarted_into_broken_at = Au redémarrage ({ $at }), un composant était hors service.
application-works_but_for = En service, avec des problèmes : { $what }
application-is_restarting = { $service } redémarre
application-leaving_on_purpose = L’application s’arrête volontairement et termine son travail. C’est normal pendant { $at_most } au plus.
application-restarting_for = { $service } redémarre depuis { $lasts }
application-longer_than = Un redémarrage dure { $at_most } au plus en temps normal.

## Sentences: the whole page

board-nothing_watched = Rien n’est encore surveillé
board-add_a_service = Ajoutez un bloc [[service]] à headcount.toml.
board-nothing_checked_yet = Rien n’a encore été vérifié
board-first_check_due = La première vérification a lieu d’ici { $every }.
board-nothing_could_be_checked = Rien n’a pu être vérifié
board-lost_its_connection = Cette page a probablement perdu sa propre connexion.
board-out_of_date = Cette page est périmée
board-last_check_at = Dernière vérification : { $at }.
board-no_check_for_too_long = Rien n’a été vérifié depuis trop longtemps.
board-then_and_now = À ce moment-là : { $headline }. Maintenant : on ne sait pas.
# Several words each, so that no name begins with them by chance.
board-lowered_words = Tout fonctionne|En service|Rien n’a|Rien n’est|Aucune nouvelle de l’intérieur|Pas encore de nouvelles|Maintenance prévue|Cette page
board-now_not_known = Maintenant : on ne sait pas.
board-checking_again_after = { $missed ->
    [turned_away] Nouvelle vérification en cours : la dernière a été refusée.
    [not_understood] Nouvelle vérification en cours : la dernière réponse n’a pas été comprise.
   *[no_answer] Nouvelle vérification en cours : la dernière est restée sans réponse.
}
board-checking_again_shortly = Nouvelle vérification en cours.

# "Search : interrogation impossible ; les 4 autres fonctionnent"
board-and_the_others_work = { $others ->
    [one] { $headline } ; l’autre fonctionne
   *[other] { $headline } ; les { $others } autres fonctionnent
}
board-and_so_much_more = { $more ->
    [one] { $headline }, et { $more } autre problème
   *[other] { $headline }, et { $more } autres problèmes
}
board-also = Aussi : { $headline }.
board-also_of = Aussi, { $service } : { $headline }.
board-and_others = { $n ->
    [one] Et { $n } autre problème.
   *[other] Et { $n } autres problèmes.
}

board-not_working_since_when = Hors service depuis { $when }.
board-not_known_since_when = État inconnu depuis { $when }.
board-so_since_when = Depuis { $when }.
board-at_and_lasting = { $at } ({ $lasts })
board-last_sign_of_life = Dernier signe de vie : { $at }.
board-set_up_wrongly = Cette page n’est pas bien configurée. La personne qui la gère en trouve la raison dans le journal.

## Sentences: what happened

event-works_again = { $name } fonctionne à nouveau
event-works = { $name } fonctionne
event-works_with_problems = { $name } fonctionne, avec des problèmes
event-whether_it_works_is_not_known = On ne sait pas si { $name } fonctionne
event-is_no_longer_checked = Cette page ne vérifie plus { $name }
event-no_sign_of_life_any_more = { $queue } : aucun signe de vie des workers
event-nobody_is_there_as_may_be = { $queue } : aucun worker pour le moment, ce qui est normal ici
event-so_many_at_it = { $n ->
    [one] { $queue } : { $n } worker est à l’œuvre
   *[other] { $queue } : { $n } workers sont à l’œuvre
}
event-so_many_at_it_again = { $n ->
    [one] { $queue } : { $n } worker est à nouveau à l’œuvre
   *[other] { $queue } : { $n } workers sont à nouveau à l’œuvre
}
event-queue_works = { $queue } : en service
event-queue_works_again = { $queue } : à nouveau en service
event-queue_is_not_working = { $queue } : hors service
event-queue_has_problems = { $queue } : en service, avec des problèmes
event-queue_is_restarting = { $queue } : redémarrage
event-nobody_counts_the_workers = { $queue } : personne ne compte les workers
event-the_only_worker_is_gone = { $queue } : le seul worker n’est plus là
event-all_workers_are_gone = { $queue } : les { $n } workers ne sont plus là
# "2 workers ne sont plus là, il en reste 1 sur 3"
event-some_workers_are_gone = { $gone ->
    [one] { $queue } : un worker n’est plus là, il en reste { $left } sur { $before }
   *[other] { $queue } : { $gone } workers ne sont plus là, il en reste { $left } sur { $before }
}
event-first_workers_sign_in = { $n ->
    [one] { $queue } : un worker se signale
   *[other] { $queue } : { $n } workers se signalent
}
event-more_workers_sign_in = { $n ->
    [one] { $queue } : un worker se signale, il y en a { $now }
   *[other] { $queue } : { $n } workers se signalent, il y en a { $now }
}
event-on_call = Astreinte : « { $text } »
event-learned_afterwards = Appris après coup : « { $text } »
event-line_of = { $service } · { $line }

## Sentences: incidents

incident-nobody_has_come = { $queue } : des tâches attendent et aucun worker n’est venu
# A title; says nothing about whether it goes on.
incident-restarts_for_too_long = { $service } met trop de temps à redémarrer
incident-since = Depuis { $at }
incident-since_for = Depuis { $at } ({ $lasts })
incident-from_to_for = { $from } – { $to } ({ $lasts })
incident-what_people_do = { $stage ->
    [looking] Quelqu’un s’en occupe
    [looking_again] Quelqu’un s’en occupe à nouveau
    [found] La cause est trouvée
    [fixed] Le problème est corrigé
    [watching] La situation est sous surveillance
    [nobody_any_more] Personne ne s’en occupe pour le moment
   *[nobody_yet] Personne n’a encore rien dit
}

## Sentences: planned maintenance

maintenance-planned_until_with = Maintenance prévue (fin : { $until }) : { $headline }
maintenance-planned_until_and = Maintenance prévue (fin : { $until }). { $headline }
maintenance-possible = Maintenance prévue (fin : { $until }). De courtes interruptions sont possibles.
maintenance-possible_of = Maintenance prévue pour { $names } (fin : { $until }). De courtes interruptions sont possibles.
maintenance-announced = Maintenance prévue : { $from } – { $until }.
maintenance-announced_what = Maintenance prévue ({ $from } – { $until }) : { $title }.
maintenance-announced_of = Maintenance prévue pour { $names } : { $from } – { $until }.
maintenance-announced_of_what = Maintenance prévue pour { $names } ({ $from } – { $until }) : { $title }.
maintenance-planned_work = Travaux en cours : { $title }.
# Follows "58 tâches attendent."
maintenance-processed_afterwards = Le traitement est prévu après la maintenance.
maintenance-planned_since_until = Maintenance prévue, { $since } – { $until }

## Sentences: who watches from elsewhere

source-nothing_heard_since = { $source } ne donne plus de nouvelles depuis { $at }
source-nothing_heard_from_inside_since = Aucune nouvelle de l’intérieur du réseau depuis { $at }
source-nothing_heard_yet = { $source } n’a pas encore donné de nouvelles
source-nothing_heard_from_inside_yet = Pas encore de nouvelles de l’intérieur du réseau
source-does_not_report = L’observateur placé dans le réseau ne transmet rien. L’application fonctionne peut-être.
source-has_not_reported_yet = L’observateur placé dans le réseau n’a encore rien transmis.
source-reported_by = d’après { $source }
source-reported_of = { $services } : d’après { $source }.

## Alerts

alert-watched_no_longer = Cette page ne surveille plus { $service }
alert-queue_watched_no_longer = { $service } : une file d’attente n’est plus surveillée
alert-this_is_a_test = { $page } : ceci est un test, il ne s’est rien passé
alert-somebody_tests = Quelqu’un a lancé headcount notify test. Les alertes arrivent ici.
alert-process_is_well_again = { $service } : le processus dit qu’il fonctionne à nouveau
alert-process_did_not_start_well = { $service } : le processus dit qu’il n’a pas bien démarré
alert-longer_than_a_restart = Depuis plus longtemps que ne dure un redémarrage. L’état affiché n’en dépend pas.
alert-queue_cannot_be_read = { $service } : une file d’attente ne peut pas être lue
alert-sentence = { $headline }.
alert-title_of = { $service } : { $headline }
alert-still_so = Situation inchangée : { $title }
alert-seen = Constaté : { $evidence }
alert-seen_numbers = Constaté : { $numbers }
alert-seen_of_part = { $part } : { $why }
# "en échec définitif" is the same for every number, and after "? (pas de réponse)".
alert-numbers = { $queue } : { $workers }, { $waiting } en attente, { $failed } en échec définitif
alert-numbers_with = { $queue } : { $workers }, { $waiting } en attente, { $failed } en échec définitif ({ $evidence })
alert-so_many_workers = { $n ->
    [one] { $n } worker
   *[other] { $n } workers
}
alert-workers_unknown = workers { $unknown }
alert-workers_not_counted = workers non comptés
# Engineers say "disjoncteur".
alert-breaker_is_closed_again = { $service } : le disjoncteur devant { $part } est refermé
alert-breaker_is_open = { $service } : le disjoncteur devant { $part } est ouvert
alert-has_stopped_asking = { $service } n’interroge plus { $part }.
alert-can_be_read_again = { $queue } : à nouveau lisible
alert-cannot_be_read_whole = { $queue } : cette page ne peut pas tout lire
alert-service_itself = { $service }, l’application elle-même : { $state }.
alert-failed_jobs_are_gone = { $queue } : les nouveaux échecs définitifs ont disparu
alert-in_service = Dans { $service }.
alert-more_have_failed = { $n ->
    [one] { $queue } : { $n } nouvel échec définitif
   *[other] { $queue } : { $n } nouveaux échecs définitifs
}
alert-in_all = { $n } au total, dans { $service }.
alert-had_failed_before = Dont { $n } d’avant le début de la surveillance.
alert-began_and_lasted = Début du problème : { $at } ; durée : { $lasted }.
alert-seen_at = Heure du constat : { $at }.
alert-since_at = Depuis { $at }.
alert-since_for = Depuis { $at } ({ $lasts }).

## Sentences: lists, and why a number is not known

say-written = { $text }
say-one = { $name }
say-two = { $first } et { $second }
say-two_and_more = { $more ->
    [one] { $first }, { $second } et { $more } autre
   *[other] { $first }, { $second } et { $more } autres
}
say-reason_of = { $why ->
    [not_asked_yet] pas encore demandé
    [not_answering] pas de réponse
    [no_password] mot de passe incorrect
    [wrong_password] mot de passe incorrect
    [not_permitted] accès refusé
    [starting_up] démarrage en cours
    [not_serving] ne fournit pas de données
    [elsewhere_in_cluster] conservé sur un autre nœud
    [wrong_kind_of_key] mauvais type de clé
    [no_such_key] jamais utilisé
    [too_large] trop volumineux
    [not_understood] réponse non comprise
    [not_offered] ce système ne l’indique pas
    [not_reported] non indiqué
    [not_asked] pas demandé
    [clock_skew] les horloges ne concordent pas
   *[our_fault] limite de cette page
}

## Sentences: nothing is wrong, or nothing that anybody needs

well-everything_works = Tout fonctionne
well-working = En service
well-everything_works_and_so_many = { $exactness ->
    [at_least] { $n ->
        [one] Tout fonctionne, et au moins { $n } worker est à l’œuvre
       *[other] Tout fonctionne, et au moins { $n } workers sont à l’œuvre
    }
    [at_most] { $n ->
        [one] Tout fonctionne, et au plus { $n } worker est à l’œuvre
       *[other] Tout fonctionne, et au plus { $n } workers sont à l’œuvre
    }
   *[exactly] { $n ->
        [one] Tout fonctionne, et { $n } worker est à l’œuvre
       *[other] Tout fonctionne, et { $n } workers sont à l’œuvre
    }
}
well-everything_works_and_is_busy = Tout fonctionne, et il y a beaucoup à faire
well-working_except = En service, sauf { $names }
well-works_without = { $count ->
    [one] L’application fonctionne sans cela.
   *[other] L’application fonctionne sans cela.
}
well-not_working_but_not_needed = { $count ->
    [one] { $names } ne fonctionne pas ; l’application fonctionne sans cela.
   *[other] { $names } ne fonctionnent pas ; l’application fonctionne sans cela.
}
well-working_although = { $count ->
    [one] En service, mais { $names } a des problèmes
   *[other] En service, mais { $names } ont des problèmes
}
well-working_but_not_checked = { $count ->
    [one] En service, mais on n’a pas pu vérifier { $names }
   *[other] En service, mais on n’a pas pu vérifier { $names }
}
well-are_paused = { $count ->
    [one] { $queues } : en pause
   *[other] { $queues } : en pause
}
well-stopped_on_purpose = Quelqu’un a demandé cette pause.
well-take_no_new_work = En service, mais les workers ne prennent plus de nouvelles tâches pour { $queues }
well-told_to_finish = Ils ont pour consigne de terminer les tâches en cours.
well-nobody_counts = En service, mais personne ne compte les workers
well-nobody_counts_those_of = En service, mais personne ne compte les workers pour { $names }
well-nothing_but_uncounted = { $service } : personne ne compte les workers
well-nobody_tells_who_is_alive = Ce système de files d’attente n’indique pas qui donne signe de vie.
well-at_it = { $exactness ->
    [at_least] { $n ->
        [one] Au moins { $n } worker est à l’œuvre.
       *[other] Au moins { $n } workers sont à l’œuvre.
    }
    [at_most] { $n ->
        [one] Au plus { $n } worker est à l’œuvre.
       *[other] Au plus { $n } workers sont à l’œuvre.
    }
   *[exactly] { $n ->
        [one] { $n } worker est à l’œuvre.
       *[other] { $n } workers sont à l’œuvre.
    }
}
well-jobs_waiting = { $n ->
    [0] Aucune tâche n’attend.
    [one] { $n } tâche attend.
   *[other] { $n } tâches attendent.
}
well-jobs_waiting_and_more = { $n ->
    [0] Aucune tâche n’attend, { $more } de plus qu’il y a 10 minutes.
    [one] { $n } tâche attend, { $more } de plus qu’il y a 10 minutes.
   *[other] { $n } tâches attendent, { $more } de plus qu’il y a 10 minutes.
}
well-jobs_waiting_and_fewer = { $n ->
    [0] Aucune tâche n’attend, { $fewer } de moins qu’il y a 10 minutes.
    [one] { $n } tâche attend, { $fewer } de moins qu’il y a 10 minutes.
   *[other] { $n } tâches attendent, { $fewer } de moins qu’il y a 10 minutes.
}
well-nothing_new_has_failed = Aucun nouvel échec définitif depuis hier.
well-working_for = En service depuis { $lasts }.

## Sentences: a queue's workers

workers-no_sign_of_life = { $queue } : aucun signe de vie des workers depuis { $lasts }
workers-never_seen = { $queue } : aucun worker n’a jamais été vu
workers-wrong_place_or_never_started = Soit aucun n’a démarré, soit cette page regarde au mauvais endroit.
workers-nobody_signs_in_yet_jobs_are_done = { $queue } : aucun worker ne se signale, pourtant des tâches sont traitées
workers-sign_in_may_be_broken = Des tâches ont été prises depuis la dernière vérification. C’est peut-être le signalement lui-même qui ne fonctionne pas.
workers-in_hand_when_silent = { $n ->
    [one] { $n } tâche était en cours quand le dernier worker s’est tu.
   *[other] { $n } tâches étaient en cours quand le dernier worker s’est tu.
}
workers-witnesses_disagree = { $queue } : deux témoins se contredisent
# $store has no article (label-store_word).
workers-they_disagree = L’application { $app ->
    [0] ne compte aucun worker
    [one] compte { $app } worker
   *[other] compte { $app } workers
}, l’autre témoin ({ $store }) { $ours ->
    [0] n’en compte aucun
    [one] en compte { $ours }
   *[other] en compte { $ours }
}. Cette page retient le pire jusqu’à ce qu’ils concordent.
workers-could_not_be_counted = { $queue } : impossible de compter les workers
workers-not_counted_yet = { $queue } : les workers n’ont pas encore été comptés
workers-clocks_do_not_agree = { $queue } : les horloges ne concordent pas
# Stands below a headline that says that workers could not be counted.
workers-because_of = { $why ->
    [not_asked_yet] La question n’a pas encore été posée.
    [not_asked] La question n’a pas été posée.
    [not_answering] Le stockage des tâches ne répond pas.
    [no_password] Cette page n’a pas le droit de regarder.
    [wrong_password] Cette page n’a pas le droit de regarder.
    [not_permitted] Cette page n’a pas le droit de regarder.
    [starting_up] Le stockage des tâches démarre.
    [not_serving] Le stockage des tâches répond, mais ne fournit pas de données.
    [elsewhere_in_cluster] Ils sont conservés sur un autre nœud du stockage des tâches.
    [wrong_kind_of_key] Le stockage des tâches n’a pas cette liste.
    [no_such_key] Le stockage des tâches n’a pas cette liste.
    [too_large] La réponse du stockage des tâches est trop volumineuse.
    [not_understood] La réponse du stockage des tâches n’a pas été comprise.
    [not_offered] Ce système de files d’attente n’indique pas qui donne signe de vie.
    [not_reported] L’application n’indique pas leur nombre.
    [clock_skew] L’horloge du stockage des tâches est décalée ; les durées ne sont pas fiables.
   *[our_fault] La cause est dans cette page elle-même.
}
workers-application_does_not_count = L’application n’indique pas leur nombre.
workers-last_count_too_old = Le dernier comptage est trop ancien pour faire foi.
workers-the_application_says_it_is_fine = L’application dit qu’elle fonctionne.
workers-whether_jobs_are_processed = On ne sait pas si des tâches sont traitées.
workers-last_counted = Dernier comptage, { $at } : { $n ->
    [one] { $n } worker
   *[other] { $n } workers
}.
workers-working_without = { $store ->
    [silent] En service ; le stockage des tâches ne répond pas à cette page
    [turns_us_away] En service ; le stockage des tâches refuse l’accès à cette page
   *[not_readable] En service ; le stockage des tâches n’a pas pu être lu
}
workers-the_application_counts_them = { $n ->
    [one] L’application compte { $n } worker.
   *[other] L’application compte { $n } workers.
}
workers-not_counted_by_ourselves = Cette page n’a pas pu vérifier ce nombre elle-même.
workers-counted_by_the_application_alone = L’application elle-même n’en compte aucun.
workers-the_application_itself_answers = L’application elle-même répond.
workers-so_many_are_alive = { $exactness ->
    [at_least] { $n ->
        [one] Au moins { $n } worker donne signe de vie.
       *[other] Au moins { $n } workers donnent signe de vie.
    }
    [at_most] { $n ->
        [one] Au plus { $n } worker donne signe de vie.
       *[other] Au plus { $n } workers donnent signe de vie.
    }
   *[exactly] { $n ->
        [one] { $n } worker donne signe de vie.
       *[other] { $n } workers donnent signe de vie.
    }
}
workers-redis_answers_so_many = { $exactness ->
    [at_least] { $n ->
        [one] Redis répond : au moins { $n } worker donne signe de vie.
       *[other] Redis répond : au moins { $n } workers donnent signe de vie.
    }
    [at_most] { $n ->
        [one] Redis répond : au plus { $n } worker donne signe de vie.
       *[other] Redis répond : au plus { $n } workers donnent signe de vie.
    }
   *[exactly] { $n ->
        [one] Redis répond : { $n } worker donne signe de vie.
       *[other] Redis répond : { $n } workers donnent signe de vie.
    }
}
workers-watching_since = Surveillance depuis { $at }.
workers-no_worker_and_no_work = { $queue } : aucun worker, et aucune tâche. Les workers démarrent quand des tâches arrivent.
workers-no_worker_yet = { $queue } : pas encore de worker ; il devrait en démarrer un, car des tâches attendent.
workers-whether_work_waits_is_not_known = { $queue } : aucun worker, et on ne sait pas si des tâches attendent
workers-jobs_for = { $n ->
    [one] { $n } tâche depuis { $lasts }.
   *[other] { $n } tâches depuis { $lasts }.
}

## Labels

label-state_word = { $state ->
    [operational] En service
    [degraded] En service, avec des problèmes
    [down] Hors service
    [draining] Redémarrage
    [unknown] Inconnu
   *[not_applicable] Non vérifié ici
}
label-tone_word = { $tone ->
    [working] En service
    [half_working] En service, workers non comptés
    [problems] En service, avec des problèmes
    [not_working] Hors service
    [restarting] Redémarrage
    [not_known] Inconnu
    [out_of_date] Périmé
   *[not_checked] Non vérifié ici
}
label-title = { $sign } { $word } · { $page }
label-title_about = { $sign } { $word } : { $subject } · { $page }
label-dependency = Composant { $n }
label-not_measured = En service, workers non comptés
label-confirming = { $word }, nouvelle vérification en cours
label-paused = { $word } · En pause
label-quiet = { $word } · Ne prend plus de nouvelles tâches

label-workers = Workers
label-workers_in_window = Workers sur { $window }
label-workers_connected = Workers connectés
label-workers_at_most = Workers, au plus
label-workers_says_the_application = Workers, selon l’application
label-at_least = { $n }+

# $age: "il y a 7 s".
label-latest = dernier signe de vie { $age }
label-longest_silence = plus long silence { $longest }
label-counts_no_further = au moins ce nombre, cette page ne compte pas au-delà
label-a_dead_one_shows_within = un worker qui s’arrête sort du compte sous { $window }
label-told_by_the_application = indiqué par l’application, { $age }
# Of what has failed for good: "le dernier échec définitif".
label-latest_dead_letter = le dernier { $age }
label-were_here_until = { $n ->
    [one] { $n } était là (dernière fois : { $at })
   *[other] { $n } étaient là (dernière fois : { $at })
}
label-never_signed_in = personne ne s’est jamais signalé ici
label-last_sign_of_life = dernier signe de vie : { $at }
label-counted_at = dernier comptage : { $at }
label-not_readable = illisible : { $reason }
label-not_readable_last_counted = illisible : { $reason } ; dernier comptage : { $n } ({ $at })
label-cannot_count = ce système n’indique pas qui donne signe de vie

label-seat = 1 worker, dernier signe de vie il y a { $age } { $age ->
    [one] seconde
   *[other] secondes
}
label-seats_from_to = { $n ->
    [one] { $n } worker
   *[other] { $n } workers
}, derniers signes de vie il y a { $first } à { $last } { $last ->
    [one] seconde
   *[other] secondes
}
label-seats = { $n ->
    [one] { $n } worker
   *[other] { $n } workers
}, derniers signes de vie il y a { $ages } et { $last } { $last ->
    [one] seconde
   *[other] secondes
}
label-comma = { $before }, { $next }
label-each_a_tenth = { $n ->
    [one] { $n } worker, chaque place en représente un dixième
   *[other] { $n } workers, chaque place en représente un dixième
}
label-empty_seats = { $n ->
    [one] { $n } worker était là (dernière fois : { $at })
   *[other] { $n } workers étaient là (dernière fois : { $at })
}

label-waiting = En attente
label-failed = Échecs définitifs
label-in_hand = En cours
# Of jobs: "tâches".
label-overdue = Échues, non démarrées
label-delayed = En attente de leur heure
label-oldest = Attente la plus longue
label-worker_gone = { $n ->
    [one] { $n }, son worker n’est plus là
   *[other] { $n }, leurs workers ne sont plus là
}
label-witnesses = Témoins
label-witnesses_agree = Témoins d’accord
label-witnesses_disagree = Témoins en désaccord
label-side_by_side = application { $app } · { $store } { $ours }
# Without an article: it stands in a table, in brackets, and before a number.
label-store_word = { $store ->
    [redis] Redis
    [rabbitmq] RabbitMQ
   *[sql] base de données
}
label-unknown_number = ?
label-unknown_for = ? ({ $reason })

label-parts = Composants de l’application
label-works_without = L’application fonctionne sans cela.
label-before_restart = État d’avant le redémarrage.
label-process = Le processus lui-même
label-milliseconds = { $ms } ms

# Before "il y a 4 s".
label-checked = Vérifié
label-valid_until = valable jusqu’à
label-as_of = vérifié : { $at }
label-since = depuis { $at }
label-offline = Cette page n’a pas pu être actualisée ; ce qui est affiché vieillit.
label-operator_view = Vue opérateur
label-history_unavailable = L’historique ne peut pas être affiché pour le moment ; l’état affiché est actuel.
label-checked_every = Vérification toutes les { $every }.
label-a_colour_is_a_claim = Une couleur est une affirmation ; passé son délai, cette page la retire.
label-plain_text = Texte brut
label-json = JSON
label-other_forms = Autres formes de cette page

label-text_line = { $sign } { $name } : { $state }
label-text_checked = Dernière vérification : { $at }
label-text_fresh = { $checked } ({ $zone }).
label-text_fresh_until = { $checked }, valable jusqu’à { $until } ({ $zone }).

## The past: percentages, days, trends, how often was checked

history-heading = 90 jours
history-read_a_day = Lire un jour
history-today = Aujourd’hui
history-today_axis = aujourd’hui
history-nothing_but_working = Seul l’état « en service » a été observé
history-before_the_first_check = Avant la première vérification
history-happened = Ce qui s’est passé
history-last_24_h = 24 h

history-date_in_year = { $day ->
    [1] 1er
   *[other] { $day }
} { $month ->
    [1] janvier
    [2] février
    [3] mars
    [4] avril
    [5] mai
    [6] juin
    [7] juillet
    [8] août
    [9] septembre
    [10] octobre
    [11] novembre
   *[12] décembre
}
history-first_check = première vérification le { $date }
history-days = { $n } { $n ->
    [one] jour
   *[other] jours
}
history-parts_of = { $service } : files d’attente et composants

history-percent = { $n } %
# "99,91 % des 99,2 % observés"
history-observed_share = des { $share } observés
history-share_in = { $share } sur { $span }
history-uptime_over = disponibilité { $shares } ({ $observed })
history-comma = { $before }, { $next }

history-stripe_word = { $stripe ->
    [working] en service
    [restarting] redémarrage
    [maintenance] maintenance prévue
    [problems] avec des problèmes
    [not_known] inconnu
    [not_working] hors service
   *[nothing] avant la première vérification, ou sans vérification
}
history-stretch = { $kind ->
    [all_day] { $what } toute la journée
    [no_second] { $what } pendant moins de 1 s
   *[so_long] { $what } pendant { $time }
}
history-nothing_known = { $kind ->
    [all_day] On n’a rien su toute la journée
    [no_second] On n’a rien su pendant moins de 1 s
   *[so_long] On n’a rien su pendant { $time }
}
history-told_of = { $name } : { $stretches }
history-told_of_part = { $service }, { $part } : { $stretches }
history-and_more = { $n ->
    [one] Et { $n } autre
   *[other] Et { $n } autres
}
history-sentence = { $says }.
history-troubled = Jours avec des problèmes ({ $n })

history-always = toujours { $n }
history-between = entre { $least } et { $most }
history-course = { $hours ->
    [1] { $label }, dernière heure : { $range }, maintenant { $now }
    [one] { $label }, dernière heure : { $range }, maintenant { $now }
   *[other] { $label }, { $hours } dernières heures : { $range }, maintenant { $now }
}
history-course_and_now_not_known = { $hours ->
    [1] { $label }, dernière heure : { $range }, maintenant inconnu
    [one] { $label }, dernière heure : { $range }, maintenant inconnu
   *[other] { $label }, { $hours } dernières heures : { $range }, maintenant inconnu
}

history-steady = stable
history-changed_in_ten_minutes = { $change } en 10 min
history-unchanged_since_yesterday = sans changement depuis hier
history-changed_since_yesterday = { $change } depuis hier
# Of "échecs définitifs".
history-none_since_the_start = aucun depuis le début de la surveillance
history-already_here = { $n ->
    [one] { $n } déjà là au début de la surveillance
   *[other] { $n } déjà là au début de la surveillance
}
history-changed_since_the_start = { $change } depuis le début de la surveillance

history-last_hour = Workers, dernière heure
history-longest_here = Worker le plus ancien
history-came = { $n ->
    [one] { $n } arrivée
   *[other] { $n } arrivées
}
history-left = { $n ->
    [one] { $n } départ
   *[other] { $n } départs
}
history-came_and_others_left = { $came ->
    [one] { $came } arrivée
   *[other] { $came } arrivées
}, { $left ->
    [one] { $left } départ
   *[other] { $left } départs
}

history-decimal_seconds = { $n } s
history-measured = Sur les dernières 24 h : toutes les { $every }, plus long intervalle { $longest }.

## Other people's pages: badges, cards, and what existing tools read

elsewhere-badge_word = { $tone ->
    [working] en service
    [half_working] en service ?
    [problems] problèmes
    [not_working] hors service
    [restarting] redémarrage
    [not_known] inconnu
   *[not_checked] non vérifié
}
elsewhere-paused = en pause
elsewhere-maintenance = maintenance
elsewhere-beside = { $before } · { $next }
elsewhere-not_found = introuvable
elsewhere-no_such_service = Ce service n’existe pas.
elsewhere-titled = { $name } : { $says }
elsewhere-and_fresh = { $headline }. { $fresh }

elsewhere-count = { $exactness ->
    [at_least] { $n }+
    [at_most] ≤{ $n }
   *[exact] { $n }
}
elsewhere-counted_workers = { $exactness ->
    [exact] { $n ->
        [one] { $count } worker
       *[other] { $count } workers
    }
   *[other_than_exact] { $count } workers
}
elsewhere-counted_waiting = { $count } en attente
elsewhere-counted_failed = { $count } en échec
elsewhere-at = { $at } { $zone }
elsewhere-checked_at = Dernière vérification : { $at } ({ $zone })
elsewhere-checked_and_valid = Dernière vérification : { $at }, valable jusqu’à { $until } ({ $zone })
elsewhere-not_checked_yet = Pas encore de vérification

# About 12 letters each: "Échecs définitifs" is too long.
elsewhere-column = { $of ->
    [workers] Workers
    [waiting] En attente
   *[failed] Échecs
}
elsewhere-of_service = { $service } · { $queue }
elsewhere-and_more = { $n ->
    [one] et { $n } autre
   *[other] et { $n } autres
}

elsewhere-no_data = Aucune donnée
elsewhere-no_data_because = Aucune donnée : { $why }
elsewhere-numbers = { $workers } · { $waiting } · { $failed }
elsewhere-known_and_not_down = connu et pas hors service

elsewhere-over = C’est terminé.
elsewhere-planned = Maintenance prévue
elsewhere-planned_announced = Maintenance annoncée.
elsewhere-planned_begun = Maintenance en cours.
elsewhere-planned_over = Maintenance terminée.
