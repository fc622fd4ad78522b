import { walkOrders, type ListPosition } from '#db/orders/order-list.ts'
import { findShipmentsOf } from '#db/orders/shipments.ts'
import type { CsvCell } from '#domain/csv.ts'
import type { OrderId } from '#domain/ids.ts'
import { shippedUnits, type Shipment } from '#domain/orders/fulfilment.ts'
import type { OrderFilter } from '#domain/orders/order-filters.ts'
import { ERASURE_WORDS } from '#domain/orders/erasure.ts'
import { decimalDollars, signedCents } from '#domain/money.ts'
import { ADJUSTMENT_KINDS, TAX_KINDS, type AdjustmentKind, type TaxKind } from '#domain/orders/order-total.ts'
import {
  isPickedUp,
  ORDER_STATE_WORDS,
  orderStateWords,
  pickupStatus,
  type Delivery,
} from '#domain/orders/order.ts'
import { wantedOrders } from './list-orders.ts'
import type { Shop } from '#operations/shop.ts'

const BATCH_SIZE = 500

/** A line of an order with what its whole order has: sums in cents. */
type ExportedLine = Awaited<ReturnType<typeof readLines>>[number] & {
  refunded: number
  paid: number
  /** Payments received later for a change of the order, oldest first. */
  balances: readonly { at: number; amount: number }[]
  shipments: readonly Shipment[]
  /** Units of this line. */
  sent: number
  adjustment: (kind: AdjustmentKind) => number
  /** The amount of a tax, charged or contained. */
  tax: (kind: TaxKind) => number
  /** The part of all taxes that the prices contain. */
  contained: number
}

const DELIVERY_WORDS: Record<Delivery, string> = {
  ship: 'Shipped',
  pickup: 'Pickup',
  'in-person': 'In person',
}

/** Each column's heading, and its cell. */
const COLUMNS: readonly (readonly [heading: string, cell: (line: ExportedLine) => CsvCell])[] = [
  ['Order', ({ number }) => number],
  ['Placed', ({ created_at }) => time(created_at)],
  ['Paid', ({ paid_at }) => time(paid_at)],
  ['State', (line) => stateWords(line)],
  ['Name', ({ erasure, name }) => (erasure === null ? name : ERASURE_WORDS[erasure])],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Address', ({ address }) => address],
  ['City', ({ city }) => city],
  ['Region', ({ region }) => region],
  ['Postal code', ({ postal }) => postal],
  ['Country', ({ country }) => country],
  ['Note', ({ note }) => note],
  ['Product', ({ product }) => product],
  ['Size', ({ size }) => size],
  ['Quantity', ({ quantity }) => quantity],
  ['Unit price (CAD)', ({ unit_price_cents }) => money(unit_price_cents)],
  ['Line total (CAD)', ({ unit_price_cents, quantity }) => money(unit_price_cents * quantity)],
  ['Order subtotal (CAD)', ({ subtotal_cents }) => money(subtotal_cents)],
  ...ADJUSTMENT_KINDS.map(
    (kind) =>
      [
        `Order ${kind.replace('-', ' ')} (CAD)`,
        ({ adjustment }: ExportedLine) => money(adjustment(kind)),
      ] as const,
  ),
  ['Order total (CAD)', ({ total_cents }) => money(total_cents)],
  ['Order refunded (CAD)', ({ refunded }) => money(refunded)],
  ['Carrier', ({ shipments }) => inOne(shipments.map(({ carrier }) => carrier))],
  ['Tracking number', ({ shipments }) => inOne(shipments.map(({ trackingNumber }) => trackingNumber))],
  [
    'Fulfilled',
    ({ fulfilment, shipments }) => (fulfilment === 'fulfilled' ? time(shipments.at(-1)?.at ?? null) : null),
  ],
  ['Quantity sent', ({ sent }) => sent],
  ...TAX_KINDS.map(
    (kind) =>
      [
        kind === 'other' ? 'Order other tax (CAD)' : `Order ${kind.toUpperCase()} (CAD)`,
        ({ tax }: ExportedLine) => money(tax(kind)),
      ] as const,
  ),
  ['Order tax contained in prices (CAD)', ({ contained }) => money(contained)],
  ['Delivery', ({ delivery }) => DELIVERY_WORDS[delivery]],
  ['Picked up', (line) => (isPickedUp(pickupOf(line)) ? time(line.picked_up_at) : null)],
  ['Order paid (CAD)', ({ paid }) => money(paid)],
  ['Balance paid', ({ balances }) => balances.map(({ at }) => time(at)).join('; ')],
  ['Order balance paid (CAD)', ({ balances }) => balances.map(({ amount }) => money(amount)).join('; ')],
]

/** The column headings. */
export const ORDER_COLUMNS: readonly string[] = COLUMNS.map(([heading]) => heading)

