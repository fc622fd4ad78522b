import { lockStock, type ReceiptObstacle } from '#db/catalog/stock.ts'
import { transact } from '#db/engine/transact.ts'
import { findDelivery, writeDelivery } from '#db/stock/deliveries.ts'
import { auditChanges } from '#domain/audit/audit.ts'
import type { DeliveryId } from '#domain/ids.ts'
import { changedLines, type Delivery, type DeliveryDraft, type DeliveryLine } from '#domain/stock/delivery.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'

/** What became of a delivery. `obstacles`: nothing was received, because these cannot be. */
export type SavedDelivery =
  | { kind: 'saved'; delivery: Delivery }
  | { kind: 'changed-meanwhile'; current: Delivery }
  | { kind: 'not-found' }
  | { kind: 'not-received'; obstacles: ReceiptObstacle[] }

const LABELS = { name: 'Name', supplier: 'Supplier', note: 'Note', lines: 'Received' }

/**
 * Receives a delivery into stock, or corrects it: the counts change by what differs, in one transaction, and the ledger
 * names the delivery. The same delivery is received once.
 */
export async function saveDelivery(
  shop: Pick<Shop, 'author' | 'changes' | 'database' | 'now'>,
  { id, version, by, ...draft }: DeliveryDraft & { id: DeliveryId; version: number; by: string },
): Promise<SavedDelivery> {
  const outcome = await transact(shop.database, async (tx): Promise<SavedDelivery> => {
    const before = await findDelivery(tx, id, true)
    if (before === null && version > 0) return { kind: 'not-found' }
    if (before !== null && isSame(before, draft)) return { kind: 'saved', delivery: before }
    if (before !== null && before.version !== version) return { kind: 'changed-meanwhile', current: before }
    const now = shop.now()
    const { createdAt, createdBy } = before ?? { createdAt: now, createdBy: by }
    const delivery = { ...draft, id, version: version + 1, createdAt, createdBy }
    const units = changedLines(before?.lines ?? [], draft.lines).map(({ units: quantity, ...line }) => ({
      ...line,
      quantity,
    }))
    const stock = await lockStock(tx, units, now)
    const obstacles = stock.receive(units, { reason: 'received', by, orderId: null, deliveryId: id, at: now })
    if (obstacles.length > 0) return { kind: 'not-received', obstacles }
    await writeDelivery(tx, delivery)
    await stock.write(tx)
    await recordAudit(tx, shop, {
      action: before === null ? 'delivery-received' : 'delivery-corrected',
      subject: { id, name: delivery.name },
      changes: auditChanges(LABELS, before && readable(before), readable(delivery)),
    })
    return { kind: 'saved', delivery }
  })
  if (outcome.kind === 'saved') await shop.changes.publish('catalogue')
  return outcome
}

function isSame(before: Delivery, after: DeliveryDraft): boolean {
  return (
    before.name === after.name &&
    before.supplier === after.supplier &&
    before.note === after.note &&
    changedLines(before.lines, after.lines).length === 0
  )
}

function readable({ lines, ...draft }: DeliveryDraft) {
  const text = ({ productId, size, units }: DeliveryLine) => `${productId} ${size}: ${units}`
  return { ...draft, lines: lines.map(text).join(', ') }
}
