/** Where this tab keeps the id of a checkout that was begun. */
export const CHECKOUT_ID_KEY = 'checkoutId'

/**
 * The checkout that this tab has begun, so that what is held for it counts as the shopper's own when the cart is
 * priced; undefined when there is none, or the browser does not say.
 */
export function begunCheckoutId(): string | undefined {
  try {
    return sessionStorage.getItem(CHECKOUT_ID_KEY) ?? undefined
  } catch {
    return undefined
  }
}
