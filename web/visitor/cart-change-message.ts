import type { FormatPrice } from './currency.ts'
import type { CartChange } from './reprice.ts'

/** The message for one change of the cart. */
export function cartChangeMessage(change: CartChange, formatPrice: FormatPrice): string {
  switch (change.kind) {
    case 'price':
      return `The price of ${change.name} changed from ${formatPrice(change.from)} to ${formatPrice(change.to)}.`
    case 'gone':
      return `${change.name} (Size: ${change.size}) is no longer available and was removed.`
    case 'few-left':
      return `Only ${change.left} of ${change.name} (Size: ${change.size}) ${change.left === 1 ? 'is' : 'are'} left.`
  }
}
