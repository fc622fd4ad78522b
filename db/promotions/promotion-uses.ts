import { sql, type Kysely } from 'kysely'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import { COUNTS } from '#db/engine/counting-orders.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#domain/ids.ts'
import type { PromotionUse, UseCounts, Wanted } from '#domain/promotions/use-limits.ts'

/**
 * What a customer wants to use, as far as it is limited. `codes`: those for one use. `limitEmail`: empty where uses by
 * one customer do not matter. `except`: their checkout, whose order is placed again.
 */
export interface Asked {
  promotionIds: readonly string[]
  codes: readonly string[]
  limitEmail: string
  isFirstOrder: boolean
  except: string | null
}

/** What has to be counted before a customer uses these promotions, each of them limited. */
export function askedFor(limited: readonly Wanted[], limitEmail: string, except: string | null): Asked {
  const conditions = limited.map(({ promotion }) => promotion.conditions)
  const isFirstOrder = conditions.some(({ firstOrder }) => firstOrder)
  const isOfCustomer = isFirstOrder || conditions.some(({ usesPerCustomer }) => usesPerCustomer !== null)
  return {
    promotionIds: limited.map(({ promotion: { id } }) => id),
    codes: limited.flatMap(({ code, isSingle }) => (isSingle && code !== null ? [code] : [])),
    limitEmail: isOfCustomer ? limitEmail : '',
    isFirstOrder,
    except,
  }
}

/**
 * How often promotions and codes were used, by whom, and whether the customers ordered anything before: for all who ask
 * at once in a few reads, each without the order of their own checkout.
 */
export async function countUses(
  db: Kysely<Database>,
  asked: readonly Asked[],
): Promise<ReadonlyMap<Asked, UseCounts>> {
  const unique = <T>(of: (one: Asked) => readonly T[]) => [...new Set(asked.flatMap(of))]
  const ids = unique(({ promotionIds }) => promotionIds)
  const codes = unique((one) => one.codes)
  const emails = unique(({ limitEmail }) => (limitEmail === '' ? [] : [limitEmail]))
  const checkouts = unique(({ except }) => (except === null ? [] : [except]))
  const isFirst = asked.some(({ isFirstOrder }) => isFirstOrder)
  const counted = db
    .selectFrom('promotion_uses')
    .innerJoin('orders', 'orders.id', 'promotion_uses.order_id')
    .where(COUNTS)
  const [all, byCustomer, used, ordered, own] = await Promise.all([
    counted
      .select(['promotion_id as id', sql<number>`count(*)`.as('uses')])
      .where(isAmong(db, 'promotion_id', ids))
      .groupBy('promotion_id')
      .execute(),
    emails.length === 0
      ? []
      : counted
          .select(['promotion_id as id', 'limit_email as email', sql<number>`count(*)`.as('uses')])
          .where(isAmong(db, 'promotion_id', ids))
          .where(isAmong(db, 'limit_email', emails))
          .groupBy(['promotion_id', 'limit_email'])
          .execute(),
    codes.length === 0
      ? []
      : counted
          .select(['code', 'checkout_id as checkoutId'])
          .where(isAmong(db, 'code', codes))
          .execute(),
    emails.length === 0 || !isFirst
      ? []
      : db
          .selectFrom('orders')
          .select(['limit_email as email', sql<number>`count(*)`.as('orders')])
          .where(isAmong(db, 'limit_email', emails))
          .where(COUNTS)
          .groupBy('limit_email')
          .execute(),
    checkouts.length === 0
      ? []
      : db
          .selectFrom('orders')
          .leftJoin('promotion_uses', 'promotion_uses.order_id', 'orders.id')
          .select(['checkout_id as checkoutId', 'limit_email as email', 'promotion_id as id'])
          .where(isAmong(db, 'checkout_id', checkouts))
          .where(COUNTS)
          .execute(),
  ])
  const usesOf = new Map(all.map(({ id, uses }) => [id, Number(uses)]))
  const theirs = new Map(byCustomer.map(({ id, email, uses }) => [`${id} ${email}`, Number(uses)]))
  const orders = new Map(ordered.map((one) => [String(one.email), Number(one.orders)]))
  const ownOf = Map.groupBy(own, ({ checkoutId }) => checkoutId)
  return new Map(
    asked.map((one): [Asked, UseCounts] => {
      const placed = ownOf.get(one.except ?? '') ?? []
      const isOwn = (id: string) => (placed.some((use) => use.id === id) ? 1 : 0)
      const isSame = placed.some(({ email }) => email === one.limitEmail) ? 1 : 0
      const counts = one.promotionIds.map((id) => {
        const ofCustomer = theirs.get(`${id} ${one.limitEmail}`) ?? 0
        return [
          id,
          { all: (usesOf.get(id) ?? 0) - isOwn(id), theirs: ofCustomer - isSame * isOwn(id) },
        ] as const
      })
      const others = used.filter(({ checkoutId }) => checkoutId !== one.except)
      return [
        one,
        {
          byPromotion: new Map(counts),
          codes: new Set(others.flatMap(({ code }) => code ?? [])),
          hasOrdered: (orders.get(one.limitEmail) ?? 0) - isSame > 0,
        },
      ]
    }),
  )
}

/** Writes what orders use, in place of what they used before. */
export async function writeUses(
  tx: Tx,
  orders: readonly { id: OrderId; uses: readonly PromotionUse[] }[],
): Promise<void> {
  const rows = orders.flatMap(({ id, uses }) =>
    uses.map(({ promotionId, name, code }) => ({ order_id: id, promotion_id: promotionId, name, code })),
  )
  await insertRows(tx, 'promotion_uses', rows)
}

/** Deletes what an unpaid order used, to write it again. */
export async function deleteUses(tx: Tx, orderId: OrderId): Promise<void> {
  await tx.deleteFrom('promotion_uses').where('order_id', '=', orderId).execute()
}

/** The promotions that an order uses, with the code of each. */
export async function findUses(db: Kysely<Database>, orderId: OrderId): Promise<PromotionUse[]> {
  return db
    .selectFrom('promotion_uses')
    .select(['promotion_id as promotionId', 'name', 'code'])
    .where('order_id', '=', orderId)
    .orderBy('promotion_id')
    .execute()
}

/** The promotions of single-use codes, by code. */
export async function findCodes(
  db: Kysely<Database>,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('promotion_codes')
    .select(['code', 'promotion_id'])
    .where(isAmong(db, 'code', codes))
    .execute()
  return new Map(rows.map(({ code, promotion_id }) => [code, promotion_id]))
}
