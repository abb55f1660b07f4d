/*
 * The service worker of the play page: it keeps that page of every character played here, for when the site can't be
 * reached. Each page has a cache of its own, "play <person> <path>", with the files it needs. A page that came is new until
 * keep.js has put its files there, so it always finds the files of its own release. No other page is kept; in place of the list of characters stands one
 * of those that can be played.
 */
"use strict";

const PLAY = /^\/characters\/\d+\/play\/$/;
const LIST = "/characters/";
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
  else if (pathname === LIST && request.mode === "navigate") event.respondWith(reach(request, list));
  else if (FILES.includes(request.destination)) event.respondWith(file(request));
});

async function file(request) {
  try {
    return await fetch(request);
  } catch {
    return await caches.match(request, { ignoreVary: true }) ?? Response.error();
  }
}

function page(request, path) {
  return reach(request, () => kept(path), (response) => keep(path, response));
}

/* What the site answers, or what stands in for it. */
async function reach(request, instead, met = async () => {}) {
  const answer = fetch(request);
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  try {
    const response = await Promise.race([answer, late]);
    if (response && ![502, 503, 504].includes(response.status)) {
      await met(response.clone()).catch(() => {}); // there may be no room
      return response;
    }
  } catch { /* The line is gone. */ }
  return await instead() ?? answer;
}

const played = async () => (await caches.keys()).filter((name) => name.startsWith("play "));
const cachesOf = async (path) => (await played()).filter((name) => name.endsWith(` ${path}`));

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
  await cache.put(`${path}?new`, new Response(await response.text(), { headers }));
}

async function opened(name) {
  const found = await (await caches.open(name)).match(name.split(" ")[2], { ignoreVary: true });
  const at = found?.headers.get("Kept-At");
  if (found && Date.now() - Date.parse(at) < LONGEST) return { words: await found.text(), at, headers: found.headers };
  await caches.delete(name);
  return null;
}

/* The page as it was kept, which says since when. */
async function kept(path) {
  for (const name of await cachesOf(path)) {
    const found = await opened(name);
    if (found) return new Response(found.words.replace("<body ", `<body data-kept="${found.at}" `), { headers: found.headers });
  }
  return null;
}

/* A page that leads to those that are kept. What it takes from them is HTML already. */
async function list() {
  const found = [];
  for (const name of await played()) {
    const one = await opened(name);
    if (one) found.push({ ...one, path: name.split(" ")[2], title: one.words.match(/<h1>\s*([^<]+)/)?.[1] });
  }
  if (!found.length) return null;
  const [{ words, headers }] = found;
  const [style] = words.match(/<link rel="stylesheet"[^>]*>/);
  const items = found.map(({ path, title }) => `<p><a class="button primary" href="${path}">${title}</a></p>`).join("");
  return new Response(`<!doctype html>
    <html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>You’re offline · Dramatis</title><meta name="color-scheme" content="light dark">${style}</head>
    <body><main id="main" class="page"><h1>You’re offline</h1><p>You can play these characters from this device:</p>
    ${items}<p><a class="button" href="${LIST}">Try again</a></p></main></body></html>`, { headers });
}
