import type { CheckoutInput } from '#domain/checkout/checkout-form.ts'
import { regionsOf } from '#domain/places/regions.ts'

/** The form values as typed, as text. */
export type CheckoutValues = CheckoutInput

/** The country is Canada until the visitor's country is detected (spec 3). */
export const NEW_VALUES: CheckoutValues = {
  email: '',
  phone: '',
  name: '',
  address: '',
  apartment: '',
  city: '',
  country: 'CA',
  region: '',
  postal: '',
}

/** The values after one field changed. A region is kept only if the new country has it too. */
export function changeValue(
  values: CheckoutValues,
  field: keyof CheckoutValues,
  value: string,
): CheckoutValues {
  if (field !== 'country') return { ...values, [field]: value }
  const [before, after] = [regionsOf(values.country), regionsOf(value)]
  const keeps = after ? after.names.includes(values.region) : !before
  return { ...values, country: value, region: keeps ? values.region : '' }
}
