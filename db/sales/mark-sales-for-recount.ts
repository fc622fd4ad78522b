import { sql, type Kysely } from 'kysely'
import type { OrderId } from '#domain/ids.ts'
import type { Database } from '#db/schema.ts'
import { DAY_MS } from './sales.ts'

/**
 * Marks the days of an order's payments and of its returned money to be counted again, because the amounts that the
 * order contributes have changed. Call it in the transaction of the change. Money that is paid or returned today needs
 * no mark: a day is counted after it is over.
 */
export async function markSalesForRecount(tx: Kysely<Database>, id: OrderId): Promise<void> {
  await tx
    .insertInto('sales_days')
    .columns(['day', 'changes'])
    .expression((e) =>
      e
        .selectFrom('orders')
        .select([dayOf('paid_at'), sql.lit<number>(1).as('changes')])
        .where('id', '=', id)
        .where('paid_at', 'is not', null)
        .union(
          e
            .selectFrom('refunds')
            .select([dayOf('done_at'), sql.lit<number>(1).as('changes')])
            .where('order_id', '=', id)
            .where('done_at', 'is not', null),
        )
        .union(
          e
            .selectFrom('payments')
            .select([dayOf('received_at'), sql.lit<number>(1).as('changes')])
            .where('order_id', '=', id)
            .where('received_at', 'is not', null),
        ),
    )
    .onConflict((known) =>
      known.column('day').doUpdateSet((e) => ({ changes: e('sales_days.changes', '+', 1) })),
    )
    .execute()
}

function dayOf(time: 'paid_at' | 'done_at' | 'received_at') {
  return sql<number>`${sql.ref(time)} / ${sql.lit(DAY_MS)}`.as('day')
}
