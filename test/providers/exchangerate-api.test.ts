import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConnectionReport } from '#providers/connection.ts'
import { exchangerateService } from '#providers/rates/exchangerate-api/exchangerate-service.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import {
  RATES_KEY,
  startExchangerateServer,
  type ExchangerateServer,
} from '#test/fakes/exchangerate-server.ts'

const NAME = 'exchangerate-api.com'

let server: ExchangerateServer
let said: (string | null)[]
const report: ConnectionReport = { worked: () => said.push(null), failed: (words) => said.push(words) }

beforeEach(async () => {
  said = []
  server = await startExchangerateServer()
})
afterEach(() => server.close())

const service = (key: string | null = RATES_KEY, timeoutMs = 5_000) =>
  exchangerateService({ key, apiBase: server.url, label: NAME, report, timeoutMs })

async function failure(key?: string, timeoutMs?: number): Promise<SupplierError> {
  const error = await service(key, timeoutMs)
    .latest()
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SupplierError)
  expect(String(error)).not.toContain(RATES_KEY)
  expect(said).toEqual([(error as SupplierError).message])
  return error as SupplierError
}

describe.each([
  ['by key', RATES_KEY, 'exchangerate-api.com', `/v6/${RATES_KEY}/latest/CAD`],
  ['on the open endpoint', null, 'open.er-api.com', '/v6/latest/CAD'],
] as const)('rates of exchangerate-api.com %s', (_how, key, source, path) => {
  test('arrive for every currency of the shop in one request, with their date', async () => {
    const rates = service(key)
    expect(await rates.latest()).toEqual({
      asOf: '2026-11-21',
      perCad: { USD: 0.71, EUR: 0.62, GBP: 0.53, JPY: 111.5 },
    })
    expect(rates.source).toBe(source)
    expect(server.requests.map(({ url }) => url)).toEqual([path])
    expect(said).toEqual([null])
  })

  test('are tested with one request, whose result names a rate', async () => {
    const words = await service(key).connection?.test({ email: 'ada@shop.example' })
    expect(words).toBe('4 rates of 2026-11-21: one Canadian dollar is 0.71 US dollars.')
    expect(server.requests).toHaveLength(1)
  })
})

describe('when exchangerate-api.com fails, the message says why', () => {
  test.each([
    ['refused', 'unreachable', `${NAME} cannot be reached (ECONNREFUSED).`],
    ['slow', 'timeout', `${NAME} did not answer within 0.2 s.`],
    ['half-an-answer', 'unreachable', `${NAME} cannot be reached`],
    ['not-json', 'unreadable', `${NAME} gave an answer that the shop does not understand.`],
    ['not-http', 'unreadable', `${NAME} does not answer in HTTP.`],
  ] as const)('%s', async (fault, kind, words) => {
    await server.disturb(fault)
    const error = await failure(RATES_KEY, fault === 'slow' ? 200 : undefined)
    expect(error.kind).toBe(kind)
    expect(error.message).toContain(words)
  })

  test.each([
    [401, { message: 'no' }, 'unauthorized', ''],
    [403, { result: 'error', 'error-type': 'invalid-key' }, 'unauthorized', ': the key is not valid'],
    [
      403,
      { result: 'error', 'error-type': 'inactive-account' },
      'unauthorized',
      ': the email address of the account is not confirmed',
    ],
    [404, 'Not Found', 'not-found', ': Not Found'],
    [
      404,
      { result: 'error', 'error-type': 'unsupported-code' },
      'not-found',
      ': it does not know the currency',
    ],
    [413, '', 'refused', ''],
    [
      422,
      { result: 'error', 'error-type': 'malformed-request' },
      'refused',
      ': it does not understand the request',
    ],
    [
      429,
      { result: 'error', 'error-type': 'quota-reached' },
      'rate-limited',
      ': the requests of this month are used up',
    ],
    [500, '<h1>Oops</h1>', 'failing', ''],
  ] as const)('status %i, %j', async (status, body, kind, words) => {
    await server.disturb({ status, body })
    expect(await failure()).toMatchObject({ kind, message: `${NAME} answered ${status}${words}` })
  })

  test.each([
    ['invalid-key', 'unauthorized', 'the key is not valid'],
    ['quota-reached', 'rate-limited', 'the requests of this month are used up'],
    ['something-new', 'refused', 'something-new'],
    [`leaks ${RATES_KEY}`, 'refused', 'it gave no reason'],
  ] as const)('status 200 with an error: %s', async (type, kind, words) => {
    await server.disturb({ status: 200, body: { result: 'error', 'error-type': type } })
    expect(await failure()).toMatchObject({ kind, message: `${NAME} refused: ${words}` })
  })

  test.each([
    ['no rates', {}],
    ['no currency of the shop', { XAU: 0.1 }],
    ['a rate of zero', { USD: 0 }],
    ['a negative rate', { USD: -1 }],
    ['a text in place of a number', { USD: '0.7' }],
  ])('impossible rates are not used: %s', async (_what, rates) => {
    server.perCad = rates as Record<string, number>
    expect(await failure()).toMatchObject({ kind: 'unreadable' })
  })

  test('a missing or untrusted certificate is refused', async () => {
    const apiBase = server.url.replace('http:', 'https:')
    const service = exchangerateService({ key: RATES_KEY, apiBase, label: NAME, report })
    await expect(service.latest()).rejects.toMatchObject({ kind: 'tls' })
  })

  test('a wrong key is refused', async () => {
    const error = await failure('feedfeedfeedfeedfeedfeed')
    expect(error.message).toBe(`${NAME} answered 403: the key is not valid`)
    expect(error.isLasting).toBe(true)
  })
})
