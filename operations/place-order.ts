import { randomBytes, randomUUID } from 'node:crypto'
import { deleteHold, lockingOrders, recordEvent } from '#db/orders.ts'
import { readProductsForSale, type ProductForSale } from '#db/products-for-sale.ts'
import { returnStock, takeStock, type Pieces } from '#db/stock.ts'
import { transact, type Tx } from '#db/transact.ts'
import { LARGEST_CHARGE } from '#domain/money.ts'
import { mayBecome, type Customer, type OrderState } from '#domain/order.ts'
import type { CartTotals } from '#domain/pricing.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { checkItems, type CheckedCart, type Item } from './check-items.ts'
import { requestPayment } from './request-payment.ts'
import { settlePayment } from './settle-payment.ts'
import type { Shop } from './shop.ts'

/** A checkout as it arrives. `amount` is the total in CAD cents that the shopper agreed to. */
export interface OrderRequest {
  /** Made by the browser, once for each checkout: placing again changes the same order. */
  checkoutId: string
  items: readonly Item[]
  customer: Customer
  note: string
  amount: number
}

export type OrderOutcome =
  | { kind: 'placed'; orderNumber: string; clientSecret: string; totals: CartTotals }
  | { kind: 'cart-changed' | 'amount-differs'; cart: CheckedCart }
  | { kind: 'too-expensive'; totals: CartTotals }
  | { kind: 'already-paid'; orderNumber: string }
  | { kind: 'payment-unavailable' }

/** Carries a refusal out of the transaction, which it rolls back. */
class Refusal extends Error {
  readonly outcome: OrderOutcome

  constructor(outcome: OrderOutcome) {
    super(outcome.kind)
    this.outcome = outcome
  }
}

interface WrittenOrder {
  id: string
  number: string
  totals: CartTotals
  availabilityChanged: boolean
}

/**
 * Writes the order and takes its stock in one transaction, at the catalogue's prices of this moment, and only then asks
 * the gateway for a payment. Nobody is asked for money for something that is not held for them.
 */
export async function placeOrder(shop: Shop, request: OrderRequest): Promise<OrderOutcome> {
  const earlier = await askAboutEarlierPayment(shop, request.checkoutId)
  if (earlier) return earlier
  let written: WrittenOrder
  try {
    written = await transact(shop.database, (tx) => writeOrder(shop, tx, request))
  } catch (error) {
    if (error instanceof Refusal) return error.outcome
    throw error
  }
  if (written.availabilityChanged) await shop.changes.tell('catalogue')
  const payment = await requestPayment(shop, written.id)
  if (payment.kind === 'already-paid') return { kind: 'already-paid', orderNumber: written.number }
  if (payment.kind === 'unavailable') return { kind: 'payment-unavailable' }
  const { clientSecret } = payment
  return { kind: 'placed', orderNumber: written.number, clientSecret, totals: written.totals }
}

/** The same checkout again: what was paid already must not be overwritten by another cart. */
async function askAboutEarlierPayment(shop: Shop, checkoutId: string): Promise<OrderOutcome | null> {
  const earlier = await shop.database.db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.number as orderNumber', 'payments.intent_id as intentId'])
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst()
  if (!earlier || earlier.intentId === null) return null
  const { orderNumber, intentId } = earlier
  try {
    const intent = await shop.gateway.findIntent(intentId)
    if (intent?.state !== 'succeeded') return null
    await settlePayment(shop, intent)
    return { kind: 'already-paid', orderNumber }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    shop.log.error('The payment gateway could not be asked', error, { orderNumber })
    return { kind: 'payment-unavailable' }
  }
}

async function writeOrder(shop: Shop, tx: Tx, request: OrderRequest): Promise<WrittenOrder> {
  const { engine } = shop.database
  const known = await lockingOrders(tx, engine)
    .select(['id', 'number', 'state'])
    .where('checkout_id', '=', request.checkoutId)
    .executeTakeFirst()
  const state = known?.state as OrderState | undefined
  if (known && state && state !== 'pending' && !mayBecome(state, 'pending')) {
    throw new Refusal({ kind: 'already-paid', orderNumber: known.number })
  }
  const { backInStock } = known
    ? await returnStock(tx, await deleteHold(tx, known.id))
    : { backInStock: false }

  const ids = request.items.map(({ productId }) => productId)
  const products = await readProductsForSale(tx, engine, ids, { lock: true })
  const cart = checkItems(request.items, products)
  const { totals } = cart
  if (cart.items.some(({ status }) => status !== 'ok')) throw new Refusal({ kind: 'cart-changed', cart })
  if (totals.total > LARGEST_CHARGE) throw new Refusal({ kind: 'too-expensive', totals })
  if (totals.total !== request.amount) throw new Refusal({ kind: 'amount-differs', cart })

  const pieces = addUp(request.items)
  const taken = await takeStock(tx, pieces)
  if (!taken) throw new Error('Locked stock was taken by somebody else')

  const id = known?.id ?? randomUUID()
  const number = known?.number ?? orderNumber()
  const now = shop.now()
  if (known) await changeOrder(tx, id, request, totals, state === 'expired', now)
  else await insertOrder(shop, tx, { id, number }, request, totals, now)
  await writeLines(tx, id, request.items, products)
  await writeHold(tx, id, pieces, now + shop.settings.holdMinutes * 60_000)
  await recordEvent(tx, id, now, known ? 'changed' : 'placed', { total: totals.total })
  return { id, number, totals, availabilityChanged: taken.soldOut || backInStock }
}

async function insertOrder(
  shop: Shop,
  tx: Tx,
  { id, number }: { id: string; number: string },
  { checkoutId, customer, note }: OrderRequest,
  totals: CartTotals,
  now: number,
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
      gateway: shop.gateway.name,
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

async function changeOrder(
  tx: Tx,
  id: string,
  { customer, note }: OrderRequest,
  totals: CartTotals,
  revived: boolean,
  now: number,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ state: 'pending', ...customer, note, ...totalColumns(totals), updated_at: now })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('payments')
    .set((e) => ({
      amount_cents: totals.total,
      updated_at: now,
      ...(revived && {
        state: 'open',
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

async function writeLines(
  tx: Tx,
  orderId: string,
  items: readonly Item[],
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

async function writeHold(
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

/** Each product and size once: two lines of the same shirt are one claim on the stock. */
function addUp(items: readonly Item[]): Pieces[] {
  const pieces = new Map<string, Pieces>()
  for (const { productId, size, quantity } of items) {
    const key = `${productId} ${size}`
    pieces.set(key, { productId, size, quantity: quantity + (pieces.get(key)?.quantity ?? 0) })
  }
  return [...pieces.values()]
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Eight letters and digits without look-alikes: `R-7K3M-9QX2`. Says nothing about how many orders there are. */
function orderNumber(): string {
  const letters = Array.from(randomBytes(8), (byte) => LETTERS[byte % LETTERS.length]).join('')
  return `R-${letters.slice(0, 4)}-${letters.slice(4)}`
}
