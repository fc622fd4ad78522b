import { randomUUID } from 'node:crypto'
import { transact } from '#db/engine/transact.ts'
import {
  countAnswers,
  deleteAnswer,
  findAnswersOf,
  findAskEnd,
  findSized,
  isRefused,
  setRefused,
  writeAnswer,
  type OwnAnswer,
} from '#db/fit/fit.ts'
import { findPublished, writeWords } from '#db/fit/fit-words.ts'
import { findOrder, lockOrder } from '#db/orders/orders.ts'
import { findReturnable } from '#db/returns/returns.ts'
import { accountEmail } from '#domain/accounts/account-email.ts'
import type { Size } from '#domain/catalog/size.ts'
import {
  MAX_FIT_WORDS_LENGTH,
  MAX_SHOWN_WORDS,
  productFit,
  type Fit,
  type FitWords,
  type ProductFit,
  type WordsState,
} from '#domain/fit/fit.ts'
import { greetingName } from '#domain/greeting-name.ts'
import { toFitAnswerId, toOrderId, type FitAnswerId, type ProductId } from '#domain/ids.ts'
import { orderAsSaid } from '#domain/orders/order-as-said.ts'
import type { Order, OrderState } from '#domain/orders/order.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import { FIT } from '#domain/settings/fit.ts'
import { linkSubject } from '#operations/order-link.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** A piece that its customer has, and what they answered. */
export interface FitItem {
  /** The position of its line in the order, which stays the same while other pieces leave it. */
  at: number
  productId: ProductId
  name: string
  size: Size
  fit: Fit | null
  /** What they wrote to it, with which name, and what became of it. */
  words: string
  nameShown: string
  state: WordsState | 'none'
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
    findAnswersOf(db, [order.id]),
  ])
  const had = orderAsSaid(order)
    .lines.map((line, at) => ({ ...line, at }))
    .filter(({ productId, at }) => (kept.get(at) ?? 0) > 0 && sized.has(productId))
  const items = new Map(had.map((line) => [`${line.productId} ${line.size}`, line]))
  return [...items.values()].map(({ at, productId, name, size }) => {
    const answer = answers.find((one) => one.productId === productId && one.size === size)
    const { fit = null, words = '', name: nameShown = '', state = 'none' } = answer ?? {}
    return { at, productId, name, size, fit, words, nameShown, state }
  })
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

/** Stores the answers behind a link, each in place of the one before. `given`: by the `at` of the piece. */
export async function answerHowItFits(
  shop: Shop,
  token: string,
  given: ReadonlyMap<number, Fit>,
): Promise<void> {
  const link = await openFitLink(shop, token)
  if (link?.kind !== 'open') return
  const { id: orderId } = link.order
  const changed = link.items.flatMap(({ at, productId, size, fit: before }) => {
    const fit = given.get(at)
    return fit === undefined || fit === before ? [] : [{ productId, size, fit }]
  })
  if (changed.length === 0) return
  await transact(shop.database, async (tx) => {
    if ((await lockOrder(tx, orderId))?.erased_at !== null) return
    for (const answer of changed)
      await writeAnswer(tx, { ...answer, id: toFitAnswerId(randomUUID()), orderId, at: shop.now() })
  })
  const shown = await Promise.all(changed.map(({ productId }) => readProductFit(shop, productId)))
  if (shown.some((fit) => fit !== null)) await shop.changes.publish('catalogue')
}

/**
 * Stores what a customer writes to their answer about a piece, by its `at`: it is shown once staff have published it.
 * Empty: what they wrote is removed.
 */
export async function writeFitWords(
  shop: Shop,
  token: string,
  { at, words: typed, isNamed }: { at: number; words: string; isNamed: boolean },
): Promise<void> {
  const link = await openFitLink(shop, token)
  const item = link?.kind === 'open' ? link.items.find((one) => one.at === at) : undefined
  if (link?.kind !== 'open' || !item || item.fit === null) return
  const words = withoutInvisible(typed.replaceAll('\0', '')).trim().slice(0, MAX_FIT_WORDS_LENGTH)
  const name = (isNamed && greetingName(link.order.customer.name)) || ''
  if (words === item.words && (name === item.nameShown || words === '')) return
  const of = { orderId: link.order.id, productId: item.productId, size: item.size }
  await transact(shop.database, async (tx) => {
    if ((await lockOrder(tx, of.orderId))?.erased_at !== null) return
    await writeWords(tx, of, words === '' ? null : { words, name, at: shop.now() })
  })
  if (item.state === 'published') await shop.changes.publish('catalogue')
}

/** A product’s figures, and what is published of the words to its answers. */
export interface SaidFit extends ProductFit {
  words: Pick<FitWords, 'id' | 'words' | 'name' | 'size' | 'fit'>[]
}

/** What the page of a product shows; null: too few buyers answered. */
export async function readSaidFit(
  shop: Pick<Shop, 'database'>,
  productId: ProductId,
): Promise<SaidFit | null> {
  const found = await readProductFit(shop, productId)
  if (found === null) return null
  const published = await findPublished(shop.database.db, productId, MAX_SHOWN_WORDS)
  return {
    ...found,
    words: published.map(({ id, words, name, size, fit }) => ({ id, words, name, size, fit })),
  }
}

/** The answers of orders, for who gave them, each with the name of its piece. */
export async function readOwnAnswers(
  { database: { db } }: Pick<Shop, 'database'>,
  orders: readonly Pick<Order, 'id' | 'lines'>[],
): Promise<(OwnAnswer & { item: string })[]> {
  const answers = await findAnswersOf(
    db,
    orders.map(({ id }) => id),
  )
  const lines = orders.flatMap((order) => order.lines)
  return answers.map((answer) => ({
    ...answer,
    item: lines.find(({ productId }) => productId === answer.productId)?.name ?? answer.productId,
  }))
}

/** A customer deletes an answer of their orders, with its words. */
export async function deleteOwnAnswer(
  shop: Shop,
  id: FitAnswerId,
  orders: readonly Pick<Order, 'id'>[],
): Promise<void> {
  const ids = orders.map((order) => order.id)
  const deleted = ids.length === 0 ? null : await deleteAnswer(shop.database.db, id, ids)
  if (deleted !== null) await shop.changes.publish('catalogue')
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

/** Whether an address is asked how pieces fit; null: the shop asks nobody. */
export async function isAskedFit(shop: Shop, email: string): Promise<boolean | null> {
  if ((await currentSetting(shop, FIT)).days === '0') return null
  return !(await isRefused(shop.database.db, refusalKey(shop, email)))
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
