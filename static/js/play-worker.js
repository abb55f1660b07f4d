/*
 * The service worker of the play page: it keeps that page of every character played here, for when the site can't be
 * reached. Each page has a cache of its own, "play <person> <path>", with the files it needs (keep.js puts them there), so
 * a page always finds the files of its own release. No other page is kept.
 */
"use strict";

const PLAY = /^\/characters\/\d+\/play\/$/;
const FILES = ["style", "script", "font", "image"];
const PATIENCE = 6_000; // ms until a page that was kept is shown instead of one that doesn't come
const LONGEST = 14 * 86_400_000; // ms that a page is kept: as long as a session lasts

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (PLAY.test(pathname)) event.respondWith(page(request, pathname));
  else if (FILES.includes(request.destination)) event.respondWith(file(request));
});

async function file(request) {
  try {
    return await fetch(request);
  } catch {
    return await caches.match(request, { ignoreVary: true }) ?? Response.error();
  }
}

async function page(request, path) {
  const answer = fetch(request);
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  try {
    const response = await Promise.race([answer, late]);
    if (response && ![502, 503, 504].includes(response.status)) {
      await keep(path, response.clone()).catch(() => {}); // there may be no room
      return response;
    }
  } catch { /* The line is gone. */ }
  return await kept(path) ?? answer;
}

const cachesOf = async (path) => (await caches.keys()).filter((name) => name.startsWith("play ") && name.endsWith(` ${path}`));

/* Keep what the site answered, if it says for whom; forget a page that is no longer there for this person. */
async function keep(path, response) {
  const person = response.headers.get("Keep-For");
  const mine = `play ${person} ${path}`;
  if (person || response.status === 404) {
    for (const name of await cachesOf(path)) if (name !== mine) await caches.delete(name);
  }
  if (!person || !response.ok) return;
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("Kept-At", new Date().toISOString());
  const cache = await caches.open(mine);
  await cache.put(path, new Response(await response.text(), { headers }));
  await cache.delete(`${path}?now`);
}

/* The page as it was kept, which says since when. */
async function kept(path) {
  for (const name of await cachesOf(path)) {
    const found = await (await caches.open(name)).match(path, { ignoreVary: true });
    const at = found?.headers.get("Kept-At");
    if (!found || Date.now() - Date.parse(at) > LONGEST) {
      await caches.delete(name);
      continue;
    }
    const words = (await found.text()).replace("<body ", `<body data-kept="${at}" `);
    return new Response(words, { headers: found.headers });
  }
  return null;
}
