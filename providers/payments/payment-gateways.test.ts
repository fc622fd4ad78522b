import * as v from 'valibot'
import { expect, test } from 'vitest'
import { CARD_BOXES } from '#web/storefront/checkout/gateways/card-boxes.ts'
import { choiceOf } from '#providers/supplier-adapter.ts'
import { GATEWAY_LABELS, PAYMENT_GATEWAYS } from './payment-gateways.ts'
import type { GatewayAdapter } from './gateway-adapter.ts'

const other: GatewayAdapter = {
  name: 'other',
  label: 'Other',
  variables: { OTHER_TOKEN: v.optional(v.string()) },
  choose: ({ OTHER_TOKEN }) =>
    OTHER_TOKEN === undefined
      ? null
      : {
          name: 'other',
          label: 'Other',
          settings: { OTHER_TOKEN },
          open: () => Promise.reject(new Error('not opened here')),
        },
}
const STRIPE_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const { choose } = choiceOf([...PAYMENT_GATEWAYS, other], 'payment gateway')

test('the gateway whose variables are set is chosen', () => {
  expect(choose({})).toBe(null)
  expect(choose(STRIPE_KEYS)).toMatchObject({ name: 'stripe' })
  expect(choose({ OTHER_TOKEN: 'a' })).toMatchObject({ name: 'other' })
})

test('two gateways at the same time are refused with a sentence that names a variable of each', () => {
  expect(choose({ ...STRIPE_KEYS, OTHER_TOKEN: 'a' })).toEqual({
    fault: 'STRIPE_SECRET_KEY and OTHER_TOKEN are both set: choose one payment gateway.',
  })
})

test('every gateway that can take a card has a card form in the browser', () => {
  expect(Object.keys(CARD_BOXES).sort()).toEqual(Object.keys(GATEWAY_LABELS).sort())
})
