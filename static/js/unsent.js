/*
 * What could not be sent: it stays on the page and is sent again, and the page says so, beside when it was saved last.
 */
(function () {
  "use strict";

  const { all } = window.dramatis;

  /* Saved: a time.saved with its datetime counts up by itself, unless something could not be saved. */

  const narrow = window.matchMedia("(max-width: 26rem)"); // no room for more than the word
  function ago(seconds) {
    if (seconds < 2 || narrow.matches) return "Saved";
    if (seconds < 60) return `Saved ${seconds} s ago`;
    if (seconds < 3600) return `Saved ${Math.floor(seconds / 60)} min ago`;
    return `Saved ${Math.floor(seconds / 3600)} h ago`;
  }
  function tick() {
    for (const element of all("time.saved")) {
      const seconds = Math.max(0, Math.round((Date.now() - Date.parse(element.dateTime)) / 1000));
      const text = waiting.size || refused.size ? "Not saved" : ago(seconds);
      if (!Number.isNaN(seconds) && element.textContent !== text) element.textContent = text;
    }
  }
  setInterval(tick, 1000);

  /* Unsent: say so, keep what was changed, send it when the line is back or when asked to. */

  const waiting = new Set(); // changes that never arrived: element ids, or elements without one
  const refused = new Set(); // changes that arrived and were not taken
  const banner = () => document.getElementById("offline");
  const calm = banner()?.querySelector("span")?.textContent;

  function showBanner(sentence, again = false) {
    const element = banner();
    tick();
    if (!element) return;
    const words = element.querySelector("span");
    if (sentence && words.textContent !== sentence) words.textContent = sentence;
    element.querySelector("button").hidden = !again;
    element.hidden = !sentence;
  }
  const kept = "Your changes are still on this page";
  // What the site says of a request that it ended or refused: the sentence by itself.
  function ended(xhr) {
    return [403, 503].includes(xhr.status) && (xhr.getResponseHeader("Content-Type") || "").startsWith("text/plain") && xhr.responseText;
  }
  function refusal(status, verb) {
    if (verb === "get" && status === 401) return "You have been logged out. This page may be out of date. Log in again in another tab, then reload this page.";
    if (verb === "get") return status === 404 ? "This no longer exists. Reload the page." : "Couldn’t load that. Try again in a moment.";
    if (status === 401 || status === 403) return `Couldn’t save: you may have been logged out. ${kept}. Log in again in another tab, then try again.`;
    if (status === 404) return `Couldn’t save: you may have been logged out, or you no longer have permission to edit this character. ${kept}. Log in again in another tab, then try again.`;
    if (status >= 500) return `Couldn’t save: something went wrong on our side. ${kept}. Try again in a moment.`;
    return `Couldn’t save (error ${status}). ${kept}. Try again.`;
  }
  const nameOf = (element) => element.id || element;

  for (const kind of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(kind, (event) => {
      if (event.detail.requestConfig?.verb === "get") return unanswered(event.detail);
      notRolled(event.detail, "Your roll waits. It is made once, when you’re back online.");
      waiting.add(nameOf(event.detail.elt));
      showBanner(calm, navigator.onLine);
    });
  }
  // What only asks is not kept: it says so, and no old roll stands there as the new one.
  let missed = null; // what was pressed for the question that got no answer
  function notRolled({ requestConfig }, told = "Not rolled.") {
    const rolled = document.getElementById("rolled");
    if (!rolled || !requestConfig?.formData?.has("throw")) return;
    const words = document.createElement("p");
    words.textContent = told;
    rolled.replaceChildren(words);
  }
  function unanswered(detail) {
    const { elt, requestConfig } = detail;
    missed = requestConfig.triggeringEvent?.submitter ?? (elt.matches("form, button, a") ? elt : null);
    notRolled(detail);
    showBanner(waiting.size ? calm : "Can’t reach the site. Your last request didn’t go through, and this page may be out of date.", missed !== null && navigator.onLine);
  }
  document.addEventListener("htmx:responseError", (event) => {
    const verb = event.detail.requestConfig?.verb;
    notRolled(event.detail);
    if (verb !== "get") refused.add(nameOf(event.detail.elt));
    showBanner(ended(event.detail.xhr) || refusal(event.detail.xhr.status, verb), verb !== "get");
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    const form = event.detail.elt.closest("form");
    for (const set of [waiting, refused]) {
      for (const name of Array.from(set)) {
        const element = typeof name === "string" ? document.getElementById(name) : name;
        // A field sends its whole form, so one that gets through brings its neighbours along, but presses no button.
        const along = form && element?.closest("form") === form && !element.matches("button");
        if (!element || element === event.detail.elt || along) set.delete(name);
      }
    }
    if (!waiting.size && !refused.size) showBanner("");
    missed = null;
  });
  // Whoever logs in again gets a new token: the forms of a page that was open meanwhile have the old one.
  async function renewTokens() {
    try {
      const answer = await fetch(location.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("input[name=csrfmiddlewaretoken]")?.value;
      if (fresh) for (const token of all("input[name=csrfmiddlewaretoken]")) token.value = fresh;
    } catch { /* The line is gone; what is sent next says so. */ }
  }
  function press(element) {
    const kind = element.matches("form") ? "submit" : element.matches("button, a") ? "click" : "change";
    if (kind === "submit" && !(element.getAttribute("hx-trigger") || "").includes("change")) element.requestSubmit();
    else element.dispatchEvent(new MouseEvent(kind === "submit" ? "change" : kind, { bubbles: true, cancelable: true }));
  }
  async function resend() {
    const again = [...waiting, ...refused];
    const turnedAway = refused.size > 0;
    if (!again.length) showBanner(navigator.onLine ? "" : calm);
    waiting.clear();
    refused.clear();
    if (turnedAway) await renewTokens();
    for (const name of again) {
      const element = typeof name === "string" ? document.getElementById(name) : name;
      if (element?.isConnected) press(element);
    }
  }
  function askAgain() {
    const again = missed;
    missed = null;
    resend();
    if (again?.isConnected) press(again);
  }
  window.addEventListener("offline", () => showBanner(calm));
  window.addEventListener("online", resend);
  document.addEventListener("click", (event) => { if (event.target.closest?.("#offline button")) askAgain(); });
  setInterval(() => { if (waiting.size && navigator.onLine) resend(); }, 5000);
  window.addEventListener("beforeunload", (event) => {
    const unsaved = waiting.size || refused.size || page.unsaved() || document.querySelector("[data-unsaved]");
    if (unsaved && !page.sent) event.preventDefault();
  });

  /* What a page knows of it, and says: whether it has more to save, and whether all of it was sent just now. */
  const page = window.unsent = { waiting, refused, resend, tick, offline: () => showBanner(calm), unsaved: () => false, sent: false };
  document.addEventListener("htmx:load", tick);
  tick();
  if (!navigator.onLine) showBanner(calm);
})();
