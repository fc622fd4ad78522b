import { expect, test } from 'vitest'
import { askAgainIn, nextServed, paceOf, placeOf, standingOf, type RoomStatus } from './room.ts'

const SEED = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, '0')).join('')

async function sha256(hex: string): Promise<string> {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The order as docs/wings/drops.md describes it, by somebody who has only read that. */
async function asDescribed(n: number, seed: string, present: number): Promise<number> {
  let b = 1n
  while (1n << (2n * b) < BigInt(present)) b += 1n
  const mask = (1n << b) - 1n
  let x = BigInt(n - 1)
  do {
    for (let i = 0; i < 12; i += 1) {
      const r = x & mask
      const text = seed + i.toString(16).padStart(2, '0') + r.toString(16).padStart(8, '0')
      const f = (await sha256(text)).slice(0, 8)
      x = (r << b) | ((x >> b) ^ (BigInt(`0x${f}`) & mask))
    }
  } while (x >= BigInt(present))
  return Number(x) + 1
}

const placesOf = (seed: string, present: number) =>
  Promise.all(Array.from({ length: present }, (_, at) => placeOf(at + 1, seed, present)))

test.each([1, 2, 3, 4, 5, 16, 17, 100, 257, 1_000])(
  'the places of %i who were present are those numbers, each once',
  async (present) => {
    const places = await placesOf(SEED, present)
    expect(places.toSorted((one, other) => one - other)).toEqual(Array.from(places, (_, at) => at + 1))
  },
)

test('the order is the one that the documentation describes, also for a million', async () => {
  for (const present of [1, 2, 7, 64, 65, 999]) {
    const described = Array.from({ length: present }, (_, at) => asDescribed(at + 1, SEED, present))
    expect(await placesOf(SEED, present)).toEqual(await Promise.all(described))
  }
  for (const number of [1, 2, 500_000, 1_000_000])
    expect(await placeOf(number, SEED, 1_000_000)).toBe(await asDescribed(number, SEED, 1_000_000))
})

test('known places stay what they are: an order that was shown once is the same in every version', async () => {
  expect(await placesOf(SEED, 10)).toEqual([5, 4, 8, 3, 10, 6, 1, 2, 9, 7])
  expect(await placeOf(4_210, SEED, 10_000)).toBe(4_735)
})

test('who comes after the start keeps the number behind those who were present', async () => {
  expect(await placeOf(11, SEED, 10)).toBe(11)
  expect(await placeOf(1, SEED, 0)).toBe(1)
})

test('ten seeds place early arrivals like late ones: chi-square p > 0.01 each', async () => {
  const present = 600
  const sixth = (number: number) => Math.floor(((number - 1) * 6) / present)
  const expected = present / 36
  for (let seed = 1; seed <= 10; seed += 1) {
    const places = await placesOf(await sha256(`0${seed % 10}`), present)
    const counts = Array.from({ length: 36 }, () => 0)
    for (const [at, place] of places.entries()) counts[6 * sixth(at + 1) + sixth(place)]! += 1
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(chiSquare).toBeLessThan(44.31) // 25 degrees of freedom, p = 0.01
  }
})

const STATUS: RoomStatus = {
  phase: 'running',
  now: 1_000_000,
  opensAt: 0,
  startsAt: 0,
  commitment: '',
  seed: SEED,
  present: 10,
  arrived: 10_000,
  servedTo: 100,
  lapsedTo: 40,
  perMinute: 60,
  nextAt: null,
  pieces: 'some',
  turnMinutes: 10,
  asksWork: false,
  message: '',
  askAgain: { least: 3, most: 60 },
}

test('a place waits until it is served, and lapses when its turn is not taken', () => {
  expect([41, 100, 101, 40].map((place) => standingOf(place, STATUS))).toEqual([
    'served',
    'served',
    'waits',
    'lapsed',
  ])
})

test('who waits long asks rarely, and nobody is late for the start', () => {
  expect(askAgainIn(STATUS, 105, 0.5)).toBe(3_000)
  expect(askAgainIn(STATUS, 400, 0.5)).toBe(30_000)
  expect(askAgainIn(STATUS, 9_000, 0.5)).toBe(60_000)
  expect(askAgainIn(STATUS, 9_000, 1)).toBe(75_000)
  expect(askAgainIn({ ...STATUS, perMinute: null }, 9_000, 0.5)).toBe(15_000)
  const open = { ...STATUS, phase: 'open' as const, startsAt: 1_020_000 }
  expect(askAgainIn(open, null, 0.5)).toBe(3_000)
  expect(askAgainIn({ ...open, startsAt: 1_001_000 }, null, 1)).toBe(3_750)
  expect(askAgainIn({ ...open, startsAt: 1_000_500 }, null, 0)).toBe(500)
  expect(askAgainIn({ ...open, phase: 'before', opensAt: 1_000_500 }, null, 0)).toBe(500)
})

const NOBODY = { busy: 0, unclaimed: 0 }
const PACE = { turns: 10, perMinute: 120 }

test('a room serves as fast as it may, and not beyond those who arrived', () => {
  const room = { servedTo: 0, servedAt: 1_000_000, arrived: 100 }
  expect(nextServed(room, NOBODY, PACE, 1_000_499).servedTo).toBe(0)
  expect(nextServed(room, NOBODY, PACE, 1_001_700)).toEqual({ servedTo: 3, servedAt: 1_001_500 })
  expect(nextServed({ ...room, arrived: 1 }, NOBODY, PACE, 1_001_700).servedTo).toBe(1)
  expect(nextServed(room, NOBODY, PACE, 1_900_000).servedTo).toBe(4)
  expect(nextServed(room, NOBODY, { turns: 10, perMinute: 1 }, 1_060_000).servedTo).toBe(1)
})

test('a room serves no more than turns are free, and counts those who may still take theirs', () => {
  const room = { servedTo: 50, servedAt: 1_000_000, arrived: 100 }
  const served = (busy: number, unclaimed: number) =>
    nextServed(room, { busy, unclaimed }, PACE, 1_001_700).servedTo
  expect([served(7, 0), served(5, 4), served(10, 0), served(12, 5)]).toEqual([53, 51, 50, 50])
})

test('staff make a room faster or slower, and never stop it by that', () => {
  const set = { opensMinutes: 30, turnMinutes: 10, turns: 10, perMinute: 60 }
  expect(paceOf(set, 150)).toEqual({ turns: 15, perMinute: 90 })
  expect(paceOf(set, 1)).toEqual({ turns: 1, perMinute: 1 })
})
