import { charging } from '#domain/charged-currency.ts'
import type { GiftCardKind } from '#domain/gift-cards/gift-card.ts'
import { walkOrders, type ListPosition } from '#db/orders/order-list.ts'
import { findShipmentsOf } from '#db/orders/shipments.ts'
import type { CsvCell } from '#domain/csv.ts'
import type { OrderId, PaymentId } from '#domain/ids.ts'
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
import { paymentMethod } from '#operations/order-facts.ts'
import { wantedOrders } from './list-orders.ts'
import type { Shop } from '#operations/shop.ts'

const BATCH_SIZE = 500

/** An order with what all of it has: sums in cents. */
type ExportedOrder = Awaited<ReturnType<typeof readOrders>>[number] & {
  refunded: number
  paid: number
  /** The part of it that gift cards or store credit paid. */
  paidBy: (kind: GiftCardKind) => number
  /** Payments received later for a change of the order, oldest first. */
  balances: readonly { at: number; amount: number }[]
  shipments: readonly Shipment[]
  uses: readonly { name: string; code: string | null }[]
  adjustment: (kind: AdjustmentKind) => number
  /** The amount of a tax, charged or contained. */
  tax: (kind: TaxKind) => number
  /** The part of all taxes that the prices contain. */
  contained: number
}

/** A line of an order. `sent`: how many of its units. */
type ExportedLine = Awaited<ReturnType<typeof readLines>>[number] & { sent: number }

/** Money of an order that was returned; negative when a correction took it back. */
interface ExportedRefund {
  at: number | null
  method: string
  amount: number
}

/** A row of the file: the first line of an order has the totals too, so that each column of amounts adds up. */
interface ExportedRow {
  order: ExportedOrder
  totals?: ExportedOrder
  line?: ExportedLine
  refund?: ExportedRefund
}

const DELIVERY_WORDS: Record<Delivery, string> = {
  ship: 'Shipped',
  pickup: 'Pickup',
  'in-person': 'In person',
  none: 'By email',
}

type Column<Of> = readonly [heading: string, cell: (of: Of) => CsvCell]

const columns =
  <Of>(choose: (row: ExportedRow) => Of | undefined) =>
  (all: readonly Column<Of>[]): readonly Column<ExportedRow>[] =>
    all.map(([heading, cell]) => [
      heading,
      (row) => {
        const of = choose(row)
        return of === undefined ? null : cell(of)
      },
    ])

const ofOrder = columns(({ order }) => order)
const ofTotals = columns(({ totals }) => totals)
const ofLine = columns(({ line }) => line)
const ofRefund = columns(({ refund }) => refund)

/** Each column's heading, and its cell. Money is named as in Canada, and headed by what the shop charges in. */
const COLUMNS: readonly Column<ExportedRow>[] = [
  ...ofOrder([
    ['Order', ({ number }) => number],
    ['Placed', ({ created_at }) => time(created_at)],
    ['Paid', ({ paid_at }) => time(paid_at)],
    ['State', (order) => stateWords(order)],
    ['Name', ({ erasure, name }) => (erasure === null ? name : ERASURE_WORDS[erasure])],
    ['Email', ({ email }) => email],
    ['Phone', ({ phone }) => phone],
    ['Address', ({ address }) => address],
    ['City', ({ city }) => city],
    ['Region', ({ region }) => region],
    ['Postal code', ({ postal }) => postal],
    ['Country', ({ country }) => country],
    ['Note', ({ note }) => note],
  ]),
  ...ofLine([
    ['Product', ({ name }) => name],
    ['Size', ({ size }) => size],
    ['Quantity', ({ quantity }) => quantity],
    ['Unit price (CAD)', ({ unit_price_cents }) => money(unit_price_cents)],
    ['Line total (CAD)', ({ unit_price_cents, quantity }) => money(unit_price_cents * quantity)],
  ]),
  ...ofTotals([
    ['Order subtotal (CAD)', ({ subtotal_cents }) => money(subtotal_cents)],
    ...ADJUSTMENT_KINDS.map((kind): Column<ExportedOrder> => [
      `Order ${kind.replace('-', ' ')} (CAD)`,
      ({ adjustment }) => money(adjustment(kind)),
    ]),
    ['Order total (CAD)', ({ total_cents }) => money(total_cents)],
    ['Order refunded (CAD)', ({ refunded }) => money(refunded)],
  ]),
  ...ofOrder([
    ['Carrier', ({ shipments }) => inOne(shipments.map(({ carrier }) => carrier))],
    ['Tracking number', ({ shipments }) => inOne(shipments.map(({ trackingNumber }) => trackingNumber))],
    [
      'Fulfilled',
      ({ fulfilment, shipments }) => (fulfilment === 'fulfilled' ? time(shipments.at(-1)?.at ?? null) : null),
    ],
  ]),
  ...ofLine([['Quantity sent', ({ sent }) => sent]]),
  ...ofTotals([
    ...TAX_KINDS.map((kind): Column<ExportedOrder> => [
      kind === 'other' ? 'Order other tax (CAD)' : `Order ${kind.toUpperCase()} (CAD)`,
      ({ tax }) => money(tax(kind)),
    ]),
    ['Order tax contained in prices (CAD)', ({ contained }) => money(contained)],
  ]),
  ...ofOrder([
    ['Delivery', ({ delivery }) => DELIVERY_WORDS[delivery]],
    ['Picked up', (order) => (isPickedUp(pickupOf(order)) ? time(order.picked_up_at) : null)],
  ]),
  ...ofTotals([
    ['Order paid (CAD)', ({ paid }) => money(paid)],
    ['Balance paid', ({ balances }) => balances.map(({ at }) => time(at)).join('; ')],
    ['Order balance paid (CAD)', ({ balances }) => balances.map(({ amount }) => money(amount)).join('; ')],
  ]),
  ...ofRefund([
    ['Refunded', ({ at }) => time(at)],
    ['Refund method', ({ method }) => method],
    ['Refund (CAD)', ({ amount }) => money(amount)],
  ]),
  ...ofOrder([
    ['Promotions', ({ uses }) => uses.map(({ name }) => name).join('; ')],
    ['Discount codes', ({ uses }) => uses.flatMap(({ code }) => code ?? []).join('; ')],
  ]),
  ...ofTotals([
    ['Order paid by gift card (CAD)', ({ paidBy }) => money(paidBy('gift-card'))],
    ['Order paid by store credit (CAD)', ({ paidBy }) => money(paidBy('store-credit'))],
  ]),
]

