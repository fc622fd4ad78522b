import type { CheckoutField } from '#domain/checkout/checkout-form.ts'
import { regionsOf } from '#domain/places/regions.ts'
import type { Customer } from '#domain/orders/order.ts'

/** The form as it is typed: every field of the customer, as text. */
export type CheckoutValues = Customer

/** The country is Canada until the visitor is known to be elsewhere (spec 3). */
export const NEW_VALUES: CheckoutValues = {
  email: '',
  phone: '',
  name: '',
  address: '',
  city: '',
  country: 'CA',
  region: '',
  postal: '',
}

/**
 * The values after one field was changed. Another country has other regions: the region stays only if it has it too.
 */
export function changeValue(values: CheckoutValues, field: CheckoutField, value: string): CheckoutValues {
  if (field !== 'country') return { ...values, [field]: value }
  const [before, after] = [regionsOf(values.country), regionsOf(value)]
  const keeps = after ? after.names.includes(values.region) : !before
  return { ...values, country: value, region: keeps ? values.region : '' }
}
