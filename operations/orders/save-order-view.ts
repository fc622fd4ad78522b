import { deleteView, listViews, writeView, type SavedView } from '#db/orders/order-views.ts'
import { transact } from '#db/engine/transact.ts'
import type { OrderViewId } from '#domain/ids.ts'
import { auditChanges } from '#domain/audit/audit.ts'
import { MAX_ORDER_VIEWS } from '#domain/orders/order-filters.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'

const LABELS = { name: 'Name', query: 'Filters' }

/** The saved lists of orders: everyone in the shop has the same. */
export function readOrderViews({ database: { db } }: Pick<Shop, 'database'>): Promise<SavedView[]> {
  return listViews(db)
}

/** Saves a list of orders under a name, or changes one; `too-many`: the shop has as many as its screen can show. */
export async function saveOrderView(shop: Shop, view: SavedView): Promise<{ kind: 'saved' | 'too-many' }> {
  return transact(shop.database, async (tx) => {
    const views = await listViews(tx)
    const before = views.find(({ id }) => id === view.id) ?? null
    if (before === null && views.length >= MAX_ORDER_VIEWS) return { kind: 'too-many' }
    await writeView(tx, view, shop.now())
    const changes = auditChanges(LABELS, before, view)
    const subject = { id: view.id, name: view.name }
    await recordAudit(tx, shop, { action: 'order-view-saved', subject, changes })
    return { kind: 'saved' }
  })
}

/** Deletes a saved list; the orders stay. One that is gone already is none to delete. */
export async function deleteOrderView(shop: Shop, id: OrderViewId): Promise<void> {
  await transact(shop.database, async (tx) => {
    const name = await deleteView(tx, id)
    if (name !== null) await recordAudit(tx, shop, { action: 'order-view-deleted', subject: { id, name } })
  })
}
