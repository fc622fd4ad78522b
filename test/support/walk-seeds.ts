/** The seeds of a random walk: these, or to look for faults those of `WALK_SEEDS=1-40`. */
export function walkSeeds(usual: readonly number[]): number[] {
  const [first, last] = (process.env['WALK_SEEDS'] ?? '').split('-').map(Number)
  if (!first || !last) return [...usual]
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** After how many steps a walk also reads the pages and exports: each time takes as long as a step. */
export const STEPS_BETWEEN_PAGES = 4
