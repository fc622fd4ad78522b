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
