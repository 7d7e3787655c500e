// What runs in `/embed`: it asks for the same document again and takes the board out of it, lets ages tick and the
// verdict expire, and speaks with the page around it. Not words: they come with the document, and ages are the browser's.
//
// The page around it may post `{headcount: {theme: "light" | "dark" | "auto"}}`, and is posted
// `{headcount: {height: pixels}}`. Names that begin with `$` become short when it is built, and it stays below 1.5 KB;
// `board` and `late` are the elements of these ids.
{
  let $said, $served, $mono, $wall, $peer, $timer, $busy, $seen = 1, $lost = 0,
    $page = document, $body = $page.body, $clock = performance,
    $all = $what => board.querySelectorAll($what),

    // How long ago something was, with the digits of the other numbers.
    $ago = new Intl.RelativeTimeFormat(board.dataset.lang, {style: "short"}),

    // Who may frame this, as an expression made of `frame_ancestors`; empty where everyone may.
    $who = $body.dataset.who, $may = $origin => RegExp($who).test($origin),

    // Reads the board that was asked for at these times of the device's clocks.
    $take = ($sent, $at) => {
      $said = board.dataset;
      $page.title = $said.title;
      $served = +$said.at;
      $mono = $sent;
      $wall = $at || $served;
    },

    // The server's time by the stricter of both clocks of the device.
    $now = () => $served + Math.max($clock.now() - $mono, Date.now() - $wall),

    // A fraction of a pixel is not told, so one more is asked for.
    $tell = () => $peer && parent.postMessage({headcount: {height: $body.offsetHeight + 1}}, $peer),

    $tick = () => {
      let $old = $now() > $said.end;
      if ($old && self.late) board.innerHTML = late.text;
      board.className = $old ? "" : "live";
      $all("time").forEach($time => {
        let $age = Math.max(0, $now() - Date.parse($time.dateTime)) / 1e3,
          [$each, $unit] = $age < 60 ? [1, "second"] : $age < 3600 ? [60, "minute"] : $age < 172800 ? [3600, "hour"] : [86400, "day"];
        $time.textContent = $ago.format(-($age / $each | 0), $unit);
      });
    },

    $ask = async () => {
      clearTimeout($timer);
      if ($page.hidden || !$seen || $busy) return;
      $busy = 1;
      let $sent = $clock.now(), $at = Date.now(), $folds = $all("details");
      try {
        let $new = await fetch(location, {signal: AbortSignal.timeout(1e4)});
        $new = new DOMParser().parseFromString($new.ok && await $new.text(), "text/html").querySelector("#board");
        // Another version has been deployed.
        $new.dataset.v != $said.v && location.reload();
        board.replaceWith($new);
        // What the reader has unfolded stays so.
        $all("details").forEach(($fold, $i) => $fold.open ||= $folds[$i]?.open);
        $take($sent, $at);
        $lost = 0;
      } catch {
        $lost++;
      }
      $busy = 0;
      $timer = setTimeout($ask, $said.poll * ($lost ? 2 ** Math.min($lost, 5) / (4 + Math.random()) : 1));
      $tick();
    },

    // No round is shorter than five seconds, so nothing newer is to be had before.
    $wake = () => {
      $tick();
      $now() > $served + 5e3 && $ask();
    };

  $take(0);
  $tick();
  setInterval($tick, 1e3);
  $timer = setTimeout($ask, $now() > $said.end ? 0 : $said.poll);
  if (self != top) $peer = $who ? [location.ancestorOrigins?.[0]].find($may) : "*";
  onmessage = ({data: $asked, source: $from, origin: $origin}) => {
    if (($asked = $asked?.headcount) && $from == parent && $may($origin)) {
      $peer = $who ? $origin : "*";
      if ($asked.theme) $page.documentElement.dataset.theme = $asked.theme;
      $tell();
    }
  };
  $page.onvisibilitychange = $wake;
  new IntersectionObserver($each => {$seen = $each.pop().isIntersecting; $wake()}).observe($body);
  new ResizeObserver($tell).observe($body);
}
