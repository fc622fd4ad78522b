import { randomUUID } from 'node:crypto'
import { findChosenShipping, writeAddress } from '#db/orders/change-address.ts'
import { readOrderContent } from '#db/orders/order-content.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { findRefundedParts } from '#db/orders/refunded-units.ts'
import type { Tx } from '#db/engine/transact.ts'
import { checkCheckoutForm, errorsForStaff, type CheckoutErrors } from '#domain/checkout/checkout-form.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import type { Cents } from '#domain/money.ts'
import { isDelivered, type Customer } from '#domain/orders/order.ts'
import {
  changeAsStaff,
  type ChangeRefusal,
  type ChangingOrder,
  type MoneyChange,
  type StaffRequest,
} from '#operations/change-as-staff.ts'
import { termsOfOrder } from '#operations/checkout/current-tariff.ts'
import { isOfLine, repriceOrder } from '#domain/refunds/reprice-order.ts'
import { findPostalCodeFault } from '#operations/checkout/postal-code-fault.ts'
import * as words from '#words/en/checkout/fields.ts'
import { findAddressReasons, keepForReview } from '#operations/checkout/review-order.ts'
import { shippingAfterChange } from '#operations/checkout/shipping-after-change.ts'
import { addressLine } from '#operations/order-facts.ts'
import type { Shop } from '#operations/shop.ts'
import {
  checkDifference,
  settleDifference,
  type DifferenceRefusal,
  type IncreaseSettlement,
} from '#operations/refunds/settle-difference.ts'

/** Where and to whom an order goes. The email address stays. */
export type Recipient = Omit<Customer, 'email'>

/** `difference`: what the staff member was shown, in cents; the change is refused when it is another. */
export interface AddressChange extends MoneyChange {
  recipient: Recipient
  difference: number
  increase?: IncreaseSettlement | undefined
}

type InvalidAddress = { kind: 'invalid-address'; errors: CheckoutErrors }
type PricedAddress = { kind: 'address-priced'; difference: number }

export type AddressOutcome =
  | { kind: 'address-changed' }
  | InvalidAddress
  /** The request does not say how the increase is settled. */
  | { kind: 'address-costs-more'; by: Cents }
  | Exclude<DifferenceRefusal, { kind: 'costs-more' }>

/** What the order would cost more or less at another address. Nothing is changed. */
export async function priceAddress(
  shop: Shop,
  request: StaffRequest & { recipient: Recipient },
  tariff?: Tariff,
): Promise<PricedAddress | InvalidAddress | ChangeRefusal> {
  return changeAsStaff(
    shop,
    'address',
    request,
    async (tx, order): Promise<PricedAddress | InvalidAddress> => {
      const priced = await price(shop, tx, order, request.recipient, tariff)
      if (priced.kind !== 'priced') return priced
      return { kind: 'address-priced', difference: priced.difference }
    },
  )
}

/**
 * Changes the address before the order is sent. When it costs less there, the difference is refunded; when it costs
 * more, staff say how the increase is settled.
 */
export async function changeAddress(
  shop: Shop,
  change: AddressChange,
  tariff?: Tariff,
): Promise<AddressOutcome | ChangeRefusal> {
  const { by, recipient } = change
  return changeAsStaff(
    shop,
    'address',
    change,
    async (tx, order): Promise<AddressOutcome | ChangeRefusal> => {
      const priced = await price(shop, tx, order, recipient, tariff)
      if (priced.kind !== 'priced') return priced
      const agreed = checkDifference(shop, order, priced, change)
      if (agreed.kind === 'costs-more') return { kind: 'address-costs-more', by: agreed.by }
      if (agreed.kind !== 'agreed') return agreed
      const { customer, before, content, sent } = priced
      const { id, number } = order
      const now = shop.now()
      const sentBefore = sent === null ? null : await findChosenShipping(tx, id)
      await writeAddress(tx, { id, number }, { ...agreed.content, customer, sent }, now)
      const places = { from: addressLine({ customer: before }), to: addressLine({ customer }) }
      await recordEvent(tx, id, now, 'address-changed', { ...places, ...agreed.detail }, by)
      await settleDifference(shop, tx, order, agreed, {
        ...change,
        change: { kind: 'address', before: places.from, after: places.to },
        undo: { ...content, lines: null, customer: before, sent: sentBefore },
        now,
      })
      if (by === 'shopper') {
        const reasons = await findAddressReasons(shop, tx, id, before)
        if (reasons.length > 0) await keepForReview(tx, id, reasons, now)
      }
      // Staff write themselves to whom they agreed it with; the mail of a payment link says the address.
      if (by === 'shopper' && change.increase === undefined) {
        const mail = `items-changed-${randomUUID()}`
        const said = { before: '', after: null, refunded: agreed.amount }
        const payload = { orderId: id, id: mail, change: said }
        await enqueue(tx, [{ kind: 'items-changed', payload, dedupeKey: mail }], now)
      }
      return { kind: 'address-changed' }
    },
  )
}

const NOT_SERVED = 'The shipping zones of this order don’t cover the address.'

/** The checked recipient, and the order's price there. */
async function price(
  shop: Shop,
  tx: Tx,
  { id }: ChangingOrder,
  recipient: Recipient,
  given: Tariff | undefined,
) {
  const placed = await tx
    .selectFrom('orders')
    .select(['name', 'email', 'phone', 'address', 'city', 'country', 'region', 'postal'])
    .select(['shipping_method', 'delivery', 'duty_terms'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { name, email, phone, address, city, country, region, postal: code } = placed
  const before: Customer = { name, email, phone, address, city, country, region, postal: code }
  const checked = checkCheckoutForm({ ...recipient, email: before.email }, words.form)
  if ('errors' in checked)
    return { kind: 'invalid-address', errors: errorsForStaff(checked.errors, words.forStaff) } as const
  const { customer } = checked
  const postal = findPostalCodeFault(customer, words)
  if (postal !== null)
    return { kind: 'invalid-address', errors: errorsForStaff({ postal }, words.forStaff) } as const
  const content = await readOrderContent(tx, id)
  const refunded = await findRefundedParts(tx, id)
  const { tariff, choices, promote } = await termsOfOrder(shop, tx, id, given)
  const changes = content.adjustments.filter(isOfLine)
  const sent = shippingAfterChange(placed, content.lines, { changes, to: customer, tariff, choices })
  if (sent === 'none') return { kind: 'invalid-address', errors: { country: NOT_SERVED } } as const
  const isHandedOver = !isDelivered(placed.delivery)
  const terms = { from: before, to: customer, tariff, choices, promote, refunded, isHandedOver }
  const priced = repriceOrder(content, { ...terms, lines: content.lines, changes })
  return { kind: 'priced', customer, before, content, sent, ...priced } as const
}
