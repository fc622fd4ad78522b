/** Divides an amount in proportion to `bases`. Shares are differences of rounded running sums, so no cent is lost. */
export function shareAmong(bases: readonly number[], amount: number): number[] {
  const whole = bases.reduce((sum, base) => sum + base, 0)
  let before = 0
  return bases.map((base) => {
    const own = share(amount, before + base, whole) - share(amount, before, whole)
    before += base
    return own
  })
}

/** The share of `amount` that belongs to the first `upTo` of `whole`, in whole cents. */
export function share(amount: number, upTo: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((amount * upTo) / whole)
}

/**
 * Divides an amount in proportion to `bases`: each gets its whole cents, and the largest remainders one more, of equal
 * ones the first. So a base gets the same in any order of the others, as long as no two are equal.
 */
export function spreadAmong(bases: readonly number[], amount: number): number[] {
  const whole = bases.reduce((sum, base) => sum + base, 0)
  if (whole === 0) return bases.map(() => 0)
  // The products of large amounts are no safe integers.
  const products = bases.map((base) => BigInt(amount) * BigInt(base))
  const shares = products.map((product) => Number(product / BigInt(whole)))
  const rest = amount - shares.reduce((sum, one) => sum + one, 0)
  const remainders = products.map((product, at) => ({ at, remainder: Number(product % BigInt(whole)) }))
  for (const { at } of remainders.toSorted((a, b) => b.remainder - a.remainder).slice(0, rest))
    shares[at]! += 1
  return shares
}
