import type { Kysely } from 'kysely'
import { olderThan } from '#db/engine/older-than.ts'
import { findOrder, findOrderByNumber } from '#db/orders/orders.ts'
import { findReturnFiles } from '#db/returns/return-files.ts'
import { findReturns, withUnits } from '#db/returns/returns.ts'
import type { Database } from '#db/schema.ts'
import type { Order } from '#domain/orders/order.ts'
import type { RefundOffer } from '#domain/refunds/refund-price.ts'
import type { ReturnFile } from '#domain/returns/return-file.ts'
import { isOpenReturn, parseReturnNumber, type Return, type ReturnState } from '#domain/returns/return.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import type { Shop } from '#operations/shop.ts'
import { readReturnOffer } from './ask-for-return.ts'
import {
  findReservedOf,
  findReservedWish,
  quoteExchange,
  wantedExchanges,
  type ExchangeRefusal,
  type PricedExchange,
} from './exchange.ts'

/** Returns on one page of the staff list. */
const PAGE_SIZE = 25

/** A return with its order. */
export interface ListedReturn {
  found: Return
  order: Order
}

/** The same with what its units cost, and what an exchange would cost; null: none is wanted. */
export interface WholeReturn extends ListedReturn {
  files: readonly ReturnFile[]
  offer: RefundOffer
  exchange: PricedExchange | ExchangeRefusal | null
}

function matching(db: Kysely<Database>, state: ReturnState | '') {
  const all = db.selectFrom('returns')
  return state === '' ? all : all.where('state', '=', state)
}

async function listed(db: Kysely<Database>, rows: Parameters<typeof withUnits>[1]): Promise<ListedReturn[]> {
  const returns = await withUnits(db, rows)
  return Promise.all(returns.map(async (found) => ({ found, order: (await findOrder(db, found.orderId))! })))
}

/** One page of the returns, newest first. */
export async function readReturns(
  { database: { db } }: Shop,
  state: ReturnState | '',
  page: number,
): Promise<ListPage<ListedReturn>> {
  return nearestPage(page, PAGE_SIZE, async ({ limit, offset }) => {
    const [rows, { total }] = await Promise.all([
      matching(db, state)
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
      matching(db, state)
        .select((e) => e.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
    ])
    return { rows: await listed(db, rows), total }
  })
}

/** The returns after this one, newest first, for programs. */
export async function returnsAfter(
  { database: { db } }: Shop,
  state: ReturnState | '',
  after: { createdAt: number; id: string } | null,
  limit: number,
): Promise<ListedReturn[]> {
  let found = matching(db, state).selectAll()
  if (after) found = found.where(olderThan('returns', after))
  return listed(db, await found.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute())
}

/** How many returns wait for staff: to be decided, or to be refunded. */
export async function countWaitingReturns({ database: { db } }: Shop): Promise<number> {
  const { waiting } = await db
    .selectFrom('returns')
    .where('state', 'in', ['asked', 'received'])
    .select((e) => e.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  return waiting
}

/**
 * The return with this number, and what its units cost. The number of an order alone finds the return that is open, or
 * the last one; null: there is none.
 */
export async function readReturn(shop: Shop, text: string): Promise<WholeReturn | null> {
  const { db } = shop.database
  const asked = parseReturnNumber(text)
  const order = asked && (await findOrderByNumber(db, asked.order))
  if (!order) return null
  const returns = await findReturns(db, order.id)
  const found =
    asked.number === null
      ? (returns.findLast(({ state }) => isOpenReturn(state)) ?? returns.at(-1))
      : returns.find(({ number }) => number === asked.number)
  if (!found) return null
  const isWanted = found.wish === 'exchange' && isOpenReturn(found.state)
  const came = wantedExchanges(found.units.filter(({ condition }) => condition !== 'missing'))
  const taken = isWanted ? findReservedWish(found, await findReservedOf(shop, found.id)) : null
  const exchange =
    taken !== null
      ? ({ kind: 'exchange-reserved', item: taken } as const)
      : isWanted
        ? await quoteExchange(shop, order, came)
        : null
  const files = (await findReturnFiles(db, order.id)).filter(({ returnId }) => returnId === found.id)
  return { found, order, files, offer: await readReturnOffer(db, order), exchange }
}
