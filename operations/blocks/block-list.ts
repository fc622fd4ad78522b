import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import {
  changeBlock,
  endBlocksOf,
  findBlock,
  findBlocks,
  isAnyBlocked,
  listBlocks,
  writeBlocks,
  type KeyedBlock,
} from '#db/orders/blocks.ts'
import { findOrder, findOrderByNumber } from '#db/orders/orders.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findDisputes } from '#db/refunds/disputes.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import { methodReference, methodWords } from '#domain/checkout/payment.ts'
import { limitAddress } from '#domain/drops/buyer.ts'
import { toBlockId, toDisputeId, toOrderId, type BlockId, type OrderId } from '#domain/ids.ts'
import {
  BLOCK_SIGN_WORDS,
  isBlocking,
  type Block,
  type BLOCK_STATES,
  type BlockSign,
  type newBlockSchema,
  type orderBlockSchema,
} from '#domain/orders/block.ts'
import type { Customer, Delivery, Order } from '#domain/orders/order.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { disputeReason, type Dispute } from '#domain/refunds/dispute.ts'
import { BLOCK_LIST } from '#domain/settings/block-list.ts'
import { addDays, shopDay, startOfDay } from '#domain/shop-day.ts'
import { findCountry } from '#domain/places/countries.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import { addressLines } from '#operations/order-facts.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'

const PAGE_SIZE = 25
const DAY_MS = 24 * 3_600_000

/** Who orders, by what they are known. `card`: as the gateway knows it; only a payment tells. */
interface Buyer {
  customer: Pick<Customer, 'email' | 'address' | 'postal' | 'country'>
  delivery: Delivery
  card?: string | null | undefined
}

/** The digest of a sign; null where it is unknown. The same for all spellings of an address. */
function blockKey({ signedLinks }: Pick<Shop, 'signedLinks'>, sign: BlockSign, value: string): string | null {
  return value === '' ? null : signedLinks.keyFor('block', `${sign} ${value}`)
}

function keysOf(shop: Pick<Shop, 'signedLinks'>, { customer, delivery, card }: Buyer): string[] {
  return [
    blockKey(shop, 'email', limitEmail(customer.email)),
    blockKey(shop, 'address', delivery === 'ship' ? limitAddress(customer) : ''),
    blockKey(shop, 'card', card ?? ''),
  ].filter((key) => key !== null)
}

/** The blocks that count of who orders. */
export function findBlocksOf(shop: Shop, db: Kysely<Database>, buyer: Buyer): Promise<Block[]> {
  return findBlocks(db, keysOf(shop, buyer), shop.now())
}

/** Whether an email address is blocked. */
export async function isEmailBlocked(shop: Shop, email: string): Promise<boolean> {
  const key = blockKey(shop, 'email', limitEmail(email))
  return key !== null && (await findBlocks(shop.database.db, [key], shop.now())).length > 0
}

/** Whether the checkout refuses somebody. */
export async function isRefusedAtCheckout(shop: Shop, buyer: Buyer): Promise<boolean> {
  if ((await currentSetting(shop, BLOCK_LIST)).orders !== 'refuse') return false
  return (await findBlocksOf(shop, shop.database.db, buyer)).length > 0
}

/** Whether the card of a payment has to be known. */
export function areCardsBlocked({ database, now }: Shop): Promise<boolean> {
  return isAnyBlocked(database.db, now(), 'card')
}

/** The keys under which the texts of a customer's blocks are erased. */
export function keysToErase(shop: Shop, email: string, orders: readonly Omit<Buyer, 'card'>[]): string[] {
  const ofEmail = blockKey(shop, 'email', limitEmail(email))
  return [...new Set([...(ofEmail === null ? [] : [ofEmail]), ...orders.flatMap((one) => keysOf(shop, one))])]
}

/** One page of the block list, the latest first. */
export function readBlocks(
  { database: { db }, now }: Shop,
  { q, state, page }: { q: string; state: keyof typeof BLOCK_STATES | ''; page: number },
): Promise<ListPage<Block>> {
  return nearestPage(page, PAGE_SIZE, (span) => listBlocks(db, { query: q, state, now: now() }, span))
}

/** The last day of a block in the shop's time zone; empty: it never ends. */
export function lastDayOf({ settings: { timeZone } }: Shop, { endsAt }: Pick<Block, 'endsAt'>): string {
  return endsAt === null ? '' : shopDay(endsAt - 1, timeZone)
}

function endOf({ settings: { timeZone } }: Shop, day: string): number | null {
  return day === '' ? null : startOfDay(addDays(day, 1), timeZone)
}

