import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PlainBodies } from './plain-bodies.ts'

const page = (letter: string) => ({ gzip: gzipSync(letter.repeat(1_000)) })

test('a page is decompressed once, until its room is needed', () => {
  const bodies = new PlainBodies({ most: 2_500 })
  const [a, b, c] = [page('a'), page('b'), page('c')]
  const first = bodies.of(a)
  expect(first.toString()).toBe('a'.repeat(1_000))
  const second = bodies.of(b)
  expect(bodies.of(a)).toBe(first)
  bodies.of(c)
  expect(bodies.of(a)).toBe(first)
  expect(bodies.of(b)).not.toBe(second)
  bodies.clear()
  expect(bodies.of(a)).not.toBe(first)
})
