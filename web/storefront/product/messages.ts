import type { Size } from '#domain/catalogue/size.ts'
import type { AddOutcome } from '#web/visitor/cart.ts'

/** Spec 5 and 8. */
export const REFUSALS: Record<Exclude<AddOutcome['kind'], 'added'>, string> = {
  'out-of-stock': 'This product is currently out of stock.',
  'invalid-size': 'Please select a valid size.',
  failed: 'Failed to add product to cart. Please try again.',
}

export function addedMessage(name: string, size: Size): string {
  return `${name} (Size: ${size}) added to cart!`
}
