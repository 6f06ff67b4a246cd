/*
 * What makes Holdfast open without a line, and be installed. It keeps the page itself, which is the same for everybody,
 * and the files it is made of, whose names change with what is in them. Whatever is somebody's, and every question to the
 * server, it does not touch: those go their way as if it were not there.
 *
 * A page is always asked for first, so that no worker, however old, keeps anybody at an old client; what lies here is
 * shown only where no answer comes. A page that differs from the one before takes the place of all that was kept, once
 * every file that it names is here. What a proxy or a hotel's network says in our place is passed on and not kept.
 */
const KEPT = 'holdfast-client'
const FRONT = '/'
const OURS = '<div id="root"></div>'
const PAGE =
  /^\/($|(login|register|forgot|reset|verify|change|undo|join|loops|memory|bookmarks|archive|shared)$|(settings|admin|chat|documents|personas)(\/[^/]+)?$)/
const FILE = /^\/(assets\/[\w.-]+|theme\.js|favicon\.svg|manifest\.webmanifest|icon-[\w-]+\.png)$/

self.addEventListener('install', (event) => {
  self.skipWaiting()
  // A line that breaks here is no reason to fail: what is needed is kept as it is fetched.
  event.waitUntil(fetchFront().catch(() => undefined))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (PAGE.test(address.pathname)) event.respondWith(openPage(event))
  } else if (FILE.test(address.pathname)) {
    event.respondWith(readFile(event, address.pathname))
  }
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((windows) => {
      const wanted = event.notification.data
      const page = windows.find((one) => new URL(one.url).pathname === wanted) ?? windows[0]
      if (!page) return self.clients.openWindow(wanted)
      page.postMessage({ open: wanted })
      return page.focus()
    }),
  )
})

async function openPage(event) {
  try {
    const response = await fetch(event.request)
    if (is(response, 'text/html')) event.waitUntil(keepFront(response.clone()).catch(() => undefined))
    return response
  } catch (failure) {
    const kept = await (await caches.open(KEPT)).match(FRONT)
    if (kept) return kept
    throw failure
  }
}

async function fetchFront() {
  const response = await fetch(FRONT, { cache: 'no-store', credentials: 'omit' })
  if (is(response, 'text/html')) await keepFront(response)
}

function is(response, type) {
  const found = response.headers.get('content-type') ?? ''
  return (
    response.status === 200 && response.type === 'basic' && !response.redirected && found.startsWith(type)
  )
}

/** Whatever a file is, a page that stands in its place is not it. */
function isFile(response) {
  return is(response, '') && !is(response, 'text/html')
}

async function keepFront(response) {
  const page = await response.clone().text()
  if (!page.includes(OURS)) return
  const cache = await caches.open(KEPT)
  const before = await cache.match(FRONT)
  if (before && (await before.text()) === page) return
  const old = (await cache.keys()).map((request) => new URL(request.url).pathname)
  const names = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((found) => found[1])
  const files = await Promise.all(
    names.filter((name) => FILE.test(name)).map(async (name) => [name, await fetch(name)]),
  )
  if (!files.every(([, file]) => isFile(file))) return
  for (const [name, file] of files) await cache.put(name, file)
  await cache.put(FRONT, response)
  for (const name of old) if (name !== FRONT && !names.includes(name)) await cache.delete(name)
}

/** Files of the build never change under their name; the few others are asked for first. */
async function readFile(event, path) {
  const cache = await caches.open(KEPT)
  const kept = await cache.match(path)
  if (kept && path.startsWith('/assets/')) return kept
  try {
    const response = await fetch(event.request)
    if (isFile(response)) event.waitUntil(cache.put(path, response.clone()).catch(() => undefined))
    return response
  } catch (failure) {
    if (kept) return kept
    throw failure
  }
}
