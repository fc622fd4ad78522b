import { addUpItems, type CartItem } from '#domain/checkout/cart.ts'
import { randomUUIDv7 } from 'node:crypto'
import { insertExternalPayment } from '#db/checkout/payments.ts'
import { lockStock } from '#db/catalog/stock.ts'
import { writeOrderContents } from '#db/orders/order-content.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { insertOrders } from '#db/orders/write-order.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { errorsForStaff, type CheckoutErrors } from '#domain/checkout/checkout-form.ts'
import { toOrderId } from '#domain/ids.ts'
import { formatCents, MAX_CHARGE, type Cents } from '#domain/money.ts'
import { checkManualCustomer, type ManualOrderRequest } from '#domain/checkout/manual-order.ts'
import type { ServiceProblem } from '#domain/checkout/shipping/service-problem.ts'
import type { Customer } from '#domain/orders/order.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { changeInTransaction } from '#operations/change-as-staff.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { findPostalCodeFault } from '#operations/checkout/postal-code-fault.ts'
import * as words from '#words/en/checkout/fields.ts'
import { orderNumber } from '#operations/order-number.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { writeShipment } from './fulfil-order.ts'
import { markPaid, type PaidOrder } from '#operations/mark-paid.ts'
import { type LineProblem } from '#operations/find-line-problem.ts'
import { priceManualLines } from './price-manual-order.ts'
import { ownLanguage } from '#words/languages.ts'

/** `by`: the email address of the staff member. */
export interface ManualOrder extends ManualOrderRequest {
  by: string
  permissions: readonly Permission[]
}

export type ManualOrderOutcome =
  | { kind: 'created'; number: string }
  /** An order was made with this key before, with other items, with another total or for another customer. */
  | { kind: 'made-otherwise'; number: string }
  | { kind: 'not-permitted' }
  | { kind: 'invalid-customer'; errors: CheckoutErrors }
  /** What is wrong with each line; null where nothing is. */
  | { kind: 'lines-unavailable'; problems: (LineProblem | null)[] }
  /** The total is not the one that staff were shown. */
  | { kind: 'price-changed'; total: Cents }
  /** No shipping method takes it to this address. */
  | { kind: 'not-served'; problem: ServiceProblem }
  /** The chosen shipping method does not fit any more. */
  | { kind: 'shipping-changed' }
  | { kind: 'too-expensive' }
  /** A gift costs nothing. */
  | { kind: 'gift-not-free' }
  /** There is nothing to pay, so nothing was received. */
  | { kind: 'nothing-to-pay' }

/**
 * Makes an order for a customer who paid outside the shop, or a gift: order, payment and stock in one transaction. A
 * repeated request with the same `orderKey` returns the first order; one for something else is refused.
 */
export async function createManualOrder(shop: Shop, order: ManualOrder): Promise<ManualOrderOutcome> {
  if (!order.permissions.includes('orders.create')) return { kind: 'not-permitted' }
  const checked = checkManualCustomer(order)
  if ('errors' in checked) return { kind: 'invalid-customer', errors: checked.errors }
  const { customer } = checked
  const postal = order.delivery === 'ship' ? findPostalCodeFault(customer, words) : null
  if (postal !== null) return { kind: 'invalid-customer', errors: errorsForStaff({ postal }, words.forStaff) }
  const result = await transact(shop.database, (tx) => write(shop, tx, order, customer))
  if (result.kind !== 'written') return result
  if (result.soldOut) await shop.changes.publish('catalogue')
  return { kind: 'created', number: result.number }
}

