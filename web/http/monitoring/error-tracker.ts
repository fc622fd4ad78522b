import { randomUUID } from 'node:crypto'
import type { ShopLog } from '#web/http/console-log.ts'
import { currentRequest } from './current-request.ts'

/** Where errors are sent, as Sentry and GlitchTip take them. `dsn`: as the owner wrote it. */
export interface ErrorTracker {
  dsn: string
  address: string
  key: string
}

const EVERY_MS = 60_000
const MAX_KINDS = 100
const TIMEOUT_MS = 10_000
const FRAME = /^\s+at (?:(.+) \()?((?:file:|node:|\/)[^()]+):(\d+):(\d+)\)?$/

/** Reads `https://KEY@HOST/PROJECT`; null when it is not such an address. */
export function parseTracker(dsn: string): ErrorTracker | null {
  if (!URL.canParse(dsn)) return null
  const { protocol, host, username: key, password, pathname, search } = new URL(dsn)
  const [, prefix = '', project] = /^(.*)\/(\d+)$/.exec(pathname) ?? []
  if (!/^https?:$/.test(protocol) || !/^\w+$/.test(key) || password + search || project === undefined)
    return null
  return { dsn, key, address: `${protocol}//${host}${prefix}/api/${project}/envelope/` }
}

/**
 * The same log, which also sends its errors to a tracker: the log's sentence, the kind of the error, its code and where
 * in the code it was, with the id of the request to find it in the log. Never the error's message or details, which may
 * have a customer's data. The same error is sent once a minute. Nothing waits for the tracker.
 */
export function reportingLog(log: ShopLog, { dsn, address, key }: ErrorTracker, release: string): ShopLog {
  const sent = new Map<string, number>()

  function isNew(kind: string): boolean {
    const now = performance.now()
    for (const [known, at] of sent) if (now - at >= EVERY_MS) sent.delete(known)
    if (sent.has(kind) || sent.size >= MAX_KINDS) return false
    sent.set(kind, now)
    return true
  }

  function send(message: string, error: unknown): void {
    const { name = 'Error', code, frames } = describe(error)
    if (!isNew(`${message} ${name} ${code}`)) return
    const { id, route } = currentRequest() ?? {}
    const event = {
      event_id: randomUUID().replaceAll('-', ''),
      timestamp: Date.now() / 1_000,
      platform: 'node',
      level: 'error',
      release: `redemption@${release}`,
      message: { formatted: message },
      exception: { values: [{ type: name, value: code, stacktrace: { frames } }] },
      tags: { ...(id && { request: id }), ...(route && { route }) },
    }
    const head = { event_id: event.event_id, dsn, sent_at: new Date().toISOString() }
    const lines = [head, { type: 'event' }, event].map((line) => JSON.stringify(line))
    void fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=redemption/${release}, sentry_key=${key}`,
      },
      body: `${lines.join('\n')}\n`,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(
      (answer) => answer.body?.cancel(),
      () => {}, // the log has the error
    )
  }

  return {
    ...log,
    error(message, error, details) {
      log.error(message, error, details)
      send(message, error)
    },
  }
}

interface Described {
  name?: string
  code: string
  frames: { function: string; filename: string; lineno: number; colno: number; in_app: boolean }[]
}

/** Frames from the outermost to the one that threw. The beginning of a stack repeats the message. */
function describe(error: unknown): Described {
  if (!(error instanceof Error)) return { code: '', frames: [] }
  const { name, message, stack = '', code = '' } = error as NodeJS.ErrnoException
  const calls = stack.slice(stack.indexOf(message) + message.length).split('\n')
  const frames = calls.flatMap((call) => {
    const [, place = '?', filename, line, column] = FRAME.exec(call) ?? []
    if (filename === undefined) return []
    const in_app = !/node:|node_modules/.test(filename)
    return [{ function: place, filename, lineno: Number(line), colno: Number(column), in_app }]
  })
  return { name, code: String(code), frames: frames.toReversed() }
}
