// `<head-count src="https://status.example.com">`: the board of a Headcount in anybody's page, as a custom element.
//
//   src      the address of the page; where it is left out, the place this script came from
//   service  shows this service alone
//   parts    some of `verdict,queues,dependencies`; all of them where it is left out
//   lang     the language; that of what is around it where it is left out
//   theme    `light` or `dark`; what the reader prefers where it is left out
//
// What is inside the element, a link for instance, is shown until there is a board and whenever there is none. Every
// word is the server's: this draws the model that `/page.json` is. Nothing of it becomes markup, so none of it can act.
// Its look can be changed by custom properties, `--headcount-` before a colour's name below, `--headcount-font` and
// `--headcount-radius`, and by `::part()` of its pieces.
//
// Names that begin with `$` become short when it is built, and it stays below 3 KB compressed.
{
  const $all = ["verdict", "queues", "dependencies"];
  const $from = document.currentScript?.src;
  const $svg = "http://www.w3.org/2000/svg";

  // Colours: their names as custom properties, light, dark.
  const $colours = [
    ["surface", "#fff", "#171a20"],
    ["ink", "#15171c", "#edeef0"],
    ["muted", "#555b67", "#a6acb8"],
    ["line", "#ddd9d0", "#2c313b"],
    ["ok", "#00735c", "#4fc9a4"],
    ["problems", "#8a5200", "#f2b84b"],
    ["down", "#b32a0c", "#ff8566"],
    ["restarting", "#1f5fbf", "#86b6ff"],
    ["unknown", "#5b616d", "#b3b9c4"]
  ];

  // By tone: its colour, and its mark on a grid of 20: what is filled, what is drawn, what is cut out of the filling.
  const $ring = "M10 1.8a8.2 8.2 0 1 1 0 16.4a8.2 8.2 0 1 1 0-16.4z";
  const $check = "M5.8 10.4l2.9 2.9 5.6-6.2";
  const $tones = {
    working: ["ok", "M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18z", "", $check],
    half_working: ["ok", "", $ring + $check],
    problems: ["problems", "M10 1.6l9 15.8a1 1 0 0 1-.9 1.4H1.9a1 1 0 0 1-.9-1.4z", "", "M10 7.4v4.8m0 3.2v.2"],
    not_working: ["down", "M4 1h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z", "", "M6.4 6.4l7.2 7.2m0-7.2l-7.2 7.2"],
    restarting: ["restarting", "M10 1.8a8.2 8.2 0 0 1 0 16.4z", $ring],
    not_known: ["unknown", "", $ring, "", "M7.7 8a2.4 2.4 0 1 1 3.6 2.1c-.9.5-1.3 1-1.3 1.9m0 2.5v.2"],
    not_checked: ["unknown", "", "M5 10h10"]
  };
  const $unknown = "not_known";

  const $set = ($theme) => ".board{" + $colours.map(($one) =>
    "--" + $one[0] + ":var(--headcount-" + $one[0] + "," + $one[$theme] + ")").join(";") + "}";
  const $sheet = new CSSStyleSheet();
  $sheet.replaceSync(
    ":host{display:block}:host([hidden]){display:none}" + $set(1) +
    "@media(prefers-color-scheme:dark){:host(:not([theme=light])) " + $set(2) + "}:host([theme=dark]) " + $set(2) +
    Object.keys($tones).map(($tone) => "." + $tone + "{--c:var(--" + $tones[$tone][0] + ")}").join("") +
    ".board{background:var(--surface);color:var(--ink);border:1px solid var(--line);border-radius:var(--headcount-radius,10px);overflow:hidden;font:var(--headcount-font,1rem/1.4 system-ui,sans-serif);overflow-wrap:anywhere}" +
    "p{margin:0}" +
    "svg{width:1.25em;height:1.25em;flex:none;fill:none;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}" +
    ".f{fill:var(--c)}.s{stroke:var(--c)}.d{stroke-dasharray:3 2;stroke-linecap:butt}.x{stroke:var(--surface)}" +
    ".verdict{background:color-mix(in srgb,var(--c) 13%,var(--surface));display:grid;grid-template-columns:auto 1fr;gap:0 12px;padding:12px}.verdict p{margin-top:4px}" +
    ".headline{font-size:1.3em;line-height:1.2;font-weight:650}a{color:inherit}" +
    ".verdict svg{width:32px;height:32px;grid-row:span 9}" +
    ".row{display:flex;flex-wrap:wrap;align-items:center;gap:0 8px;padding:8px 12px;border-top:1px solid var(--line)}.row:first-child{border:0}" +
    ".name{flex:1 1 6em}.service{font-weight:650}.word{color:var(--c);font-weight:600}" +
    ".numbers{flex-basis:100%;display:flex;flex-wrap:wrap;gap:0 24px}.numbers b{display:block;color:var(--ink);font-size:1.5rem;line-height:1.2}" +
    ".small,.word{font-size:.875em}.small{color:var(--muted)}.foot{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px;padding:8px 12px;border-top:1px solid var(--line)}" +
    ".stale .number,.stale .word{color:var(--muted)!important}" +
    "@media(forced-colors:active){.f{fill:CanvasText}.s{stroke:CanvasText}.x{stroke:Canvas}}"
  );

  // An element with a class, which is its part too, and what is in it.
  const $make = ($name, $class, ...$inside) => {
    const $made = document.createElement($name);
    $made.className = $class;
    $made.part = $class.split(" ")[0];
    $made.append(...$inside);
    return $made;
  };

  const $mark = ($tone) => {
    const $made = document.createElementNS($svg, "svg");
    $made.setAttribute("viewBox", "0 0 20 20");
    $made.setAttribute("aria-hidden", true);
    const [, ...$paths] = $tones[$tone] || $tones[$unknown];
    ["f", $paths[3] ? "s d" : "s", "x", "s"].forEach(($class, $i) => {
      if (!$paths[$i]) return;
      const $path = document.createElementNS($svg, "path");
      $path.setAttribute("class", $class);
      $path.setAttribute("d", $paths[$i]);
      $made.append($path);
    });
    return $made;
  };

  // The boards that are watched, by address. However many elements show one, it is asked for once.
  const $sources = {};

  class $Source {
    constructor($url) {
      this.$url = $url;
      this.$shown = new Set();
      this.$lost = this.$served = 0;
      this.$tick = setInterval(() => this.$look(), 1e3);
      // No round is shorter than five seconds, so nothing newer is to be had before.
      this.$wake = () => {
        this.$look();
        if (!this.$page || this.$lost || this.$now() > this.$served + 5e3) this.$ask();
      };
      document.addEventListener("visibilitychange", this.$wake);
    }

    // The server's time by the stricter of both clocks of the device.
    $now() {
      return this.$served + Math.max(performance.now() - this.$mono, Date.now() - this.$wall);
    }

    // Takes the verdict back when its time has come.
    $look() {
      const $late = this.$page?.expires_at && this.$now() > this.$page.expires_at;
      if ($late && !this.$late) {
        this.$late = $late;
        this.$draw();
      }
    }

    $draw() {
      this.$shown.forEach(($element) => $element.$draw());
    }

    // Asks, if anybody can see it.
    async $ask() {
      if (document.hidden || this.$busy || ![...this.$shown].some(($element) => $element.$seen)) return;
      clearTimeout(this.$timer);
      this.$busy = 1;
      const $mono = performance.now(), $wall = Date.now();
      try {
        const $answer = await fetch(this.$url, {cache: "no-store", signal: AbortSignal.timeout(1e4)});
        const $page = $answer.ok && await $answer.json();
        // A cache on the way that gives an old answer again gives none.
        if (!($page.served_at > this.$served)) throw 0;
        Object.assign(this, {$page, $mono, $wall, $served: $page.served_at, $lost: 0, $late: 0});
        this.$look();
        this.$draw();
      } catch {
        this.$lost++;
      }
      this.$busy = 0;
      const $poll = this.$page?.poll_ms || 3e4;
      this.$timer = setTimeout(() => this.$ask(), $poll * (this.$lost ? 2 ** Math.min(this.$lost, 5) / (4 + Math.random()) : 1));
    }

    $leave($element) {
      this.$shown.delete($element);
      if (this.$shown.size) return;
      clearInterval(this.$tick);
      clearTimeout(this.$timer);
      document.removeEventListener("visibilitychange", this.$wake);
      delete $sources[this.$url];
    }
  }

  class $HeadCount extends HTMLElement {
    static observedAttributes = ["src", "service", "parts", "lang"];

    connectedCallback() {
      if (!this.shadowRoot) {
        this.attachShadow({mode: "open"}).adoptedStyleSheets = [$sheet];
      }
      this.$eye = new IntersectionObserver(($each) => {
        this.$seen = $each.pop().isIntersecting;
        this.$source?.$wake();
      });
      this.$eye.observe(this);
      this.$join();
    }

    disconnectedCallback() {
      this.$eye.disconnect();
      this.$source?.$leave(this);
      this.$source = 0;
    }

    attributeChangedCallback($name) {
      if (!this.isConnected || !this.shadowRoot) return;
      if ($name == "parts") this.$draw();
      else this.$join();
    }

    $join() {
      this.$source?.$leave(this);
      this.$source = 0;
      try {
        const $src = this.getAttribute("src");
        const $home = new URL($src ?? ".", $src == null ? $from : document.baseURI);
        if (!$home.protocol.startsWith("http")) throw 0;
        $home.search = $home.hash = "";
        if (!$home.pathname.endsWith("/")) $home.pathname += "/";
        const $data = new URL("page.json?parts=" + $all, $home);
        // It speaks as the text around it does.
        const $service = this.getAttribute("service"), $lang = this.closest("[lang]")?.lang;
        if ($service) {
          $home.searchParams.set("service", $service);
          $data.searchParams.set("service", $service);
        }
        if ($lang) {
          $home.searchParams.set("lang", $lang);
          $data.searchParams.set("lang", $lang);
        }
        this.$home = $home.href;
        this.$source = $sources[$data.href] ||= new $Source($data.href);
        this.$source.$shown.add(this);
        this.$source.$wake();
      } catch {
        // No address: what is inside the element stays.
      }
      this.$draw();
    }

    // With no board, or one of a form that this does not know, what is inside the element is shown.
    $draw() {
      let $view;
      try {
        $view = this.$board(this.$source.$page, this.$source.$late);
      } catch {
        $view = document.createElement("slot");
      }
      this.shadowRoot.replaceChildren($view);
    }

    $board($page, $late) {
      const $named = (this.getAttribute("parts") || "").split(",").map(($one) => $one.trim());
      const $show = ($part) => $named.includes($part) || !$all.some(($one) => $named.includes($one));
      const $tone = ($one) => $late && $one != "not_checked" || !$tones[$one] ? $unknown : $one;
      const {as_of: $as, valid_until: $until, until: $time, zone: $zone} = $page.fresh;
      const $row = ($one, $class, ...$more) => $make("div", "row " + $class + " " + $tone($one.tone), $mark($tone($one.tone)),
        $make("span", "name", $one.name), $make("span", "word", $one.word + ($late ? " " + $as : "")), ...$more);
      const $number = ($label, $value) => $make("span", "small", $make("b", "number", $value), $label);
      const $head = $late ? $page.expired : $page.header;
      const $board = $make("div", "board");
      $board.lang = $page.lang;
      $board.dir = $page.dir;
      if ($late) $board.classList.add("stale");
      if ($show("verdict")) {
        $board.append($make("div", "verdict " + $tone($head.tone), $mark($tone($head.tone)), $make("b", "headline", $head.headline),
          ...$head.says.map(($text) => $make("p", "says", $text)), ...$head.since.map(($text) => $make("p", "small", $text))));
      }
      for (const $section of $page.sections) {
        if ($page.sections[1] && ($show("queues") || $show("dependencies"))) $board.append($row($section, "service"));
        if ($show("queues")) for (const $queue of $section.queues) $board.append($row($queue, "queue", $make("span", "numbers",
          $number($queue.crew.label, $queue.crew.number), $number($queue.waiting.label, $queue.waiting.number),
          $number($queue.failed.label, $queue.failed.number))));
        if ($show("dependencies")) for (const $part of $section.parts) $board.append($row($part, "dependency"));
      }
      const $link = $make("a", "home", $page.title);
      $link.href = this.$home;
      $board.append($make("div", "foot small", [$as, $until + " " + $time, $zone].filter(($one) => $one.trim()).join(" · "), $link));
      return $board;
    }
  }

  if (!customElements.get("head-count")) customElements.define("head-count", $HeadCount);
}