export type BlockOutcome =
  | { kind: 'blocked'; blocks: Block[] }
  /** The end is over. */
  | { kind: 'over' }
  | { kind: 'no-address' }
  /** The gateway does not tell the card, or the order was not paid by one. */
  | { kind: 'no-card' }
  | { kind: 'gateway-unavailable' }
  | { kind: 'unknown' }

type Sign = Pick<KeyedBlock, 'sign' | 'key' | 'shown'>
type Terms = Pick<v.InferOutput<typeof orderBlockSchema>, 'reason' | 'endsOn'>

/** Puts an email address or a postal address on the list; one that is on it gets this reason and this end. */
export async function addBlock(
  shop: Shop,
  typed: v.InferOutput<typeof newBlockSchema>,
  by: string,
): Promise<BlockOutcome> {
  const value = typed.sign === 'email' ? limitEmail(typed.email) : limitAddress(typed)
  const key = blockKey(shop, typed.sign, value)
  if (key === null) return { kind: 'no-address' }
  const shown =
    typed.sign === 'email'
      ? typed.email
      : [typed.address, typed.postal, findCountry(typed.country)?.name].filter(Boolean).join(', ')
  return block(shop, [{ sign: typed.sign, key, shown }], typed, { by, orderNumber: null })
}

/** Puts what is known of the customer of an order on the list. */
export async function blockCustomer(
  shop: Shop,
  { number, signs, by, ...terms }: v.InferOutput<typeof orderBlockSchema> & { number: string; by: string },
): Promise<BlockOutcome> {
  const order = await findOrderByNumber(shop.database.db, number)
  if (!order) return { kind: 'unknown' }
  const known = signsOf(shop, order).filter(({ sign }) => signs.includes(sign))
  if (known.length < signs.filter((sign) => sign !== 'card').length) return { kind: 'no-address' }
  if (signs.includes('card')) {
    const card = await askCard(shop, order.id).catch((error: unknown) => {
      if (error instanceof GatewayError) return 'unavailable' as const
      throw error
    })
    if (card === 'unavailable') return { kind: 'gateway-unavailable' }
    if (card === null) return { kind: 'no-card' }
    known.push(card)
  }
  return block(shop, known, terms, { by, orderNumber: number })
}

async function block(
  shop: Shop,
  signs: readonly Sign[],
  { reason, endsOn }: Terms,
  { by, orderNumber }: { by: string; orderNumber: string | null },
): Promise<BlockOutcome> {
  const addedAt = shop.now()
  const endsAt = endOf(shop, endsOn)
  if (endsAt !== null && endsAt <= addedAt) return { kind: 'over' }
  const added = { reason, orderNumber, disputeId: null, addedBy: by, addedAt, endsAt }
  return transact(shop.database, async (tx) => {
    const blocks = await writeBlocks(
      tx,
      signs.map((sign) => ({ id: toBlockId(randomUUID()), ...sign, ...added })),
    )
    for (const one of blocks) await recordAudit(tx, shop, { action: 'block-added', subject: subjectOf(one) })
    return { kind: 'blocked', blocks } as const
  })
}

/** The trail of what staff do names nobody. */
function subjectOf({ id, sign, orderNumber }: Block) {
  const of = orderNumber === null ? '' : ` of order ${orderNumber}`
  return { id, name: `${BLOCK_SIGN_WORDS[sign].toLowerCase()}${of}` }
}

/** The signs that an order tells itself. */
function signsOf(shop: Shop, { customer, delivery }: Order): Sign[] {
  const email = blockKey(shop, 'email', limitEmail(customer.email))
  const address = delivery === 'ship' ? blockKey(shop, 'address', limitAddress(customer)) : null
  const { address: street, city, postal, country } = customer
  const lines = addressLines(customer)
  const shown = lines.length > 0 ? lines.join(', ') : [street, city, postal, country].join(', ')
  return [
    ...(email === null ? [] : [{ sign: 'email' as const, key: email, shown: customer.email }]),
    ...(address === null ? [] : [{ sign: 'address' as const, key: address, shown }]),
  ]
}

