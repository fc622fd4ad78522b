import { sql, type Kysely } from 'kysely'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import type { Database } from '#db/schema.ts'

/** A rule of the books, and the orders that break it. `words`: the fault of these orders. */
interface Rule {
  words: string
  broken(db: Kysely<Database>): ReturnType<typeof ordersOf>
}

/** Pending refunds count; corrections are negative. */
const RETURNED = sql`(select coalesce(sum(amount_cents), 0) from refunds
  where refunds.order_id = orders.id and refunds.state = 'done')`
const RECEIVED = sql`(select coalesce(sum(received_cents), 0) from payments where payments.order_id = orders.id)`

const RULES: readonly Rule[] = [
  {
    words: 'have a total that is not the sum of their items and adjustments',
    broken: (db) =>
      ordersOf(
        db,
        sql`subtotal_cents <> (select coalesce(sum(unit_price_cents * quantity), 0) from order_lines
            where order_lines.order_id = orders.id)
          or adjustments_cents <> (select coalesce(sum(amount_cents), 0) from order_adjustments
            where order_adjustments.order_id = orders.id)
          or total_cents <> subtotal_cents + adjustments_cents`,
      ),
  },
  {
    words: 'have units whose shares do not add up to what the order costs',
    broken: (db) =>
      ordersOf(
        db,
        sql`exists (select 1 from unit_shares where unit_shares.order_id = orders.id)
          and (subtotal_cents <> (select coalesce(sum(amount_cents), 0) from unit_shares
              where unit_shares.order_id = orders.id and adjustment is null)
            or exists (select 1 from order_adjustments where order_adjustments.order_id = orders.id
              and amount_cents + contained_cents <> (select coalesce(sum(unit_shares.amount_cents), 0) from unit_shares
                where unit_shares.order_id = orders.id and unit_shares.adjustment = order_adjustments.position)))`,
      ),
  },
  {
    words: 'are paid, but no payment was received for them',
    broken: (db) => ordersOf(db, sql`state = 'paid' and total_cents > 0 and ${RECEIVED} = 0`),
  },
  {
    words: 'are unpaid, expired or never began to be paid, but keep a payment',
    broken: (db) =>
      ordersOf(
        db,
        sql`state in ('pending', 'expired') and exists (select 1 from payments
          where payments.order_id = orders.id and payments.state = 'succeeded')`,
      ),
  },
  {
    words: 'have more money returned than received, and are not marked for attention',
    broken: (db) =>
      ordersOf(
        db,
        sql`state <> 'needs-attention' and ${RETURNED} > ${RECEIVED} and not exists (select 1 from order_events
          where order_events.order_id = orders.id and order_events.kind = 'over-refunded')`,
      ),
  },
  {
    words: 'hold stock although they are not waiting to be paid',
    broken: (db) =>
      ordersOf(
        db,
        sql`state not in ('pending', 'needs-attention')
          and exists (select 1 from holds where holds.order_id = orders.id)`,
      ),
  },
  {
    words: 'were paid by card, but have no confirmation mail among their mails',
    broken: (db) =>
      ordersOf(
        db,
        sql`paid_at is not null and erased_at is null
          and exists (select 1 from payments where payments.order_id = orders.id and payments.kind = 'card'
            and payments.state = 'succeeded')
          and not exists (select 1 from outbox where outbox.order_id = orders.id and outbox.kind = 'order-confirmation')`,
      ),
  },
  {
    words: 'have gift cards that paid or got back another amount than their ledger says',
    broken: (db) =>
      ordersOf(
        db,
        sql`exists (select 1 from payments where payments.order_id = orders.id and payments.kind = 'gift-card'
            and (case payments.state when 'canceled' then 0 else payments.amount_cents end)
              <> (select coalesce(-sum(gift_card_entries.amount_cents), 0) from gift_card_entries
                where gift_card_entries.payment_id = payments.id))
          or exists (select 1 from refunds where refunds.order_id = orders.id
            and refunds.source in ('gift-card', 'store-credit') and refunds.state = 'done'
            and refunds.corrects is null
            and refunds.amount_cents <> (select coalesce(sum(gift_card_entries.amount_cents), 0)
              from gift_card_entries where gift_card_entries.refund_id = refunds.id))`,
      ),
  },
  {
    words: 'wait for another balance than their payment link asks for',
    broken: (db) =>
      ordersOf(
        db,
        sql`balance_due_cents <> (select coalesce(sum(amount_cents), 0) from payment_links
          where payment_links.order_id = orders.id and payment_links.state in ('open', 'expired', 'cancelled'))`,
      ),
  },
]

const MAX_NAMED = 5

/**
 * Checks the books of a shop that is at rest, such as a restored copy: orders, payments, refunds, gift cards, stock and
 * emails. Returns a sentence for each rule that is broken.
 */
export async function findBookFaults(db: Kysely<Database>): Promise<string[]> {
  const faults: string[] = []
  for (const { words, broken } of RULES) {
    const numbers = await broken(db)
    const named = numbers.slice(0, MAX_NAMED).join(', ')
    if (numbers.length > 0)
      faults.push(`Orders ${words}: ${numbers.length > MAX_NAMED ? `${named} and others` : named}.`)
  }
  return [
    ...faults,
    ...(await findStockFaults(db)),
    ...(await findLedgerFaults(db)),
    ...(await findGiftCardFaults(db)),
  ]
}

async function ordersOf(db: Kysely<Database>, condition: ReturnType<typeof sql>): Promise<string[]> {
  const found = db
    .selectFrom('orders')
    .select('number')
    .where(sql<boolean>`(${condition})`)
  return (
    await found
      .orderBy('number')
      .limit(MAX_NAMED + 1)
      .execute()
  ).map(({ number }) => number)
}

async function findStockFaults(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from products where stock < 0
      or exists (select 1 from product_sizes where product_sizes.product_id = products.id and product_sizes.stock < 0)
    order by name limit ${MAX_NAMED}`.execute(db)
  return rows.length === 0
    ? []
    : [`Products have a negative stock: ${rows.map(({ name }) => name).join(', ')}.`]
}

async function findLedgerFaults(db: Kysely<Database>): Promise<string[]> {
  const found = await findLedgerDifferences(db, MAX_NAMED)
  const names = found.map(({ productId, size }) => (size === null ? productId : `${productId} ${size}`))
  return names.length === 0
    ? []
    : [`Counts of stock are not the sum of their movements: ${names.join(', ')}.`]
}

/** Each balance is the one before it and its own entry. */
async function findGiftCardFaults(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct entry.gift_card_id as id from gift_card_entries as entry
    left join gift_card_entries as before
      on before.gift_card_id = entry.gift_card_id and before.number = entry.number - 1
    where entry.balance_cents <> entry.amount_cents + coalesce(before.balance_cents, 0)
      or (entry.number > 1 and before.number is null)
    order by id limit ${MAX_NAMED}`.execute(db)
  return rows.length === 0
    ? []
    : [`Balances of gift cards are not the sum of their ledger: ${rows.map(({ id }) => id).join(', ')}.`]
}
