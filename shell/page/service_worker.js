// Keeps the site for visits without a network. The build puts the list of files, with a digest of
// each, in place of the empty one and this script at the top of the site.
//
//     install     every file of the list, each checked against its digest, into a cache of its own
//     fetch       a file of the list: from that cache; anything else: the network, untouched
//     activate    older caches of this site go; not before its last old page is closed
//
// There is no skipWaiting: a page must never get half its files from another version.
const kVersion = "unbuilt";
const kFiles = {};

const kPrefix = `cutline ${self.registration.scope} `; // an origin may hold several sites
const kCache = kPrefix + kVersion;

async function digest(bytes) {
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A stale copy in the browser's own cache is asked for again, past it.
async function take(name) {
  for (const cache of ["default", "reload"]) {
    const response = await fetch(new URL(name, self.registration.scope), {cache});
    if (!response.ok) continue;
    if ((await digest(await response.clone().arrayBuffer())) === kFiles[name]) return response;
  }
  throw new Error(`${name} is not the one that belongs to this version`);
}

async function install() {
  const taken = await Promise.all(
    Object.keys(kFiles).map(async (name) => [name, await take(name)]),
  );
  const cache = await caches.open(kCache);
  for (const [name, response] of taken) {
    await cache.put(new URL(name, self.registration.scope).href, response);
  }
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(kPrefix) && name !== kCache);
  await Promise.all(old.map((name) => caches.delete(name)));
}

// The name in the list of what is asked for, or null. The query is the page's own business.
function name_of({method, url}) {
  const {href, pathname} = new URL(url);
  const scope = new URL(self.registration.scope);
  if (method !== "GET" || !href.startsWith(scope.href)) return null;
  const name = pathname.slice(scope.pathname.length) || "index.html";
  return Object.hasOwn(kFiles, name) ? name : null;
}

async function answer(request, name) {
  const cache = await caches.open(kCache);
  const kept = await cache.match(new URL(name, self.registration.scope).href);
  return kept ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const name = name_of(event.request);
  if (name) event.respondWith(answer(event.request, name));
});
