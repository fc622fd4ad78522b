import type { Tx } from '#db/engine/transact.ts'
import { toOrderId } from '#domain/ids.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'

/** Orders of earlier versions count as orders of their customer too. */
export const limitEmails = {
  name: 'limit-emails',
  async fill(tx: Tx, after: string | null, limit: number) {
    const orders = await tx
      .selectFrom('orders')
      .select(['id', 'email', 'limit_email'])
      .where('id', '>', toOrderId(after ?? ''))
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute()
    const last = orders.at(-1)
    if (last === undefined) return null
    for (const { id, email } of orders.filter((one) => one.limit_email === '' && one.email !== '')) {
      await tx
        .updateTable('orders')
        .set({ limit_email: limitEmail(email) })
        .where('id', '=', id)
        .execute()
    }
    return { last: last.id, rows: orders.length }
  },
}
