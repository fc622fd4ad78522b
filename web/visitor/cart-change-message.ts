import * as words from '#words/en/cart.ts'
import type { FormatPrice } from './currency.ts'
import type { CartChange } from './reprice.ts'

/** The message for one change of the cart. */
export function cartChangeMessage(change: CartChange, formatPrice: FormatPrice): string {
  switch (change.kind) {
    case 'price':
      return words.priceChanged(change.name, formatPrice(change.from), formatPrice(change.to))
    case 'gone':
      return words.gone(words.lineName(change.name, change.size))
    case 'not-yet':
      return words.notYet(words.lineName(change.name, change.size))
    case 'few-left':
      return words.fewLeft(change.left, words.lineName(change.name, change.size))
    case 'limited':
      return words.limited(change, words.lineName(change.name, change.size))
  }
}
