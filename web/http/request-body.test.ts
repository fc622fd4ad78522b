import { describe, expect, test } from 'vitest'
import { readBody } from './request-body.ts'

const KB = 1024
const post = (body: BodyInit | ReadableStream, headers: Record<string, string> = {}) =>
  new Request('http://shop.example/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

/** A body of which `bytes` arrive, and then nothing more. */
const unfinished = (bytes: number, piece = 64 * KB) =>
  new ReadableStream<Uint8Array>({
    start(stream) {
      for (let sent = 0; sent < bytes; sent += piece)
        stream.enqueue(new Uint8Array(Math.min(piece, bytes - sent)))
    },
  })

async function outcome(reading: ReturnType<typeof readBody>) {
  const body = await reading
  return 'refusal' in body ? body.refusal.status : body.bytes.length
}

describe('the body of a request', () => {
  test('arrives whole, in any number of pieces', async () => {
    const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251))
    const stream = new ReadableStream({
      start(units) {
        for (const byte of bytes) units.enqueue(Uint8Array.of(byte))
        units.close()
      },
    })
    expect(await readBody(post(stream), 8 * KB)).toEqual({ bytes })
    expect(await outcome(readBody(new Request('http://shop.example/', { method: 'POST' }), KB))).toBe(0)
  })

  test('is refused when it exceeds the limit, with or without a Content-Length', async () => {
    expect(await outcome(readBody(post('x'.repeat(1_025)), KB))).toBe(413)
    expect(await outcome(readBody(post('x', { 'content-length': '9999' }), KB))).toBe(413)
    expect(await outcome(readBody(post('x'.repeat(1_024)), KB))).toBe(1_024)
  })

  test('times out with a 408, and the connection is closed', async () => {
    const body = await readBody(post(unfinished(100)), KB, 20)
    if (!('refusal' in body)) throw new Error('It was taken')
    expect({ status: body.refusal.status, connection: body.refusal.headers.get('connection') }).toEqual({
      status: 408,
      connection: 'close',
    })
  })

  test('is limited together with others by memory: large bodies are refused when there are too many, small ones never', async () => {
    const slow = Array.from({ length: 400 }, () =>
      outcome(readBody(post(unfinished(200 * KB)), 256 * KB, 400)),
    )
    const refused = await Promise.race(slow)
    expect(refused).toBe(503)
    expect(await outcome(readBody(post('an order'), 256 * KB))).toBe(8)
    const statuses = await Promise.all(slow)
    const waitedFor = statuses.filter((status) => status === 408).length
    expect(waitedFor * 200 * KB).toBeLessThanOrEqual(32 * 1024 * KB + 400 * 16 * KB)
    expect(waitedFor).toBeGreaterThan(100)
    expect(await outcome(readBody(post('x'.repeat(200 * KB)), 256 * KB))).toBe(200 * KB)
  })
})
