import type { CheckoutField } from '#domain/checkout/checkout-form.ts'
import { regionsOf } from '#domain/places/regions.ts'
import type { Customer } from '#domain/orders/order.ts'

/** The form values as typed: every field of the customer, as text. */
export type CheckoutValues = Customer

/** The country is Canada until the visitor's country is detected (spec 3). */
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

/** The values after one field changed. A region is kept only if the new country has it too. */
export function changeValue(values: CheckoutValues, field: CheckoutField, value: string): CheckoutValues {
  if (field !== 'country') return { ...values, [field]: value }
  const [before, after] = [regionsOf(values.country), regionsOf(value)]
  const keeps = after ? after.names.includes(values.region) : !before
  return { ...values, country: value, region: keeps ? values.region : '' }
}