/** The column headings. */
export function orderColumns(): string[] {
  return COLUMNS.map(([heading]) => heading.replace('(CAD)', `(${charging.currency})`))
}

/** The matching orders as rows of cells, one per order line and one per refund, in batches. */
export async function* exportOrders(shop: Shop, filter: OrderFilter): AsyncGenerator<CsvCell[][]> {
  const { database } = shop
  // Test orders of a shop that takes money are in the file only when they are asked for.
  const wanted = { ...wantedOrders(shop, filter), isCounted: !filter.paid }
  let after: ListPosition | null = null
  for (;;) {
    const walked = await walkOrders(database, wanted, after, BATCH_SIZE)
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

function readOrders({ database: { db } }: Shop, ids: OrderId[]) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

function readLines({ database: { db } }: Shop, ids: OrderId[]) {
  return db
    .selectFrom('order_lines')
    .select(['order_id', 'position', 'name', 'size', 'quantity', 'unit_price_cents'])
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute()
}

async function rowsOf(shop: Shop, ids: OrderId[]): Promise<CsvCell[][]> {
  const { db } = shop.database
  const [orders, lines, adjustments, payments, refunds, shipments, uses] = await Promise.all([
    readOrders(shop, ids),
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
      .select(['id', 'kind', 'gateway', 'order_id', 'received_cents as amount', 'received_at as at'])
      .where('order_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    // A refund that failed after it was made has a correction with its own time.
    db
      .selectFrom('refunds')
      .select(['order_id', 'payment_id', 'amount_cents as amount', 'done_at as at'])
      .where('order_id', 'in', ids)
      .where('done_at', 'is not', null)
      .orderBy('done_at')
      .orderBy('id')
      .execute(),
    findShipmentsOf(db, ids),
    db
      .selectFrom('promotion_uses')
      .select(['order_id', 'name', 'code'])
      .where('order_id', 'in', ids)
      .orderBy('promotion_id')
      .execute(),
  ])
  const usesOf = Map.groupBy(uses, ({ order_id }) => order_id)
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const returned = Map.groupBy(refunds, ({ order_id }) => order_id)
  const received = Map.groupBy(payments, ({ order_id }) => order_id)
  const adjustmentsOf = Map.groupBy(adjustments, ({ order_id }) => order_id)
  const sumOf = (all: readonly { amount: number }[]) => all.reduce((sum, { amount }) => sum + amount, 0)
  return orders.flatMap((row) => {
    const ofOrder = shipments.get(row.id) ?? []
    const sent = shippedUnits(ofOrder)
    const paid = received.get(row.id) ?? []
    const made = returned.get(row.id) ?? []
    const order: ExportedOrder = {
      ...row,
      shipments: ofOrder,
      uses: usesOf.get(row.id) ?? [],
      refunded: sumOf(made),
      paid: sumOf(paid),
      paidBy: (wanted) => sumOf(paid.filter(({ gateway }) => gateway === wanted)),
      balances: paid.flatMap(({ at, amount }) => (at === null ? [] : [{ at, amount }])),
      ...amountsOf(adjustmentsOf.get(row.id) ?? []),
    }
    const methodOf = (id: PaymentId) =>
      paymentMethod(shop, paid.find((payment) => payment.id === id)?.gateway ?? '')
    const rows: ExportedRow[] = [
      ...(linesOf.get(row.id) ?? []).map((line, at) => ({
        order,
        ...(at === 0 && { totals: order }),
        line: { ...line, sent: sent.get(line.position) ?? 0 },
      })),
      ...made.map((refund) => ({ order, refund: { ...refund, method: methodOf(refund.payment_id) } })),
    ]
    return rows.map((one) => COLUMNS.map(([, cell]) => cell(one)))
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
function stateWords(order: ExportedOrder): string {
  const { state, fulfilment, delivery, has_pickups: hasPickups, balance_due_cents: balanceDue } = order
  const pickup = pickupStatus({ ...pickupOf(order), hasPickups: hasPickups === 1 })
  const isBalanceDue = balanceDue > 0
  if (state === 'paid' && isBalanceDue)
    return orderStateWords(state, fulfilment, { delivery, pickup, isBalanceDue })
  if (state !== 'fulfilled' && (state !== 'paid' || pickup !== 'partly-picked-up'))
    return ORDER_STATE_WORDS[state]
  return orderStateWords(state, fulfilment, { delivery, pickup })
}

function pickupOf({ fulfilment, picked_up_at: pickedUpAt }: ExportedOrder) {
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
