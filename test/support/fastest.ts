const ROUNDS = 5

/** The shortest of a few runs in milliseconds, to reduce noise. For comparisons within one run. */
export function fastest(run: () => unknown): number {
  let best = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    run()
    best = Math.min(best, performance.now() - started)
  }
  return best
}
