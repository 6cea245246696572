// Keeps the page's own files, so that it opens without a network. Owns one cache; never stores anything else.
// The build puts the list of files and a name that changes with them in here.

const CACHE = "shellgate-playground-VERSION";
const FILES = "FILES";
/** Kept when the page first asks for them. */
const LATER = "LATER";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const outdated = (name) => name.startsWith("shellgate-playground-") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(outdated).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) return;
  // The page itself is asked for first, so that a new version is seen; everything else has its hash in its name.
  const kept = () => caches.match(event.request, { ignoreSearch: true });
  event.respondWith(
    event.request.mode === "navigate"
      ? fetch(event.request).catch(() => caches.match("./"))
      : kept().then((answer) => answer ?? fetch(event.request).then((fetched) => keep(event.request, fetched))),
  );
});

/** Keeps what was fetched, if it is one of the page's own files that were left for later. */
async function keep(request, fetched) {
  if (!fetched.ok || !LATER.some((file) => request.url.endsWith(`/${file}`))) return fetched;
  const copy = fetched.clone();
  const cache = await caches.open(CACHE);
  await cache.put(request, copy).catch(() => {});
  return fetched;
}
