import { randomBytes, randomUUID } from 'node:crypto'
import { recordEvent, recordOnce } from '#db/order-events.ts'
import { deleteHold, findOrder, lockingOrders } from '#db/orders.ts'
import { readProductsForSale } from '#db/products-for-sale.ts'
import { lockProducts, returnStock, takeStock, type Pieces } from '#db/stock.ts'
import { transact, type Tx } from '#db/transact.ts'
import { changeOrder, insertOrder, writeHold, writeLines, type KnownOrder } from '#db/write-order.ts'
import { LARGEST_CHARGE } from '#domain/money.ts'
import { mayBecome, type Customer, type OrderState } from '#domain/order.ts'
import type { CartTotals } from '#domain/pricing.ts'
import { checkItems, type CheckedCart, type Item } from './check-items.ts'
import { findDeclineWait, takeRenewal, visitorKey } from './checkout-limits.ts'
import { findEarlierPayment, type EarlierPayment } from './find-earlier-payment.ts'
import { findHoldRefusal, noteHoldTime, type TooManyUnpaid } from './hold-limits.ts'
import { requestPayment } from './request-payment.ts'
import type { Shop } from './shop.ts'

/** A checkout as it arrives. `amount` is the total in CAD cents that the shopper agreed to. */
export interface OrderRequest {
  /** Made by the browser, once for each checkout: placing again changes the same order. */
  checkoutId: string
  items: readonly Item[]
  customer: Customer
  note: string
  amount: number
  /** The shopper's network address; null when it says nothing, as this machine's own. */
  address: string | null
  /** The id that the shop gave to this browser; null when it brought none. */
  visitor: string | null
}

export type OrderOutcome =
  | { kind: 'placed'; orderNumber: string; clientSecret: string; totals: CartTotals }
  | { kind: 'cart-changed' | 'amount-differs'; cart: CheckedCart }
  | { kind: 'too-expensive'; totals: CartTotals }
  | { kind: 'already-paid'; orderNumber: string }
  | { kind: 'payment-unavailable' }
  /** Cards were refused too often, or the checkout was placed too often: nothing is written. */
  | { kind: 'too-many-declines' | 'too-many-tries'; waitSeconds: number }
  /** Too much is held unpaid already by this visitor or network: nothing is written. */
  | ({ kind: 'too-many-unpaid' } & TooManyUnpaid)

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
  const earlier = await findEarlierPayment(shop, request.checkoutId)
  if (earlier.kind === 'unavailable') return { kind: 'payment-unavailable' }
  if (earlier.kind === 'paid') return { kind: 'already-paid', orderNumber: earlier.orderNumber }
  const { checkoutId, customer } = request
  const placedFrom = visitorKey(shop, request.address)
  const waitSeconds = await findDeclineWait(shop, { checkoutId, email: customer.email, placedFrom })
  if (waitSeconds !== null) return { kind: 'too-many-declines', waitSeconds }
  let written: WrittenOrder
  try {
    written = await transact(shop.database, (tx) => writeOrder(shop, tx, { ...request, placedFrom }, earlier))
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

async function writeOrder(
  shop: Shop,
  tx: Tx,
  request: OrderRequest & { placedFrom: string },
  { intent: earlier, deadIntentId }: Extract<EarlierPayment, { kind: 'open' }>,
): Promise<WrittenOrder> {
  const { engine } = shop.database
  const known = await findUnpaidOrder(shop, tx, request.checkoutId)
  // Read once the order is locked: what it waited for stands before it in the history.
  const now = shop.now()
  if (known) {
    const waitSeconds = await takeRenewal(tx, request.checkoutId, now)
    if (waitSeconds !== null) throw new Refusal({ kind: 'too-many-tries', waitSeconds })
  }
  const tooMany = await findHoldRefusal(shop, tx, request, known?.id)
  if (tooMany) throw new Refusal({ kind: 'too-many-unpaid', ...tooMany })
  const given = known ? await deleteHold(tx, known.id) : []
  if (given.length > 0) await lockProducts(tx, engine, [...given, ...request.items])
  const { backInStock } = await returnStock(tx, given)

  const ids = request.items.map(({ productId }) => productId)
  const products = await readProductsForSale(tx, engine, ids, { lock: true })
  const cart = checkItems(request.items, products, shop.settings.orderLimit)
  const { totals } = cart
  if (cart.items.some(({ status }) => status !== 'ok')) throw new Refusal({ kind: 'cart-changed', cart })
  if (totals.total > LARGEST_CHARGE) throw new Refusal({ kind: 'too-expensive', totals })
  if (totals.total !== request.amount) throw new Refusal({ kind: 'amount-differs', cart })

  const pieces = addUp(request.items)
  const taken = await takeStock(tx, pieces)
  if (!taken) throw new Error('Locked stock was taken by somebody else')

  const id = known?.id ?? randomUUID()
  const number = known?.number ?? orderNumber()
  const entry = { ...request, id, totals, now }
  const before = known && (await whatItSays(tx, id))
  if (known) {
    await changeOrder(tx, engine, entry, { known, deadIntentId, gateway: shop.gateway.name })
    // The stock held from here on is for another attempt: late news of the earlier decline must not take it away.
    if (earlier?.lastError) {
      await recordOnce(tx, id, now, 'declined', { attempt: earlier.lastError.id }, 'gateway')
    }
  } else {
    await insertOrder(tx, engine, entry, {
      number,
      checkoutId: request.checkoutId,
      gateway: shop.gateway.name,
    })
  }
  await writeLines(tx, id, pieces, products)
  await writeHold(tx, id, taken.taken, now + shop.settings.holdMinutes * 60_000)
  await noteHoldTime(shop, tx, request, id, taken.taken)
  const isSame = before !== null && before === (await whatItSays(tx, id))
  const step = known ? (isSame ? 'tried-again' : 'changed') : 'placed'
  await recordEvent(tx, id, now, step, { total: totals.total }, 'shopper')
  return { id, number, totals, availabilityChanged: taken.soldOut || backInStock }
}

/** All that a shopper can change of an order, to tell a change from another try with another card. */
async function whatItSays(tx: Tx, id: string): Promise<string> {
  const order = await findOrder(tx, id)
  return JSON.stringify([order?.customer, order?.note, order?.lines, order?.total])
}

/** The order that this checkout has made so far. One that was called off is closed: the checkout makes another. */
async function findUnpaidOrder({ database }: Shop, tx: Tx, checkoutId: string): Promise<KnownOrder | null> {
  const known = await lockingOrders(tx, database.engine)
    .select(['id', 'number', 'state', 'search_text as searchText'])
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst()
  if (!known) return null
  const state = known.state as OrderState
  if (state === 'refunded' || state === 'cancelled') {
    await tx.updateTable('orders').set({ checkout_id: known.id }).where('id', '=', known.id).execute()
    return null
  }
  if (state !== 'pending' && !mayBecome(state, 'pending')) {
    throw new Refusal({ kind: 'already-paid', orderNumber: known.number })
  }
  return { ...known, state }
}

/** Each product and size once: two lines of the same shirt are one line, and one claim on the stock. */
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
