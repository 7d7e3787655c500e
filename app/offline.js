// What a browser keeps of the page for when there is no network: the board as it was last seen, as one that is out of
// date. It is served as `/offline.js`, and answers for three things below its own path: the page itself, `page.json`
// and the files of the program. All else, the operator's view and frames among it, passes it by.
//
// It asks the network first, and never gives what it remembers for current. The document that it keeps is `/offline`,
// which the server has written as the page looks when its time has passed; a `page.json` that it keeps it gives only to
// a tab whose own time has passed, as a 203, with its age, and with its time over.
//
// Names that begin with `$` become short when it is built.
{
  const $home = registration.scope;
  const $program = $home + "headcount-app-";
  const $board = $home + "page.json";
  // When an answer was kept, by the clock of the device.
  const $kept = "kept";

  // The page of all services or of one, in the language that is asked for. Other questions change nothing about what is
  // shown.
  const $which = ($url) =>
    (new URL($url).search.match(RegExp("[?&](service|lang)=[\\w-]+", "g")) || []).join("").replace(RegExp("^&"), "?");

  // Whether it is what was asked for, and not where a log-in before the page has led.
  const $is = ($answer) => $answer.ok && !$answer.redirected;

  // An answer of the network, unless it takes too long or is that of a gateway before a page that is not there.
  const $soon = async ($sent) => {
    const $answer = await Promise.race([$sent.catch(() => 0), new Promise(($late) => setTimeout($late, 8e3))]);
    return $answer && $answer.status < 502 ? $answer : 0;
  };

  // Keeps the page as it looks when its time has passed, with the files of its program and no others.
  const $keep = async ($key) => {
    const $store = await caches.open($home), $copy = $home + "offline" + $key;
    const $answer = await fetch($copy, {cache: "no-store"});
    // There is no such page any more, so there is nothing to remember.
    if (($answer.status == 404 || $answer.status == 410) && !$key) {
      await registration.unregister();
      await caches.delete($home);
    }
    if (!$is($answer)) return;
    const $text = await $answer.clone().text();
    const $files = $text.match(RegExp("headcount-app-[\\w-]+\\.(js|wasm)", "g")) || [];
    for (const $file of new Set($files)) if (!await $store.match($home + $file)) await $store.add($home + $file);
    await $store.put($copy, $answer);
    // It is newer than this.
    await $store.delete($board + $key);
    for (const $old of await $store.keys()) {
      if ($old.url.startsWith($program) && !$files.includes($old.url.slice($home.length))) await $store.delete($old);
    }
  };

  const $page = async ($event, $request) => {
    const $sent = fetch($request), $answer = await $soon($sent), $key = $which($request.url);
    if ($answer) {
      $event.waitUntil($keep($key).catch(() => 0));
      return $answer;
    }
    const $store = await caches.open($home);
    return await $store.match($home + "offline" + $key) || await $store.match($home + "offline") || $sent;
  };

  const $data = async ($event, $request) => {
    const $sent = fetch($request), $answer = await $soon($sent), $key = $board + $which($request.url);
    const $store = await caches.open($home);
    if ($answer) {
      const $copy = $answer.clone();
      if ($is($answer)) $event.waitUntil($copy.text().then(($text) => $store.put($key, new Response($text, {headers: {
        date: $copy.headers.get("date"), [$kept]: Date.now()
      }}))).catch(() => 0));
      return $answer;
    }
    const $last = $request.cache == "reload" && await $store.match($key);
    if (!$last) return $sent;
    const $said = await $last.json();
    // A date that is told by the second may lie a whole one before the board's own.
    if ($said.checked_at) $said.expires_at = $said.served_at - 1e3;
    $said.fresh.valid_until = "";
    return new Response(JSON.stringify($said), {status: 203, headers: {
      date: $last.headers.get("date"), age: Math.max(0, Math.floor((Date.now() - $last.headers.get($kept)) / 1e3))
    }});
  };

  // The name of a file changes with what is in it.
  const $file = async ($request) => await (await caches.open($home)).match($request) || fetch($request);

  onfetch = ($event) => {
    const $request = $event.request, $at = $request.url.split("?")[0];
    if ($request.method != "GET") return;
    if ($at == $home && $request.mode == "navigate") $event.respondWith($page($event, $request));
    else if ($at == $board && !$request.url.includes("parts=")) $event.respondWith($data($event, $request));
    else if ($at.startsWith($program)) $event.respondWith($file($request));
  };
  oninstall = ($event) => {
    skipWaiting();
    $event.waitUntil($keep(""));
  };
  onactivate = ($event) => $event.waitUntil(clients.claim());
}
