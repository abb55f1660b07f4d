/*
 * Opens without a line: the page to play from is kept on this device by its service worker (play-worker.js). This script
 * adds the files that the page needs, and how things stand each time the site says so.
 */
(function (scope) {
  "use strict";

  const { kept, person } = document.body.dataset;
  const path = location.pathname;
  const can = Boolean(navigator.serviceWorker && scope.caches && person);
  const open = () => caches.open(`play ${person} ${path}`);

  /* What the worker kept before it could see this page come is asked for once more. */
  async function keep(seen) {
    const { worker } = document.getElementById("keeps").dataset;
    await navigator.serviceWorker.register(worker, { scope: "/characters/" });
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => { navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }); });
    }
    if (!seen) await fetch(path);
    await document.fonts.ready;
    const needed = performance.getEntriesByType("resource").filter((one) => ["link", "script", "css", "img", "image"].includes(one.initiatorType));
    const files = new Set(needed.map((one) => one.name));
    const cache = await open();
    await cache.addAll([...files]);
    const page = await cache.match(`${path}?new`, { ignoreVary: true });
    if (page) {
      await cache.put(path, page);
      await cache.delete(`${path}?new`, { ignoreVary: true });
    }
    for (const { url } of await cache.keys()) {
      if (!files.has(url) && new URL(url).pathname !== path) await cache.delete(url, { ignoreVary: true });
    }
    if (await cache.match(path, { ignoreVary: true })) document.getElementById("keeps").hidden = false;
  }

  /* How things stand: the parts of the page that play moves, as they are drawn now. */
  const PARTS = ["gone", "trackers", "now", "conditions", "rests", "checks-now", "log"];
  let noting = Promise.resolve(); // one after another, so that the last one stays
  function note(tag) {
    if (!can || !document.getElementById("keeps")) return;
    const shown = PARTS.map((id) => document.getElementById(id)).filter(Boolean);
    const parts = shown.map(({ id, innerHTML }) => `<div hx-swap-oob="innerHTML:#${id}">${innerHTML}</div>`);
    const headers = { ETag: tag, "Kept-At": new Date().toISOString() };
    const put = async () => (await open()).put(`${path}?now`, new Response(parts.join(""), { headers }));
    noting = noting.then(put).catch(() => { /* No room: what was kept stays. */ });
  }
  async function last() {
    const found = can ? await (await open()).match(`${path}?now`) : null;
    const at = found?.headers.get("Kept-At") ?? "";
    return at > kept ? { words: await found.text(), tag: found.headers.get("ETag"), at } : { words: "", at: kept };
  }

  /* Who has logged out meanwhile, in another tab, leaves nothing here: not even what was being kept just then. */
  async function forget() {
    if (!can) return;
    await noting;
    for (const name of await caches.keys()) if (name.startsWith("play ")) await caches.delete(name);
  }

  scope.keptPage = { kept, note, last, forget };
  if (!can || kept || !document.getElementById("keeps")) return;
  const seen = Boolean(navigator.serviceWorker.controller);
  window.addEventListener("load", () => { keep(seen).catch(() => { /* No room, or no worker: the page works as before. */ }); });
})(self);
