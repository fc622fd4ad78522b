import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConnectionReport } from '#providers/connection.ts'
import { bundledGeolocation } from '#providers/geolocation/bundled-geolocation.ts'
import { IpapiGeolocation } from '#providers/geolocation/ipapi/ipapi-geolocation.ts'
import type { SupplierServer, WireFault, FaultAnswer } from '#test/fakes/supplier-server.ts'
import { IPAPI_KEY, startIpapiServer } from '#test/fakes/ipapi-server.ts'

const LAGOS = '41.58.0.1'
const SECOND = 1_000
const HOUR = 60 * 60 * SECOND
const bundled = bundledGeolocation()

let server: SupplierServer
let said: (string | null)[]
let now: number

beforeEach(async () => {
  said = []
  now = 0
  server = await startIpapiServer()
})
afterEach(() => server.close())

/** Calls that continue after the end of a test must not report to the next test. */
function reportTo(list: (string | null)[]): ConnectionReport {
  return { worked: () => list.push(null), failed: (words) => list.push(words) }
}

const service = ({ key = IPAPI_KEY as string | null, timeoutMs = 5_000, apiBase = server.url } = {}) =>
  new IpapiGeolocation({
    key,
    apiBase,
    label: 'ipapi.co',
    report: reportTo(said),
    bundled,
    timeoutMs,
    now: () => now,
  })

/** Asks about an address, and waits for what the service says of it. */
async function learn(geolocation: IpapiGeolocation, address: string): Promise<string | null> {
  const first = geolocation.country(address)
  await expect.poll(() => geolocation.isAsking(address)).toBe(false)
  return first
}
const paths = () => server.requests.map(({ url }) => url)

describe('a country by ipapi.co', () => {
  test.each([
    [IPAPI_KEY, `/${LAGOS}/json/?key=${IPAPI_KEY}`],
    [null, `/${LAGOS}/json/`],
  ])(
    'is requested once, with the visitor’s address (key %s), and used from the next lookup on',
    async (key, path) => {
      const geolocation = service({ key })
      expect(await learn(geolocation, LAGOS)).toBe('NG')
      expect(geolocation.country(LAGOS)).toBe('GH')
      expect(paths()).toEqual([path])
      expect(said).toEqual([null])
    },
  )

  test('is cached for the /24 of the address, for a day', async () => {
    const geolocation = service()
    await learn(geolocation, LAGOS)
    now = 24 * HOUR - 1
    expect(geolocation.country('41.58.0.250')).toBe('GH')
    expect(geolocation.country(`::ffff:${LAGOS}`)).toBe('GH')
    expect(server.requests).toHaveLength(1)
    now += 1
    expect(await learn(geolocation, LAGOS)).toBe('NG')
    await learn(geolocation, '41.58.1.1')
    expect(server.requests).toHaveLength(3)
  })

  test('is cached for the /48 of an IPv6 address', async () => {
    const geolocation = service()
    expect(await learn(geolocation, '2a00:1450:4001::1')).toBe('IE')
    expect(geolocation.country('2a00:1450:4001:9:8:7:6:5')).toBe('DE')
    expect(paths()).toEqual([`/2a00:1450:4001::1/json/?key=${IPAPI_KEY}`])
    await learn(geolocation, '2a00:1450:4002::1')
    expect(server.requests).toHaveLength(2)
  })

  test.each(['10.0.0.1', '127.0.0.1', '192.168.1.1', '::1', 'fe80::1%eth0', 'unknown', ''])(
    'is never requested for an address that is not public (%s)',
    async (address) => {
      const geolocation = service()
      expect(geolocation.country(address)).toBeNull()
      expect(geolocation.isAsking(address)).toBe(false)
      expect(server.requests).toEqual([])
    },
  )

  test('is requested for at most four networks at the same time; the built-in table answers for the others', async () => {
    await server.disturb('slow')
    const geolocation = service()
    const addresses = Array.from({ length: 50 }, (_, at) => `41.58.${at}.1`)
    for (const address of addresses) expect(geolocation.country(address)).toBe('NG')
    expect(addresses.filter((address) => geolocation.isAsking(address))).toHaveLength(4)
    await expect.poll(() => server.requests.length).toBe(4)
  })

  test('is from the built-in table when the service has none', async () => {
    await server.disturb({ status: 200, body: { ip: LAGOS, country_code: null } })
    const geolocation = service()
    await learn(geolocation, LAGOS)
    expect(geolocation.country(LAGOS)).toBe('NG')
    expect(server.requests).toHaveLength(1)
    expect(said).toEqual([null])
  })

  test('is from the built-in table when the service says that the address is reserved, whatever else it says', async () => {
    const body = { error: true, reason: 'Reserved IP Address', country_code: 'US' }
    await server.disturb({ status: 200, body })
    const geolocation = service()
    await learn(geolocation, LAGOS)
    expect(geolocation.country(LAGOS)).toBe('NG')
    expect(said).toEqual([null])
  })

  test('is tested with a known address', async () => {
    expect(await service().connection.test({ email: 'ada@shop.example' })).toBe('8.8.8.8 is in US.')
  })
})

