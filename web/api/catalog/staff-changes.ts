import type { Changes } from '#operations/shop.ts'
import { staffAction } from '#web/api/action.ts'
import { findCaller } from '#web/http/staff-only.ts'

/** Proxies close connections on which nothing is sent for a minute. */
const KEEP_ALIVE_MS = 25_000
const CHANGED = 'event: catalogue\ndata: changed\n\n'
const ALIVE = ': still here\n\n'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  connection: 'close', // a connection whose stream has ended must not keep a stopping server waiting
  'x-accel-buffering': 'no', // otherwise nginx holds the events back
}

interface Listener {
  notify(): void
  end(): void
}

/** The open streams of each shop. */
const listeners = new WeakMap<Changes, Set<Listener>>()

/** Ends all open streams, so that the server can stop. */
export function endStaffChanges(changes: Changes): void {
  for (const listener of listeners.get(changes) ?? []) listener.end()
}

function listenersTo(changes: Changes): Set<Listener> {
  const known = listeners.get(changes)
  if (known) return known
  const open = new Set<Listener>()
  listeners.set(changes, open)
  changes.listen((topic) => {
    if (topic !== 'rates') for (const listener of open) listener.notify()
  })
  return open
}

export const routes = [
  staffAction('GET /api/staff/changes', 'products.read', {
    summary: 'Changes to the catalogue, as they happen',
    detail: 'Server-sent events. The stream ends with the session or the key, or when the shop stops.',
    answers: {
      200: { means: 'An event `catalogue` for each change.', type: 'text/event-stream' },
    },
    async run(asked) {
      if (asked.request.method === 'HEAD') return new Response(null, { headers: HEADERS }) // no client would ever close the stream
      const { shop, request } = asked
      const open = listenersTo(shop.changes)
      const text = new TextEncoder()
      let stop = () => {}
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          const write = async (line: string) => {
            const caller = await findCaller(shop, request.headers).catch(() => null)
            if (!open.has(listener)) return
            if (!caller?.permissions.includes('products.read')) listener.end()
            else stream.enqueue(text.encode(line))
          }
          const alive = setInterval(() => void write(ALIVE), KEEP_ALIVE_MS)
          alive.unref()
          stop = () => {
            clearInterval(alive)
            open.delete(listener)
          }
          const listener: Listener = {
            notify: () => void write(CHANGED),
            end() {
              stop()
              stream.close()
            },
          }
          open.add(listener)
          stream.enqueue(text.encode('retry: 2000\n\n'))
        },
        cancel: () => stop(),
      })
      return new Response(body, { headers: HEADERS })
    },
  }),
]