/** The card of an order, which only the gateway knows; null: it does not tell. Throws GatewayError. */
async function askCard(shop: Shop, orderId: OrderId, intentId?: string): Promise<Sign | null> {
  const payments = await findPayments(shop.database.db, orderId)
  const paid = payments.find((one) =>
    intentId === undefined
      ? one.kind === 'card' && one.intentId !== null && one.received > 0
      : one.intentId === intentId,
  )
  const id = intentId ?? paid?.intentId
  const { card, paidWith } = (id ? await shop.gateway.findIntent(id) : null) ?? {}
  const key = blockKey(shop, 'card', card ?? '')
  const reference = paidWith ? methodReference(paidWith) : (paid?.reference ?? '')
  return key === null
    ? null
    : { sign: 'card', key, shown: reference === '' ? 'A card' : methodWords(reference) }
}

/** Changes why somebody is on the list, and until when; one whose block has ended is on it again. */
export async function editBlock(
  shop: Shop,
  id: BlockId,
  { reason, endsOn }: Terms,
): Promise<{ kind: 'changed'; block: Block } | { kind: 'over' | 'unknown' }> {
  const endsAt = endOf(shop, endsOn)
  if (endsAt !== null && endsAt <= shop.now()) return { kind: 'over' }
  return transact(shop.database, async (tx) => {
    const before = await findBlock(tx, id)
    if (before === null) return { kind: 'unknown' } as const
    const after = { ...before, reason, endsAt }
    await changeBlock(tx, after)
    const days = { before: lastDayOf(shop, before) || 'Never', after: lastDayOf(shop, after) || 'Never' }
    await recordAudit(tx, shop, {
      action: 'block-changed',
      subject: subjectOf(after),
      changes: days.before === days.after ? [] : [{ field: 'Ends', ...days }],
    })
    return { kind: 'changed', block: after } as const
  })
}

/** Takes somebody from the list. It is kept for a while, so that it can be undone. */
export async function endBlock(shop: Shop, id: BlockId): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    const before = await findBlock(tx, id)
    if (before === null) return false
    if (!isBlocking(before, shop.now())) return true
    await changeBlock(tx, { ...before, endsAt: shop.now() })
    await recordAudit(tx, shop, { action: 'block-ended', subject: subjectOf(before) })
    return true
  })
}

/** The outbox task that puts the customer of a disputed order on the list. */
export const BLOCK_DISPUTED = 'block-disputed'

/** What a new state of a dispute does to the list. Lock the order first. */
export async function blockByDispute(shop: Shop, tx: Tx, orderId: OrderId, dispute: Dispute): Promise<void> {
  const { id, state } = dispute
  if (state === 'won') return endBlocksOf(tx, id, shop.now())
  const { disputes } = await currentSetting(shop, BLOCK_LIST)
  if (disputes === 'suggest' || (disputes === 'lost' && state !== 'lost')) return
  const dedupeKey = `${BLOCK_DISPUTED}:${id}:${state}`
  await enqueue(tx, [{ kind: BLOCK_DISPUTED, payload: { orderId, disputeId: id }, dedupeKey }], shop.now())
}

const taskSchema = v.object({
  orderId: v.pipe(v.string(), v.transform(toOrderId)),
  disputeId: v.pipe(v.string(), v.transform(toDisputeId)),
})

/**
 * Puts the customer of a disputed order on the list, but for what is on it already, unless the dispute was won
 * meanwhile. Throws GatewayError when the card cannot be asked for: the rest is on the list then.
 */
export async function blockDisputed(shop: Shop, payload: unknown): Promise<void> {
  const { orderId, disputeId } = v.parse(taskSchema, payload)
  const { db } = shop.database
  const order = await findOrder(db, orderId)
  const dispute = (await findDisputes(db, orderId)).find(({ id }) => id === disputeId)
  if (!order || order.erasure !== null || !dispute || dispute.state === 'won') return
  const { days } = await currentSetting(shop, BLOCK_LIST)
  const addedAt = shop.now()
  const reason = `Dispute ${disputeId}: ${disputeReason(dispute.reason)}`
  const endsAt = days === 'never' ? null : addedAt + Number(days) * DAY_MS
  const added = { reason, orderNumber: order.number, disputeId, addedBy: 'the shop', addedAt, endsAt }
  const add = (signs: readonly Sign[]) =>
    transact(shop.database, async (tx) => {
      const known = await findBlocks(
        tx,
        signs.map(({ key }) => key),
        addedAt,
      )
      const fresh = signs.filter(({ key }) => !known.some((one) => one.key === key))
      await writeBlocks(
        tx,
        fresh.map((sign) => ({ id: toBlockId(randomUUID()), ...sign, ...added })),
      )
    })
  await add(signsOf(shop, order))
  const card = dispute.intentId && (await askCard(shop, orderId, dispute.intentId))
  if (card) await add([card])
}
