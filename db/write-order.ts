import type { Customer } from '#domain/order.ts'
import type { Size } from '#domain/product.ts'
import type { CartTotals } from '#domain/pricing.ts'
import type { ProductForSale } from './products-for-sale.ts'
import type { Pieces } from './stock.ts'
import type { Tx } from './transact.ts'

/** What an order says, as it is written down. */
export interface OrderEntry {
  id: string
  customer: Customer
  note: string
  totals: CartTotals
  now: number
}

/** Writes a new order that waits for its payment. */
export async function insertOrder(
  tx: Tx,
  { id, customer, note, totals, now }: OrderEntry,
  { number, checkoutId, gateway }: { number: string; checkoutId: string; gateway: string },
): Promise<void> {
  await tx
    .insertInto('orders')
    .values({
      id,
      number,
      checkout_id: checkoutId,
      state: 'pending',
      ...customer,
      note,
      ...totalColumns(totals),
      created_at: now,
      updated_at: now,
      paid_at: null,
    })
    .execute()
  await tx
    .insertInto('payments')
    .values({
      order_id: id,
      gateway,
      intent_id: null,
      client_secret: null,
      attempt: 1,
      amount_cents: totals.total,
      asked_cents: null,
      currency: 'cad',
      state: 'open',
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Writes an unpaid order anew, without its lines. `renewPayment`: the payment it had cannot be paid any more. */
export async function changeOrder(
  tx: Tx,
  { id, customer, note, totals, now }: OrderEntry,
  { renewPayment }: { renewPayment: boolean },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ state: 'pending', ...customer, note, ...totalColumns(totals), updated_at: now })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('payments')
    .set((e) => ({
      state: 'open',
      amount_cents: totals.total,
      updated_at: now,
      ...(renewPayment && {
        intent_id: null,
        client_secret: null,
        asked_cents: null,
        attempt: e('attempt', '+', 1),
      }),
    }))
    .where('order_id', '=', id)
    .execute()
  await tx.deleteFrom('order_lines').where('order_id', '=', id).execute()
}

/** Writes the lines of an order as the products are at this moment. */
export async function writeLines(
  tx: Tx,
  orderId: string,
  items: readonly { productId: string; size: Size; quantity: number }[],
  products: ReadonlyMap<string, ProductForSale>,
): Promise<void> {
  const lines = items.map(({ productId, size, quantity }, position) => {
    const product = products.get(productId)
    if (!product) throw new Error(`Product ${productId} was checked and is not there`)
    return {
      order_id: orderId,
      position,
      product_id: productId,
      name: product.name,
      size,
      unit_price_cents: product.price,
      quantity,
      picture_key: product.pictureKey,
    }
  })
  await tx.insertInto('order_lines').values(lines).execute()
}

/** Writes down that these pieces were taken out of the count for this order. */
export async function writeHold(
  tx: Tx,
  orderId: string,
  pieces: readonly Pieces[],
  expiresAt: number,
): Promise<void> {
  const rows = pieces.map(({ productId, size, quantity }) => ({
    order_id: orderId,
    product_id: productId,
    size,
    quantity,
    expires_at: expiresAt,
  }))
  await tx.insertInto('holds').values(rows).execute()
}

function totalColumns({ subtotal, tax, shipping, total }: CartTotals) {
  return { subtotal_cents: subtotal, tax_cents: tax, shipping_cents: shipping, total_cents: total }
}
