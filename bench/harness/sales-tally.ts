import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Product } from '#domain/catalog/product.ts'

/** The tables after a run, as text. */
export interface SalesTally {
  paidOrders: number
  unitsSold: number
  takenCents: number
  mailsWritten: number
  mailsDelivered: number
}

/** Checks the tables of a shop that sold `sold` orders of `products`. Throws when a unit, a cent or a mail is wrong. */
export async function readSalesTally(
  { db }: ShopDatabase,
  sold: number,
  products: Product[],
): Promise<SalesTally> {
  const states = await db
    .selectFrom('orders')
    .select((e) => [
      'state',
      e.fn.countAll<number>().as('orders'),
      e.fn.sum<number>('total_cents').as('cents'),
    ])
    .groupBy('state')
    .execute()
  const paid = states.find(({ state }) => state === 'paid')
  const paidOrders = Number(paid?.orders ?? 0)
  const takenCents = Number(paid?.cents ?? 0)
  must(states.length === 1 && paidOrders === sold, `${sold} orders were paid, the books say ${show(states)}`)

  const { units } = await db
    .selectFrom('order_lines')
    .select((e) => e.fn.sum<number>('quantity').as('units'))
    .executeTakeFirstOrThrow()
  const { left } = await db
    .selectFrom('products')
    .select((e) => e.fn.sum<number>('stock').as('left'))
    .executeTakeFirstOrThrow()
  const before = products.reduce((sum, { stock }) => sum + (stock ?? 0), 0)
  must(
    before - Number(left) === Number(units),
    `${units} pieces were sold, ${before - Number(left)} left the stock`,
  )

  const held = await db.selectFrom('holds').select('order_id').execute()
  must(held.length === 0, `${held.length} holds were left behind`)

  const charged = await db
    .selectFrom('test_gateway_intents')
    .select((e) => e.fn.sum<number>('amount_cents').as('cents'))
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  must(
    Number(charged.cents) === takenCents,
    `${charged.cents} cents were charged for orders of ${takenCents}`,
  )

  const mails = await db.selectFrom('outbox').select(['kind', 'dedupe_key', 'done_at']).execute()
  must(mails.length === 2 * sold, `${mails.length} mails for ${sold} orders`)
  return {
    paidOrders,
    unitsSold: Number(units),
    takenCents,
    mailsWritten: mails.length,
    mailsDelivered: mails.filter((mail) => mail.done_at !== null).length,
  }
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`The books do not balance: ${otherwise}`)
}

function show(value: unknown): string {
  return JSON.stringify(value)
}
