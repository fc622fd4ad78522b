import { randomUUID } from 'node:crypto'
import { transact } from '#db/engine/transact.ts'
import {
  countAnswers,
  findAnswersOf,
  findAskEnd,
  findSized,
  isRefused,
  setRefused,
  writeAnswer,
} from '#db/fit/fit.ts'
import { findOrder, lockOrder } from '#db/orders/orders.ts'
import { findReturnable } from '#db/returns/returns.ts'
import { accountEmail } from '#domain/accounts/account-email.ts'
import type { Size } from '#domain/catalog/size.ts'
import { productFit, type Fit, type ProductFit } from '#domain/fit/fit.ts'
import { toFitAnswerId, toOrderId, type ProductId } from '#domain/ids.ts'
import type { Order, OrderState } from '#domain/orders/order.ts'
import { linkSubject } from '#operations/order-link.ts'
import type { Shop } from '#operations/shop.ts'

/** A piece that its customer has, and what they answered. */
export interface FitItem {
  productId: ProductId
  name: string
  size: Size
  fit: Fit | null
}

/** What a link of the email leads to. */
export type FitLink = { kind: 'open'; order: Order; items: FitItem[]; endsAt: number } | { kind: 'ended' }

const WORN = new Set<OrderState>(['paid', 'fulfilled', 'refunded-in-part'])
const TOKEN = /^([\w-]{1,64})\.([\w-]{1,64})$/

/** The key in the links of the email. A corrected address ends those that went to the former one. */
export function fitToken({ signedLinks }: Shop, order: Pick<Order, 'id' | 'linkVersion'>): string {
  return `${order.id}.${signedLinks.keyFor('fit', linkSubject(order.id, order))}`
}

/** By what an address is known that wants not to be asked. */
export function refusalKey({ signedLinks }: Pick<Shop, 'signedLinks'>, email: string): string {
  return signedLinks.keyFor('fit-refusal', accountEmail(email))
}

/** The pieces of an order that its customer has, without those that come in one size, and what they answered. */
export async function readFitItems({ database: { db } }: Shop, order: Order): Promise<FitItem[]> {
  if (order.erasure !== null || !WORN.has(order.state)) return []
  const [kept, sized, answers] = await Promise.all([
    findReturnable(db, order),
    findSized(
      db,
      order.lines.map(({ productId }) => productId),
    ),
    findAnswersOf(db, order.id),
  ])
  const had = order.lines.filter(
    ({ productId }, position) => (kept.get(position) ?? 0) > 0 && sized.has(productId),
  )
  const items = new Map(had.map((line) => [`${line.productId} ${line.size}`, line]))
  return [...items.values()].map(({ productId, name, size }) => ({
    productId,
    name,
    size,
    fit: answers.find((one) => one.productId === productId && one.size === size)?.fit ?? null,
  }))
}

async function findLinked(shop: Shop, token: string): Promise<Order | null> {
  const [, id = '', key = ''] = TOKEN.exec(token) ?? []
  const order = id === '' ? null : await findOrder(shop.database.db, toOrderId(id))
  if (order === null || order.erasure !== null) return null
  return shop.signedLinks.opens(key, 'fit', linkSubject(order.id, order)) ? order : null
}

/** What a link leads to; null: nothing. Opening it changes nothing, because mail scanners open links too. */
export async function openFitLink(shop: Shop, token: string): Promise<FitLink | null> {
  const order = await findLinked(shop, token)
  const endsAt = order && (await findAskEnd(shop.database.db, order.id))
  if (!order || endsAt === null) return null
  const items = endsAt > shop.now() ? await readFitItems(shop, order) : []
  return items.length === 0 ? { kind: 'ended' } : { kind: 'open', order, items, endsAt }
}

/** Stores the answers behind a link, each in place of the one before. `given`: by the number of the piece. */
export async function answerHowItFits(
  shop: Shop,
  token: string,
  given: ReadonlyMap<number, Fit>,
): Promise<void> {
  const link = await openFitLink(shop, token)
  if (link?.kind !== 'open') return
  const { id: orderId } = link.order
  const changed = link.items.flatMap(({ productId, size, fit: before }, at) => {
    const fit = given.get(at)
    return fit === undefined || fit === before ? [] : [{ productId, size, fit }]
  })
  if (changed.length === 0) return
  await transact(shop.database, async (tx) => {
    await lockOrder(tx, orderId)
    for (const answer of changed)
      await writeAnswer(tx, { ...answer, id: toFitAnswerId(randomUUID()), orderId, at: shop.now() })
  })
  const shown = await Promise.all(changed.map(({ productId }) => readProductFit(shop, productId)))
  if (shown.some((fit) => fit !== null)) await shop.changes.publish('catalogue')
}

/** What buyers say of how a product fits; null: too few do. */
export async function readProductFit(
  { database: { db } }: Pick<Shop, 'database'>,
  productId: ProductId,
): Promise<ProductFit | null> {
  return productFit(await countAnswers(db, productId))
}

/** Whose emails a link would stop, and whether it did; null: it is no such link. It never ends. */
export async function findFitReader(
  shop: Shop,
  token: string,
): Promise<{ email: string; isRefused: boolean } | null> {
  const order = await findLinked(shop, token)
  if (order === null || order.customer.email === '') return null
  const { email } = order.customer
  return { email, isRefused: await isRefused(shop.database.db, refusalKey(shop, email)) }
}

/** Asks an address no more, or again. */
export async function setFitMails(shop: Shop, email: string, isWanted: boolean): Promise<void> {
  await setRefused(shop.database.db, refusalKey(shop, email), isWanted ? null : { at: shop.now() })
}

/** The same for the address behind a link. */
export async function refuseFitMails(shop: Shop, token: string): Promise<void> {
  const reader = await findFitReader(shop, token)
  if (reader) await setFitMails(shop, reader.email, false)
}
