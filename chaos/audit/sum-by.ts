/** Sums the amounts of rows by key. */
export function sumBy<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  amountOf: (row: T) => number,
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + amountOf(row))
  return sums
}
