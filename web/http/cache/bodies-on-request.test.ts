import { expect, test, vi } from 'vitest'
import { BodiesOnRequest } from './bodies-on-request.ts'
import { preparePage, type CachedPage } from './cached-page.ts'

const page = (letter: string) => preparePage(200, letter.repeat(1_000), [])

test('a page is converted once, until its memory is needed', () => {
  const make = vi.fn(({ plain }: CachedPage) => ({ headers: [], bytes: plain ?? Buffer.alloc(0) }))
  const bodies = new BodiesOnRequest(make, { most: 2_500 })
  const [a, b, c] = [page('a'), page('b'), page('c')]
  const first = bodies.of(a)
  expect(first.bytes.toString()).toBe('a'.repeat(1_000))
  const second = bodies.of(b)
  expect(bodies.of(a)).toBe(first)
  bodies.of(c)
  expect(bodies.of(a)).toBe(first)
  expect(make).toHaveBeenCalledTimes(3)
  expect(bodies.of(b)).not.toBe(second)
  bodies.clear()
  expect(bodies.of(a)).not.toBe(first)
})
