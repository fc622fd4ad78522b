import { sql, type SqlBool } from 'kysely'
import type { ShopDatabase } from './open-database.ts'
import { transact, type Tx } from './transact.ts'

/** The row of `settings` that says that a gateway takes money for the shop. */
const TAKES_MONEY = 'takes-money'

/** A condition on `orders`: its checkout was at the test gateway, and only it or gift cards have paid anything. */
export const IS_TEST = sql<SqlBool>`(exists (select 1 from payments
    where payments.order_id = orders.id and payments.kind = 'card' and payments.gateway = 'test')
  and not exists (select 1 from payments where payments.order_id = orders.id
    and payments.kind <> 'gift-card' and payments.gateway <> 'test' and payments.received_cents > 0))`

const SELLS = sql<SqlBool>`exists (select 1 from settings where settings.name = ${sql.lit(TAKES_MONEY)})`

/** A condition on `orders`: it counts in the figures. Test orders do so only while the shop has no other gateway. */
export const COUNTS_IN_FIGURES = sql<SqlBool>`(not ${IS_TEST} or not ${SELLS})`

/** A condition on `gift_cards`: bought in a test order, it is worth nothing once a gateway takes money. */
export const IS_TEST_CARD = sql<SqlBool>`(exists (select 1 from orders
  where orders.id = gift_cards.order_id and ${IS_TEST}) and ${SELLS})`

/** A condition on `gift_card_entries`: its card paid, or got money of, a test order that does not count. */
export const IS_TEST_ENTRY = sql<SqlBool>`(exists (select 1 from orders where orders.id in (
    select payments.order_id from payments where payments.id = gift_card_entries.payment_id
    union all select refunds.order_id from refunds where refunds.id = gift_card_entries.refund_id)
  and ${IS_TEST}) and ${SELLS})`

/** Records whether a gateway takes money for the shop. Past days are counted again when that has changed. */
export async function recordTakesMoney(database: ShopDatabase, takesMoney: boolean): Promise<void> {
  await transact(database, async (tx) => {
    const row = tx.selectFrom('settings').select('name').where('name', '=', TAKES_MONEY)
    if (((await row.executeTakeFirst()) !== undefined) === takesMoney) return
    // Every process of the shop does so at the same time.
    if (takesMoney) {
      const mark = tx.insertInto('settings').values({ name: TAKES_MONEY, value: 'yes' })
      await mark.onConflict((conflict) => conflict.doNothing()).execute()
    }
    if (!takesMoney) await tx.deleteFrom('settings').where('name', '=', TAKES_MONEY).execute()
    await tx.deleteFrom('sales_days').execute()
    await markTestOrders(tx)
  })
}

/** What test orders, their gift cards and those that paid for them say in the books is compared again. */
async function markTestOrders(tx: Tx): Promise<void> {
  const tests = sql`select orders.id from orders where ${IS_TEST} and (paid_at is not null
    or exists (select 1 from payments where payments.order_id = orders.id and payments.received_cents > 0))`
  await sql`insert into book_marks (subject, kind)
    select tests.id, 'order' from (${tests}) as tests where true
    union select gift_cards.id, 'card' from gift_cards where order_id in (${tests})
    union select entries.gift_card_id, 'card' from gift_card_entries as entries
      join payments on payments.id = payment_id where order_id in (${tests})
    union select entries.gift_card_id, 'card' from gift_card_entries as entries
      join refunds on refunds.id = refund_id where refunds.order_id in (${tests})
    on conflict (subject) do update set changes = book_marks.changes + 1`.execute(tx)
}
