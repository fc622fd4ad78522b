/** The storage key of the id of a started checkout. */
export const CHECKOUT_ID_KEY = 'checkoutId'

/**
 * The checkout started in this tab, so that pricing counts its held stock as available to this shopper; undefined when
 * there is none or storage is blocked.
 */
export function currentCheckoutId(): string | undefined {
  try {
    return sessionStorage.getItem(CHECKOUT_ID_KEY) ?? undefined
  } catch {
    return undefined
  }
}
