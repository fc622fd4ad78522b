import type { CartItem } from '#domain/checkout/cart.ts'
import type { OrderId } from '#domain/ids.ts'
import { storedLabel } from './stored-label.ts'
import { cents, signedCents } from '#domain/money.ts'
import type { Kysely, Selectable } from 'kysely'
import { findUnitShares, shareRows } from './unit-shares.ts'
import { isAmong } from '#db/engine/is-among.ts'
import { insertRows } from '#db/engine/compiled-statements.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { markSalesForRecount } from '#db/orders/mark-sales-for-recount.ts'
import type { ProductForSale } from '#db/catalog/products-for-sale.ts'
import { isGiftCard, priceOf } from '#domain/catalog/gift-amounts.ts'
import { preorderDay } from '#domain/catalog/preorder.ts'
import { reducedFrom } from '#domain/catalog/product.ts'
import type { Adjustment, OrderTotals, WaivedShare } from '#domain/orders/order-total.ts'
import type { OrderLine } from '#domain/orders/order.ts'
import { addUp, divideOrder, type KeptShare, type UnitShare } from '#domain/orders/unit-shares.ts'

/** What an order is made of, before it is written. */
export interface ContentEntry {
  id: OrderId
  items: readonly CartItem[]
  products: ReadonlyMap<string, ProductForSale>
  totals: Pick<OrderTotals, 'adjustments'>
}

/** Writes the lines of orders, copied from the products as they are now, their adjustments, and what each unit has. */
export async function writeOrderContents(tx: Tx, orders: readonly ContentEntry[]): Promise<void> {
  const written = orders.map((order) => ({ ...order, lines: lineRows(order) }))
  await Promise.all([
    insertRows(
      tx,
      'order_lines',
      written.flatMap(({ lines }) => lines),
    ),
    insertRows(tx, 'order_gifts', written.flatMap(giftRows)),
    insertRows(
      tx,
      'order_adjustments',
      written.flatMap(({ id, totals }) => adjustmentRows(id, totals.adjustments)),
    ),
    insertRows(
      tx,
      'unit_shares',
      written.flatMap(({ id, lines, totals: { adjustments } }) => {
        const divided = lines.map((line) => ({
          unitPrice: line.unit_price_cents,
          quantity: line.quantity,
          taxFree: line.tax_free === 1,
        }))
        return shareRows(id, divideOrder({ lines: divided, adjustments }))
      }),
    ),
  ])
}

function lineRows({ id, items, products }: ContentEntry) {
  return items.map(({ productId, size, quantity }, position) => {
    const product = products.get(productId)
    const shipsOn = preorderDay(
      product?.sizes.find((one) => one.size === size),
      quantity,
    )
    if (!product) throw new Error(`Product ${productId} was checked and is not there`)
    return {
      order_id: id,
      position,
      product_id: productId,
      name: product.name,
      size,
      unit_price_cents: priceOf(product, size),
      quantity,
      picture_key: product.pictureKey,
      weight_grams: product.weight,
      hs_code: product.hsCode,
      origin_country: product.origin,
      tax_free: Number(product.taxFree),
      category: product.category,
      is_reduced: Number(reducedFrom(product) !== null),
      gift_card: Number(isGiftCard(product)),
      ships_on: shipsOn,
      awaited: Number(shipsOn !== null),
    }
  })
}

function giftRows({ id, items }: ContentEntry) {
  return items.flatMap(({ gift }, line_position) => {
    if (gift === undefined || gift.email === '') return []
    const { sendOn, ...texts } = gift
    return [{ order_id: id, line_position, ...texts, send_on: sendOn || null }]
  })
}

/** Deletes the lines, adjustments and shares of an unpaid order, to write them again. */
export async function deleteOrderContent(tx: Tx, orderId: OrderId): Promise<void> {
  await Promise.all([
    tx.deleteFrom('order_gifts').where('order_id', '=', orderId).execute(),
    tx.deleteFrom('unit_shares').where('order_id', '=', orderId).execute(),
    tx.deleteFrom('order_adjustments').where('order_id', '=', orderId).execute(),
    tx.deleteFrom('order_lines').where('order_id', '=', orderId).execute(),
  ])
}

/** Replaces the adjustments and shares of an order. Write the matching total with them. */
export async function rewriteAdjustments(
  tx: Tx,
  orderId: OrderId,
  { adjustments, shares }: Pick<OrderContent, 'adjustments' | 'shares'>,
): Promise<void> {
  await tx.deleteFrom('order_adjustments').where('order_id', '=', orderId).execute()
  const rows = adjustmentRows(orderId, adjustments).map((row, position) => ({
    ...row,
    shares: waivedOf(adjustments[position]!),
  }))
  if (rows.length > 0) await tx.insertInto('order_adjustments').values(rows).execute()
  await tx.deleteFrom('unit_shares').where('order_id', '=', orderId).execute()
  await insertRows(tx, 'unit_shares', shareRows(orderId, shares))
  await markSalesForRecount(tx, orderId)
}

/** Adjustments as table rows, in order. Their sum is in `orders.adjustments_cents`. */
export function adjustmentRows(orderId: OrderId, adjustments: readonly Adjustment[]) {
  return adjustments.map(({ kind, label, amount, linePosition, tax }, position) => ({
    order_id: orderId,
    position,
    kind,
    label: label.name ?? '',
    label_kind: label.kind,
    amount_cents: amount,
    line_position: linePosition ?? null,
    tax_kind: tax?.kind ?? null,
    milli_percent: tax?.milliPercent ?? null,
    of_shipping_cents: tax?.ofShipping ?? cents(0),
    contained_cents: tax?.contained ?? cents(0),
  }))
}

