/** Reproducible random numbers: the same seed gives the same sequence. */
export interface Chance {
  /** From 0 (inclusive) to 1 (exclusive). */
  number(): number
  /** True with probability `share`. */
  happens(share: number): boolean
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  pick<T>(from: readonly T[]): T
}

/** `turn` gives each shopper of a seed a different sequence. Mulberry32. */
export function seededRandom(seed: number, turn = 0): Chance {
  let state = (seed ^ Math.imul(turn + 1, 0x9e3779b1)) >>> 0
  function number(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    number,
    happens: (share) => number() < share,
    between: (least, most) => least + Math.floor(number() * (most - least + 1)),
    pick: (from) => from[Math.floor(number() * from.length)] as (typeof from)[number],
  }
}
