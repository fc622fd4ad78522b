import { toMessageId, toOrderId } from '#domain/ids.ts'
import { messageSearchText } from '#db/inbox/contact-messages.ts'
import type { Tx } from '#db/engine/transact.ts'
import { lockingOrders } from '#db/orders/orders.ts'
import { searchColumns, writeOrderSearch } from '#db/orders/order-search.ts'

/** Orders are found without accents and apostrophes, and each has its address in one form. */
export const foldedOrders = {
  name: 'folded-orders',
  async fill(tx: Tx, after: string | null, limit: number) {
    const orders = await lockingOrders(tx)
      .select(['id', 'number', 'name', 'email', 'address', 'postal', 'country'])
      .select(['search_text', 'address_key'])
      .where('id', '>', toOrderId(after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    for (const { id, number, search_text, address_key, ...customer } of orders) {
      const found = searchColumns(number, customer)
      if (found.search_text === search_text && found.address_key === address_key) continue
      await tx.updateTable('orders').set(found).where('id', '=', id).execute()
      if (found.search_text !== search_text) await writeOrderSearch(tx, id)
    }
    const last = orders.at(-1)
    return last === undefined ? null : { last: last.id, rows: orders.length }
  },
}

/** The same for the messages of the contact form, which never change. */
export const foldedMessages = {
  name: 'folded-messages',
  async fill(tx: Tx, after: string | null, limit: number) {
    const messages = await tx
      .selectFrom('contact_messages')
      .select(['id', 'name', 'email', 'message', 'search_text'])
      .where('id', '>', toMessageId(after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    for (const { id, search_text: before, ...message } of messages) {
      const search_text = messageSearchText(message)
      if (search_text === before) continue
      await tx.updateTable('contact_messages').set({ search_text }).where('id', '=', id).execute()
    }
    const last = messages.at(-1)
    return last === undefined ? null : { last: last.id, rows: messages.length }
  },
}
