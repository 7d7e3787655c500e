// The operator's page in a tab: it asks for a newer one as long as nobody writes in it, and when its verdict is over and
// no newer one has come, it says so. What somebody has unfolded stays unfolded. Without it, the page says until when it
// holds, and there is a link that asks for a newer one.
(() => {
  const body = document.body;
  const began = [performance.now(), Date.now()];
  // A tab that slept knows it by one of the two clocks.
  const age = () => Math.max(performance.now() - began[0], Date.now() - began[1]);
  const poll = +body.dataset.poll;
  let writes = false;
  let next = poll;
  const folds = () => [...document.querySelectorAll("details[id]")];
  const reload = () => {
    if (writes) return;
    sessionStorage.setItem("folds", JSON.stringify(folds().map((fold) => [fold.id, fold.open])));
    location.replace(location.pathname);
  };
  // A page that is old is better than one that the browser makes when nobody answers.
  const again = () => fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(reload).catch(() => {});
  const look = () => {
    if (body.dataset.holds && age() > body.dataset.holds) {
      document.getElementById("now").hidden = true;
      document.getElementById("late").hidden = false;
      document.querySelector("main").classList.add("stale");
    }
    if (writes || document.hidden || age() < next) return;
    next = age() + poll;
    again();
  };
  addEventListener("input", () => { writes = true; });
  addEventListener("visibilitychange", look);
  addEventListener("online", () => { next = 0; look(); });
  addEventListener("pageshow", (shown) => { if (shown.persisted) again(); });
  setInterval(look, 1000);
  for (const [id, open] of JSON.parse(sessionStorage.getItem("folds") || "[]")) {
    const fold = document.getElementById(id);
    if (fold) fold.open = open;
  }
})();