/** The total columns of the order row that match these adjustments. */
export function totalColumns({ subtotal, adjustments, total }: OrderTotals) {
  const added = signedCents(adjustments.reduce((sum, { amount }) => sum + amount, 0))
  return { subtotal_cents: subtotal, adjustments_cents: added, total_cents: total }
}

/** The lines and adjustments of an order, in order, and what its units have of each amount. */
export interface OrderContent {
  lines: OrderLine[]
  adjustments: readonly Adjustment[]
  shares: readonly UnitShare[]
}

/** What an order contains. */
export async function readOrderContent(db: Kysely<Database>, orderId: OrderId): Promise<OrderContent> {
  const contents = await readOrderContents(db, [orderId])
  return contents.get(orderId)!
}

/** What each of these orders contains. */
export async function readOrderContents(
  db: Kysely<Database>,
  ids: readonly OrderId[],
): Promise<Map<OrderId, OrderContent>> {
  const [lines, adjustments, stored] = await Promise.all([
    db
      .selectFrom('order_lines')
      .selectAll()
      .where(isAmong(db, 'order_id', ids))
      .orderBy('order_id')
      .orderBy('position')
      .execute(),
    db
      .selectFrom('order_adjustments')
      .selectAll()
      .where(isAmong(db, 'order_id', ids))
      .orderBy('order_id')
      .orderBy('position')
      .execute(),
    findUnitShares(db, ids),
  ])
  const linesOf = Map.groupBy(lines, (row) => row.order_id)
  const adjustmentsOf = Map.groupBy(adjustments, (row) => row.order_id)
  return new Map(
    ids.map((id) => {
      const content = {
        lines: (linesOf.get(id) ?? []).map(lineOf),
        adjustments: (adjustmentsOf.get(id) ?? []).map(adjustmentOf),
      }
      const known = stored.get(id)
      // A version that runs beside this one writes no shares.
      const isCurrent = known !== undefined && addUp(content, known)
      const shares = isCurrent ? known : divideOrder(content)
      const adjustments = content.adjustments.map(({ kept: _kept, ...one }): Adjustment => one)
      return [id, { lines: content.lines, adjustments, shares }]
    }),
  )
}

/** What was waived of an adjustment, as JSON. Earlier versions also wrote what refunded units keep. */
function waivedOf({ waived }: Adjustment): string | null {
  return waived ? JSON.stringify({ waived }) : null
}

function adjustmentOf(row: Selectable<Database['order_adjustments']>): Adjustment & { kept?: KeptShare[] } {
  const { kind, amount_cents: amount, line_position: linePosition, tax_kind, milli_percent } = row
  return {
    kind,
    label: storedLabel(row),
    amount,
    ...(linePosition !== null && { linePosition }),
    ...(tax_kind !== null &&
      milli_percent !== null && {
        tax: {
          kind: tax_kind,
          milliPercent: milli_percent,
          ofShipping: row.of_shipping_cents,
          contained: row.contained_cents,
        },
      }),
    ...(row.shares !== null && (JSON.parse(row.shares) as { kept?: KeptShare[]; waived?: WaivedShare })),
  }
}

function lineOf(row: Selectable<Database['order_lines']>): OrderLine {
  return {
    productId: row.product_id,
    name: row.name,
    size: row.size,
    unitPrice: row.unit_price_cents,
    quantity: row.quantity,
    pictureKey: row.picture_key,
    weight: row.weight_grams,
    hsCode: row.hs_code,
    origin: row.origin_country,
    restocked: row.restocked,
    restockedSent: row.restocked_sent,
    ...(row.tax_free === 1 && { taxFree: true }),
    ...(row.category !== '' && { category: row.category }),
    ...(row.is_reduced === 1 && { isReduced: true }),
    ...(row.gift_card === 1 && { giftCard: true }),
    ...(row.ships_on !== null && { shipsOn: row.ships_on }),
    ...(row.awaited === 1 && { isAwaited: true }),
  }
}

/** Deletes the reasons that staff gave for prices. The price changes themselves stay. */
export async function erasePriceReasons(
  tx: Kysely<Database>,
  orderId: OrderId,
  emptied: { label: string },
): Promise<void> {
  await tx
    .updateTable('order_adjustments')
    .set({ ...emptied, label_kind: 'price-change' })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'price-change')
    .execute()
}

/** Gives the kind of their label to the amounts of these orders that an earlier version wrote. */
export async function writeLabelKinds(tx: Tx, ids: readonly OrderId[]): Promise<void> {
  const rows = await tx
    .selectFrom('order_adjustments')
    .select(['order_id', 'position', 'kind', 'label', 'label_kind'])
    .select(['line_position', 'tax_kind', 'milli_percent'])
    .where(isAmong(tx, 'order_id', ids))
    .where('label_kind', 'is', null)
    .execute()
  for (const { order_id, position, ...row } of rows) {
    const { kind, name = '' } = storedLabel(row)
    await tx
      .updateTable('order_adjustments')
      .set({ label: name, label_kind: kind })
      .where('order_id', '=', order_id)
      .where('position', '=', position)
      .execute()
  }
}
