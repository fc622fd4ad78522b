import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { selfSignedCertificate } from '#test/fakes/self-signed-certificate.ts'
import { startSupplierServer, type SupplierServer } from '#test/fakes/supplier-server.ts'
import { callSupplier, parseAnswer } from './call-supplier.ts'
import { SupplierError } from './supplier-error.ts'

let server: SupplierServer

beforeEach(async () => {
  server = await startSupplierServer((_request, response) => void response.end('{"rate":0.7}'))
})
afterEach(() => server.close())

const call = () => ({
  supplier: 'Rates Ltd',
  url: `${server.url}/v6/s3cret/latest`,
  timeoutMs: 200,
  secrets: ['s3cret'],
  wordsOf: (body: unknown) => (body as { message?: string } | null)?.message,
})

async function failure(): Promise<SupplierError> {
  const error = await callSupplier(call()).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SupplierError)
  return error as SupplierError
}

test('an answer is read whole, and its JSON is checked', async () => {
  const answer = await callSupplier(call())
  expect(answer.status).toBe(200)
  expect(parseAnswer(call(), answer, (json) => (json as { rate: number }).rate)).toBe(0.7)
  expect(() => parseAnswer(call(), answer, () => null)).toThrow('does not understand')
  expect(Buffer.from(answer.bytes).toString()).toBe('{"rate":0.7}')
})

describe('a failure says what happened', () => {
  test.each([
    ['refused', 'unreachable', 'Rates Ltd cannot be reached (ECONNREFUSED).'],
    ['slow', 'timeout', 'Rates Ltd did not answer within 0.2 s.'],
    ['not-http', 'unreadable', 'Rates Ltd does not answer in HTTP.'],
  ] as const)('%s', async (fault, kind, message) => {
    await server.disturb(fault)
    expect(await failure()).toMatchObject({ kind, message, supplier: 'Rates Ltd', isLasting: false })
  })

  test('an incomplete answer counts as none', async () => {
    await server.disturb('half-an-answer')
    expect(await failure()).toMatchObject({ kind: 'unreachable' })
  })

  test.each([
    [401, 'unauthorized', true],
    [403, 'unauthorized', true],
    [404, 'not-found', true],
    [413, 'refused', true],
    [422, 'refused', true],
    [429, 'rate-limited', false],
    [500, 'failing', false],
    [503, 'failing', false],
  ] as const)('status %i is %s', async (status, kind, isLasting) => {
    await server.disturb({ status, body: { message: 'The key s3cret\n is not known.' } })
    const message = `Rates Ltd answered ${status}: The key … is not known.`
    expect(await failure()).toMatchObject({ kind, status, isLasting, message })
  })

  test('an error message may be plain text; a page of HTML is not quoted', async () => {
    await server.disturb({ status: 404, body: 'NOT_FOUND' })
    expect((await failure()).message).toBe('Rates Ltd answered 404: NOT_FOUND')
    await server.disturb({ status: 502, body: '<html><h1>Bad gateway</h1></html>' })
    expect((await failure()).message).toBe('Rates Ltd answered 502')
  })

  test('the time to wait is read from Retry-After', async () => {
    await server.disturb({ status: 429, headers: { 'retry-after': '30' } })
    expect((await failure()).retryAfterMs).toBe(30_000)
    await server.disturb({ status: 429, headers: { 'retry-after': '99999999999' } })
    expect((await failure()).retryAfterMs).toBe(3_600_000)
  })

  test('a redirect is not followed: the secrets of a request go to one address only', async () => {
    await server.disturb({ status: 302, headers: { location: 'http://127.0.0.1:9/' } })
    expect(await failure()).toMatchObject({ kind: 'unreadable' })
  })

  test('an endless answer is not read to its end', async () => {
    const error = await callSupplier({ ...call(), maxBytes: 5 }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'unreadable' })
  })

  test('an untrusted certificate ends the call before a secret is sent', async () => {
    let requests = 0
    const tls = createServer(selfSignedCertificate(), () => {
      requests += 1
    }).listen(0, '127.0.0.1')
    await once(tls, 'listening')
    const { port } = tls.address() as AddressInfo
    const error = await callSupplier({
      ...call(),
      url: `https://127.0.0.1:${port}/`,
      timeoutMs: 5_000,
    }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'tls', isLasting: false })
    expect(requests).toBe(0)
    tls.close()
  })
})
