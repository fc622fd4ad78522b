import type { CartLine } from '#domain/checkout/cart.ts'
import type { CartChange } from './reprice.ts'

/** The cart as it was last shown to the shopper. `later`: what the shop has removed or reduced since. */
export interface ShownCart {
  lines: readonly CartLine[]
  later: readonly CartChange[]
}

/**
 * The same after more changes, without prices: these are compared in `changesSince`, because another tab may store new
 * ones, too.
 */
export function withLater(shown: ShownCart, changes: readonly CartChange[]): ShownCart {
  return { ...shown, later: [...shown.later, ...changes.filter(({ kind }) => kind !== 'price')] }
}

/** What the shop has changed since the cart was last shown. Changes by the shopper, in any tab, are left out. */
export function changesSince({ lines: known, later }: ShownCart, lines: readonly CartLine[]): CartChange[] {
  const changes: CartChange[] = []
  const compared = new Set<string>()
  for (const { product } of lines) {
    const before = known.find((line) => line.product.id === product.id)?.product.price ?? product.price
    if (before !== product.price && !compared.has(product.id))
      changes.push({ kind: 'price', name: product.name, from: before, to: product.price })
    compared.add(product.id)
  }
  return [...changes, ...later]
}
