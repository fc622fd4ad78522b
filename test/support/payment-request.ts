import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import { cents } from '#domain/money.ts'
import type { PaymentRequest } from '#web/storefront/checkout/paying/request-payment.ts'

/** What the checkout asks the shop for, with an empty cart. */
export const PAYMENT_REQUEST: PaymentRequest = {
  checkoutId: 'checkout-1',
  lines: [],
  customer: {
    name: 'Ada Byron',
    email: 'ada@example.com',
    phone: '306 555 0100',
    address: '1 Main St',
    city: 'Saskatoon',
    country: 'CA',
    region: 'Saskatchewan',
    postal: 'S7K 1A1',
  },
  note: '',
  choices: NO_CHOICES,
  amount: cents(100),
  shown: { rows: [{ label: 'Total', amount: 100 }], dutyNote: null },
}
