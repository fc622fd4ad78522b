import * as v from 'valibot'
import { checkoutFormSchema } from '#domain/checkout/checkout-form.ts'
import { findPostalCodeFault } from '#operations/checkout/postal-code-fault.ts'

/** The customer of an order: the checkout form, with a postal code that exists in its country and region. */
export const customerSchema = v.pipe(
  checkoutFormSchema,
  v.forward(
    v.check(
      (customer) => findPostalCodeFault(customer) === null,
      ({ input }) => findPostalCodeFault(input) ?? '',
    ),
    ['postal'],
  ),
)