async function write(
  shop: Shop,
  tx: Tx,
  order: ManualOrder,
  customer: Customer,
): Promise<ManualOrderOutcome | { kind: 'written'; number: string; soldOut: boolean }> {
  const { lines, by, permissions, method } = order
  const tariff = await currentTariff(shop)
  const units = addUpItems(lines)
  const stock = await lockStock(tx, units, shop.now())
  const known = await findOrderByKey(tx, order, customer)
  if (known !== null) return known
  const at = { tariff, now: shop.now() }
  const priced = await priceManualLines(tx, { ...order, customer }, at)
  const { products, problems, totals, shipping, delivery, offers } = priced
  if (problems.some((problem) => problem !== null)) return { kind: 'lines-unavailable', problems }
  if (priced.problem !== null) return { kind: 'not-served', problem: priced.problem }
  const chosen = order.delivery === 'ship' ? order.shippingMethod : null
  if (chosen !== null && !offers.some(({ id }) => id === chosen)) return { kind: 'shipping-changed' }
  if (totals.total !== order.total) return { kind: 'price-changed', total: totals.total }
  if (totals.total > MAX_CHARGE) return { kind: 'too-expensive' }
  if (method === 'gift' && totals.total > 0) return { kind: 'gift-not-free' }
  if (method !== 'gift' && totals.total === 0) return { kind: 'nothing-to-pay' }

  const { orderPrefix } = await currentSetting(shop, SHOP_IDENTITY)
  const [id, number, now] = [toOrderId(randomUUIDv7()), orderNumber(orderPrefix), shop.now()]
  const { pricedBy } = tariff
  const language = ownLanguage(shop)
  const entry = { id, customer, note: order.note, totals, delivery, shipping, pricedBy, language, now }
  const origin = { number, checkoutId: checkoutIdOf(order.orderKey), madeBy: by }
  if ((await insertOrders(tx, [{ ...entry, ...origin }])).size === 0) {
    const meanwhile = await findOrderByKey(tx, order, customer)
    if (meanwhile === null) throw new Error('An order with this key was there and is not')
    return meanwhile
  }
  await writeOrderContents(tx, [{ id, items: lines, products, totals }])
  await recordEvent(tx, id, now, 'placed', { total: totals.total, method }, by)
  if (method !== 'gift') {
    const { reference } = order
    await insertExternalPayment(tx, {
      orderId: id,
      method,
      amount: totals.total,
      reference,
      isBalance: false,
      now,
    })
  }
  const how =
    method === 'gift' ? null : { detail: { amount: totals.total, method, reference: order.reference }, by }
  await markPaid(tx, { id, state: 'pending', how, tells: toldOf(order, customer) }, now)
  const taken = stock.take(units, { reason: 'sold', by, orderId: id, at: now })
  if (taken === null) throw new Error('Units of locked products were there and are not')
  await stock.write(tx)
  await recordAudit(tx, shop, {
    action: 'order-created',
    subject: { id: number },
    changes: [{ field: 'Total', before: null, after: formatCents(totals.total) }],
  })
  if (delivery === 'in-person') {
    const parcel = { by, carrier: '', trackingNumber: '', trackingLink: '' }
    await changeInTransaction(shop, tx, 'fulfil', { number, by, permissions }, (_tx, made) =>
      writeShipment(tx, made, parcel, now),
    )
  }
  return { kind: 'written', number, soldOut: taken.soldOut }
}

/** No checkout of a browser can have this id: it contains a space. */
function checkoutIdOf(orderKey: string): string {
  return `manual ${orderKey}`
}

/**
 * Compares the request with the order that was made with its key before; null when there is none. The first answer may
 * have been lost, and staff may have changed the form before they sent it again.
 */
async function findOrderByKey(
  tx: Tx,
  { orderKey, lines, total }: ManualOrder,
  { name, email }: Customer,
): Promise<{ kind: 'created' | 'made-otherwise'; number: string } | null> {
  const known = await tx
    .selectFrom('orders')
    .select(['id', 'number', 'name', 'email', 'total_cents as total'])
    .where('checkout_id', '=', checkoutIdOf(orderKey))
    .executeTakeFirst()
  if (!known) return null
  const made = await tx
    .selectFrom('order_lines')
    .select(['product_id as productId', 'size', 'quantity'])
    .where('order_id', '=', known.id)
    .execute()
  const isSame = known.total === total && known.name === name && known.email === email
  const kind = isSame && unitsOf(made) === unitsOf(addUpItems(lines)) ? 'created' : 'made-otherwise'
  return { kind, number: known.number }
}

/** The units as text: the same for the same units, however the lines divide and order them. */
function unitsOf(lines: readonly CartItem[]): string {
  const units = new Map<string, number>()
  for (const { productId, size, quantity } of lines) {
    const key = `${productId} ${size}`
    units.set(key, (units.get(key) ?? 0) + quantity)
  }
  return JSON.stringify([...units].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** A parcel is announced to the owner; a customer with an address gets the confirmation. */
function toldOf({ delivery }: ManualOrder, { email }: Customer): PaidOrder['tells'] {
  return [
    ...(delivery === 'ship' ? (['owner'] as const) : []),
    ...(email === '' ? [] : (['customer'] as const)),
  ]
}
