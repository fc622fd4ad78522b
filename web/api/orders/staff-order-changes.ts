import * as v from 'valibot'
import { addressPriceSchema, addressSchema, emailSchema } from '#domain/orders/order-forms.ts'
import { itemsPriceSchema, itemsSchema, increaseSchema } from '#domain/refunds/difference-forms.ts'
import { changeAddress, priceAddress } from '#operations/orders/change-address.ts'
import { correctEmail } from '#operations/orders/correct-email.ts'
import { changeItems, priceItemChange } from '#operations/orders/change-items.ts'
import { noSuch, staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { askedBy, orderAction, orderParams } from './staff-order-action.ts'
import { staffOrderRefusal } from './staff-order-refusal.ts'
import { itemsPriceViewSchema } from './staff-order-schema.ts'

const RECIPIENT = {
  name: 'Ada Okafor',
  phone: '+1 306 555 0100',
  address: '12 Spadina Crescent',
  city: 'Saskatoon',
  country: 'CA',
  region: 'Saskatchewan',
  postal: 'S7K 1A1',
}

const CHANGE = {
  position: 0,
  quantity: 1,
  to: { productId: 'emblem-hoodie', size: 'L', quantity: 1 },
}

export const routes = [
  staffAction('POST /api/staff/orders/:number/address-price', 'orders.change', {
    summary: 'Price an order for another address',
    detail: 'Changes nothing.',
    params: orderParams,
    body: { schema: addressPriceSchema, example: { recipient: RECIPIENT } },
    answers: {
      200: {
        means: 'What the order costs more at this address, in cents; below zero when it costs less.',
        schema: v.object({ difference: v.pipe(v.number(), v.safeInteger()) }),
      },
      409: refusal('The order’s state does not allow another address.'),
    },
    async run({ shop, staff, params, body }) {
      const priced = await priceAddress(shop, { ...askedBy(staff, params), ...body })
      if (priced.kind === 'address-priced') return { difference: priced.difference }
      const refused = staffOrderRefusal(priced)
      return refused ? problem(refused) : noSuch(orderParams)
    },
  }),
  orderAction('address', {
    summary: 'Change the address of an order that was not sent',
    detail:
      'When the order costs less at this address, the difference is refunded. When it costs more, `increase` says how that is settled: by a payment link, waived for a reason, or paid outside the shop. `difference` is the one that staff were shown.',
    body: {
      schema: v.object({ ...addressSchema.entries, increase: v.optional(increaseSchema) }),
      example: { version: 2, recipient: RECIPIENT, difference: 0 },
    },
    run: (shop, asked, body) => changeAddress(shop, { ...asked, ...body }),
  }),
  orderAction('email', {
    summary: 'Correct the email address of an order',
    detail:
      'Links that were mailed to the old address end. `resend`: the confirmation is sent to the new address, with the emails about what was sent or is ready, and the link to pay a balance. Uses of promotions stay counted by the old address.',
    body: {
      schema: emailSchema,
      example: { version: 2, email: 'ada@shopper.example', resend: true },
    },
    run: (shop, asked, body) => correctEmail(shop, { ...asked, ...body }),
  }),
  staffAction('POST /api/staff/orders/:number/items-price', 'orders.change', {
    summary: 'Price an order with other items',
    detail: 'Changes nothing. `quantity` units of the line at `position` become the item in `to`.',
    params: orderParams,
    body: { schema: itemsPriceSchema, example: { change: CHANGE } },
    answers: {
      200: {
        means:
          'The total before and after, and the difference, in cents; below zero when it costs less. `packing`: who packs the order now.',
        schema: itemsPriceViewSchema,
      },
      409: refusal('The item is sold out, or the order’s state does not allow other items.'),
    },
    async run({ shop, staff, params, body }) {
      const priced = await priceItemChange(shop, { ...askedBy(staff, params), ...body })
      if (priced.kind === 'items-priced') {
        const { kind: _kind, ...view } = priced
        return view
      }
      const refused = staffOrderRefusal(priced)
      return refused ? problem(refused) : noSuch(orderParams)
    },
  }),
  orderAction('items', {
    summary: 'Change the items of an order that was not sent',
    detail:
      'The old units return to stock, and the new ones are taken. A decrease of the total is refunded. An increase needs `increase`: by a payment link, waived for a reason, or paid outside the shop. `difference` is the one that staff were shown. The customer gets an email.',
    body: { schema: itemsSchema, example: { version: 2, change: CHANGE, difference: 0 } },
    run: (shop, asked, body) => changeItems(shop, { ...asked, ...body }),
  }),
]
