import { sql, type Kysely } from 'kysely'
import { COUNTS_IN_FIGURES } from '#db/engine/test-orders.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'

/** What an order that used a promotion came to, in cents. Refunds are all that were made of it until now. */
export interface PromotedOrder {
  number: string
  paidAt: number
  promotionId: string
  code: string | null
  /** What was paid, with tax and shipping, before refunds; for gift cards nothing, as in every figure. */
  revenue: number
  discount: number
  refunds: number
}

/** What the orders of a promotion came to together. */
export interface PromotionSales extends Pick<PromotedOrder, 'revenue' | 'discount' | 'refunds'> {
  orders: number
}

const PAID = sql`(select coalesce(sum(received_cents), 0) from payments where payments.order_id = orders.id)`
const RETURNED = sql`(select coalesce(sum(amount_cents), 0) from refunds
  where refunds.order_id = orders.id and refunds.done_at is not null)`
const GIFT_CARDS = sql`(select coalesce(sum(unit_price_cents * quantity), 0) from order_lines
  where order_lines.order_id = orders.id and gift_card = 1)`
/** Of a refund by item; or all of them, once all the money was returned. */
const RETURNED_GIFT_CARDS = sql`case when ${RETURNED} >= ${PAID} then ${GIFT_CARDS} else
  (select coalesce(sum(unit_price_cents * refund_parts.quantity), 0) from refund_parts
    inner join refunds on refunds.id = refund_parts.refund_id and refunds.state = 'done'
    inner join order_lines on order_lines.order_id = refund_parts.order_id
      and order_lines.position = refund_parts.line_position and gift_card = 1
    where refund_parts.order_id = orders.id) end`

/** A discount belongs to the promotion that had its name when the order was placed. */
const promotedOrders = (db: Kysely<Database>) =>
  db
    .selectFrom('promotion_uses')
    .innerJoin('orders', 'orders.id', 'promotion_uses.order_id')
    .where('orders.paid_at', 'is not', null)
    .where(COUNTS_IN_FIGURES)
    .select(['orders.number', 'promotion_uses.promotion_id as promotionId', 'promotion_uses.code'])
    .select([
      sql<number>`orders.paid_at`.as('paidAt'),
      sql<number>`${PAID} - ${GIFT_CARDS}`.as('revenue'),
      sql<number>`(select coalesce(-sum(amount_cents), 0) from order_adjustments
        where order_adjustments.order_id = orders.id and order_adjustments.label = promotion_uses.name
        and order_adjustments.kind in ('discount', 'shipping-discount'))`.as('discount'),
      sql<number>`${RETURNED} - (${RETURNED_GIFT_CARDS})`.as('refunds'),
    ])

/** What the paid orders of each promotion came to. */
export async function sumPromotionSales(db: Kysely<Database>): Promise<Map<string, PromotionSales>> {
  const rows = await db
    .selectFrom(promotedOrders(db).as('promoted'))
    .select(['promotionId', sql<number>`count(*)`.as('orders')])
    .select((e) => [
      e.fn.sum<number>('revenue').as('revenue'),
      e.fn.sum<number>('discount').as('discount'),
      e.fn.sum<number>('refunds').as('refunds'),
    ])
    .groupBy('promotionId')
    .execute()
  return new Map(
    rows.map(({ promotionId, ...sums }) => [
      promotionId,
      {
        orders: Number(sums.orders),
        revenue: Number(sums.revenue),
        discount: Number(sums.discount),
        refunds: Number(sums.refunds),
      },
    ]),
  )
}

/** The paid orders of these promotions, by the time of their payment, oldest first. */
export async function listPromotedOrders(
  db: Kysely<Database>,
  promotionIds: readonly string[],
  { from, until }: { from: number; until: number },
): Promise<PromotedOrder[]> {
  const rows = await promotedOrders(db)
    .where(isAmong(db, 'promotion_uses.promotion_id', promotionIds))
    .where('orders.paid_at', '>=', from)
    .where('orders.paid_at', '<', until)
    .orderBy('orders.paid_at')
    .orderBy('orders.number')
    .execute()
  return rows.map((row) => ({
    ...row,
    revenue: Number(row.revenue),
    discount: Number(row.discount),
    refunds: Number(row.refunds),
  }))
}

/** How many single-use codes each promotion has. */
export async function countSingleUseCodes(db: Kysely<Database>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('promotion_codes')
    .select(['promotion_id as id', sql<number>`count(*)`.as('codes')])
    .groupBy('promotion_id')
    .execute()
  return new Map(rows.map(({ id, codes }) => [id, Number(codes)]))
}
