import * as v from 'valibot'
import { checkoutChoicesSchema, NO_CHOICES, type CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import type { CheckoutValues } from './checkout-values.ts'
import { NEW_VALUES } from './checkout-values.ts'

const VALUES = 'checkout'
const CHOICES = 'choices'
/** The only choice of earlier versions, whose checkout may be open in this tab. */
const METHOD = 'shipping-method'

/** Storage for what must survive a reload: this tab's session storage, unless the browser refuses it. */
export type CheckoutStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The session storage, or an in-memory one where the browser refuses it. */
export function openCheckoutStorage(): CheckoutStorage {
  try {
    sessionStorage.setItem('probe', '')
    sessionStorage.removeItem('probe')
    return sessionStorage
  } catch {
    const memory = new Map<string, string>()
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    }
  }
}

/** The values typed before, field by field; null when there are none. Never card data: that stays in the card box. */
export function recallValues(storage: CheckoutStorage): CheckoutValues | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(VALUES) ?? 'null')
    if (stored === null || typeof stored !== 'object') return null
    const known = Object.entries(stored).filter(
      ([field, value]) => field in NEW_VALUES && typeof value === 'string',
    )
    return { ...NEW_VALUES, ...(Object.fromEntries(known) as Partial<CheckoutValues>) }
  } catch {
    return null
  }
}

export function rememberValues(storage: CheckoutStorage, values: CheckoutValues): void {
  try {
    storage.setItem(VALUES, JSON.stringify(values))
  } catch {
    // Full or refused: the form still holds what was typed.
  }
}

/** What was chosen before. */
export function recallChoices(storage: CheckoutStorage): CheckoutChoices {
  try {
    const stored = storage.getItem(CHOICES)
    return v.parse(
      checkoutChoicesSchema,
      stored === null ? { shippingMethod: storage.getItem(METHOD) } : JSON.parse(stored),
    )
  } catch {
    return NO_CHOICES
  }
}

export function rememberChoices(storage: CheckoutStorage, choices: CheckoutChoices): void {
  try {
    storage.setItem(CHOICES, JSON.stringify(choices))
  } catch {
    // Full or refused: the page still holds the choices.
  }
}

/** Clears what was typed and chosen once it is paid. */
export function clearCheckout(storage: CheckoutStorage): void {
  storage.removeItem(VALUES)
  storage.removeItem(CHOICES)
  storage.removeItem(METHOD)
}
