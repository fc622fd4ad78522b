import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSupplierServer, type SupplierServer } from '#test/fakes/supplier-server.ts'
import type { ShopLog } from '#web/http/console-log.ts'
import { forRequest } from './current-request.ts'
import { parseTracker, reportingLog } from './error-tracker.ts'

let tracker: SupplierServer
let log: ShopLog
let written: unknown[][]

beforeEach(async () => {
  tracker = await startSupplierServer((_request, response) => void response.end('{}'))
  written = []
  const own = { info() {}, request() {}, error: (...words: unknown[]) => void written.push(words) }
  const to = parseTracker(tracker.url.replace('://', '://publickey@') + '/7')
  if (to === null) throw new Error('The address is not understood')
  log = reportingLog(own, to, '0.3.0')
})
afterEach(() => tracker.close())

class MailError extends Error {
  override readonly name = 'MailError'
  readonly code = 'EENVELOPE'
}

const received = (count: number) => vi.waitFor(() => expect(tracker.requests).toHaveLength(count))

test('an error is sent as an envelope, with where it was and no data of a customer', async () => {
  const error = new MailError('550 ada@shopper.example\n    at Ada (/home/ada:1:1)')
  forRequest({ id: 'abcdef12', route: '/order/:number' }, () =>
    log.error('A mail was refused', error, { to: 'ada@shopper.example', path: '/order/R-1?key=secret' }),
  )
  await received(1)
  const [request] = tracker.requests
  expect(request).toMatchObject({ method: 'POST', url: '/api/7/envelope/' })
  expect(request?.headers).toMatchObject({
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': expect.stringContaining('sentry_key=publickey'),
  })
  const text = request?.body.toString() ?? ''
  const [head, item, event] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(head).toMatchObject({ event_id: event?.['event_id'], dsn: expect.stringContaining('publickey@') })
  expect(item).toEqual({ type: 'event' })
  expect(event).toMatchObject({
    level: 'error',
    release: 'redemption@0.3.0',
    message: { formatted: 'A mail was refused' },
    exception: { values: [{ type: 'MailError', value: 'EENVELOPE' }] },
    tags: { request: 'abcdef12', route: '/order/:number' },
  })
  expect(text).toContain('error-tracker.test.ts')
  expect(text.toLowerCase()).not.toMatch(/ada|secret/)
  expect(written).toHaveLength(1)
})

test('the same error is sent once a minute, and another one at once', async () => {
  for (let time = 0; time < 50; time += 1) log.error('A request failed', new TypeError('x'))
  log.error('A request failed', new RangeError('x'))
  log.error('Background work failed', 'a text')
  await received(3)
  expect(written).toHaveLength(52)
})

test('a tracker that is away disturbs nothing', async () => {
  await tracker.disturb('refused')
  log.error('A request failed', new Error('x'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(written).toHaveLength(1)
})

test.each(['x', 'https://errors.example/7', 'https://key@errors.example/', 'ftp://key@errors.example/7'])(
  'the address of a tracker has a key and a project: %s',
  (text) => expect(parseTracker(text)).toBeNull(),
)

test('a tracker may be below a path of its host', () => {
  expect(parseTracker('https://k1@errors.example/glitchtip/12')).toMatchObject({
    key: 'k1',
    address: 'https://errors.example/glitchtip/api/12/envelope/',
  })
})