/** The matching orders as rows of cells, one per order line, in batches. */
export async function* exportOrders(shop: Shop, filter: OrderFilter): AsyncGenerator<CsvCell[][]> {
  const { database } = shop
  let after: ListPosition | null = null
  for (;;) {
    const walked = await walkOrders(database, wantedOrders(shop, filter), after, BATCH_SIZE)
    const last = walked.at(-1)
    if (!last) return
    yield await rowsOf(
      shop,
      walked.map(({ id }) => id),
    )
    if (walked.length < BATCH_SIZE) return
    after = last
  }
}

function readLines({ database: { db } }: Shop, ids: OrderId[]) {
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .selectAll('orders')
    .select(['order_lines.name as product', 'size', 'quantity', 'unit_price_cents', 'position'])
    .where('order_lines.order_id', 'in', ids)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .orderBy('order_lines.position')
    .execute()
}

async function rowsOf(shop: Shop, ids: OrderId[]): Promise<CsvCell[][]> {
  const { db } = shop.database
  const [lines, adjustments, payments, refunds, shipments] = await Promise.all([
    readLines(shop, ids),
    db
      .selectFrom('order_adjustments')
      .select(['order_id', 'kind', 'tax_kind'])
      .select((e) => [
        e.fn.sum<number>('amount_cents').as('amount'),
        e.fn.sum<number>('contained_cents').as('contained'),
      ])
      .where('order_id', 'in', ids)
      .groupBy(['order_id', 'kind', 'tax_kind'])
      .execute(),
    db
      .selectFrom('payments')
      .select(['order_id', 'received_cents as amount', 'received_at as at'])
      .where('order_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('refunds')
      .select(['order_id', (e) => e.fn.sum<number>('amount_cents').as('amount')])
      .where('order_id', 'in', ids)
      .where('state', '=', 'done')
      .groupBy('order_id')
      .execute(),
    findShipmentsOf(db, ids),
  ])
  const returned = new Map(refunds.map(({ order_id, amount }) => [order_id, Number(amount)]))
  const received = Map.groupBy(payments, ({ order_id }) => order_id)
  const adjustmentsOf = Map.groupBy(adjustments, ({ order_id }) => order_id)
  return lines.map((line) => {
    const ofOrder = shipments.get(line.id) ?? []
    const paid = received.get(line.id) ?? []
    const whole = {
      ...line,
      shipments: ofOrder,
      sent: shippedUnits(ofOrder).get(line.position) ?? 0,
      refunded: returned.get(line.id) ?? 0,
      paid: paid.reduce((sum, { amount }) => sum + amount, 0),
      balances: paid.flatMap(({ at, amount }) => (at === null ? [] : [{ at, amount }])),
      ...amountsOf(adjustmentsOf.get(line.id) ?? []),
    }
    return COLUMNS.map(([, cell]) => cell(whole))
  })
}

interface AdjustmentSum {
  kind: AdjustmentKind
  tax_kind: TaxKind | null
  amount: number
  contained: number
}

/** Sums of the adjustments of one order. A tax without a kind, such as one rate for everything, is another tax. */
function amountsOf(sums: readonly AdjustmentSum[]) {
  const total = (chosen: readonly AdjustmentSum[], of: (one: AdjustmentSum) => number) =>
    chosen.reduce((sum, one) => sum + of(one), 0)
  const charged = ({ amount }: AdjustmentSum) => Number(amount)
  const contained = (one: AdjustmentSum) => Number(one.contained)
  const taxes = sums.filter(({ kind }) => kind === 'tax')
  return {
    adjustment: (wanted: AdjustmentKind) =>
      total(
        sums.filter(({ kind }) => kind === wanted),
        charged,
      ),
    tax: (wanted: TaxKind) =>
      total(
        taxes.filter(({ tax_kind }) => (tax_kind ?? 'other') === wanted),
        (one) => charged(one) + contained(one),
      ),
    contained: total(taxes, contained),
  }
}

/** A pickup is ready, or picked up in whole or in part, where other orders are fulfilled. */
function stateWords(line: ExportedLine): string {
  const { state, fulfilment, delivery, has_pickups: hasPickups, balance_due_cents: balanceDue } = line
  const pickup = pickupStatus({ ...pickupOf(line), hasPickups: hasPickups === 1 })
  const isBalanceDue = balanceDue > 0
  if (state === 'paid' && isBalanceDue)
    return orderStateWords(state, fulfilment, { delivery, pickup, isBalanceDue })
  if (state !== 'fulfilled' && (state !== 'paid' || pickup !== 'partly-picked-up'))
    return ORDER_STATE_WORDS[state]
  return orderStateWords(state, fulfilment, { delivery, pickup })
}

function pickupOf({ fulfilment, picked_up_at: pickedUpAt }: ExportedLine) {
  return { fulfilment, pickedUpAt }
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** The values of several parcels, each once: `Canada Post; UPS`. */
function inOne(words: readonly string[]): string {
  return [...new Set(words)].filter(Boolean).join('; ')
}

function money(amount: number): string {
  return decimalDollars(signedCents(amount))
}
