import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { bodyChunks } from './body-chunks.ts'

const arriving = () =>
  Readable.from(
    [1, 2, 3].map((byte) => Buffer.alloc(100_000, byte)),
    { objectMode: false },
  )

describe('the pieces of a body', () => {
  test('arrive complete and in order, and the memory of a piece is freed when the next is requested', async () => {
    const kept: Uint8Array[] = []
    const bytes: number[] = []
    for await (const piece of bodyChunks(arriving())) {
      expect(kept.every(({ byteLength }) => byteLength === 0)).toBe(true)
      bytes.push(...new Set(piece))
      kept.push(piece)
    }
    expect([...new Set(bytes)]).toEqual([1, 2, 3])
    expect(kept.every(({ byteLength }) => byteLength === 0)).toBe(true)
  })

  test('can be abandoned half-way without closing the connection', async () => {
    const incoming = arriving()
    const units = bodyChunks(incoming)
    expect((await units.next()).done).toBe(false)
    await units.return(undefined)
    expect(incoming.destroyed).toBe(false)
  })
})