describe('when ipapi.co fails, the built-in table answers, no request is sent for a while, and the message says why', () => {
  const cases: [what: string, fault: WireFault | FaultAnswer, words: RegExp][] = [
    ['refused', 'refused', /cannot be reached \(ECONNREFUSED\)/],
    ['slow', 'slow', /did not answer within 0.1 s/],
    ['half an answer', 'half-an-answer', /cannot be reached/],
    ['not JSON', 'not-json', /does not understand/],
    ['not HTTP', 'not-http', /does not answer in HTTP/],
    ['401', { status: 401, body: '' }, /answered 401$/],
    [
      '403',
      { status: 403, body: { error: true, reason: 'Invalid Key' } },
      /answered 403: the key is not valid$/,
    ],
    ['404 as text', { status: 404, body: 'Not Found' }, /answered 404: Not Found$/],
    ['404 as an object', { status: 404, body: { error: true, reason: 'Not Found' } }, /answered 404$/],
    ['413', { status: 413, body: '' }, /answered 413$/],
    ['422', { status: 422, body: '' }, /answered 422$/],
    [
      '429',
      { status: 429, body: { error: true, reason: 'RateLimited', message: 'Sign up' } },
      /answered 429: the requests of its plan are used up$/,
    ],
    [
      'a used-up quota with the status 200',
      { status: 200, body: { error: true, reason: 'RateLimited', country_code: 'US' } },
      /refused: the requests of its plan are used up$/,
    ],
    ['500', { status: 500, body: '<h1>Oops</h1>' }, /answered 500$/],
  ]
  test.each(cases)('%s', async (_what, fault, words) => {
    await server.disturb(fault)
    const geolocation = service(fault === 'slow' ? { timeoutMs: 100 } : {})
    await learn(geolocation, LAGOS)
    const asked = server.requests.length
    expect(geolocation.country(LAGOS)).toBe('NG')
    expect(geolocation.isAsking(LAGOS)).toBe(false)
    expect(said).toEqual([expect.stringMatching(words)])
    expect(said.join()).not.toMatch(new RegExp(`${IPAPI_KEY}|${LAGOS}`))
    now = 15 * SECOND - 1
    await learn(geolocation, LAGOS)
    expect(server.requests).toHaveLength(asked)
  })

  test('a missing or untrusted certificate', async () => {
    const geolocation = service({ apiBase: server.url.replace('http:', 'https:') })
    await learn(geolocation, LAGOS)
    expect(said).toEqual([expect.stringContaining('certificate that is not trusted')])
  })

  test('requests start again after a pause, which is longer each time, and their answers are used', async () => {
    await server.disturb({ status: 500 })
    const geolocation = service()
    await learn(geolocation, LAGOS)
    now = 15 * SECOND
    await learn(geolocation, LAGOS)
    expect(server.requests).toHaveLength(2)
    now += 30 * SECOND - 1
    await learn(geolocation, LAGOS)
    expect(server.requests).toHaveLength(2)
    await server.disturb(null)
    now += 1
    await learn(geolocation, LAGOS)
    expect(geolocation.country(LAGOS)).toBe('GH')
  })

  test('a refused key is used once an hour', async () => {
    const geolocation = service({ key: 'another-key' })
    await learn(geolocation, LAGOS)
    now = HOUR - 1
    await learn(geolocation, LAGOS)
    expect(server.requests).toHaveLength(1)
    now += 1
    await learn(geolocation, LAGOS)
    expect(server.requests).toHaveLength(2)
  })
})
