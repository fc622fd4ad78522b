import type { ProductId } from '#domain/ids.ts'
import { findItemCode, findItemOfBarcode, writeItemCode, type ItemCode } from '#db/packing/item-codes.ts'
import { transact } from '#db/engine/transact.ts'
import { auditChanges } from '#domain/audit/audit.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'

/** The item that a barcode names. */
export interface NamedItem {
  productId: ProductId
  size: Size
  name: string
}

/** Stores where a size is kept, and its barcode. `taken`: another size has this barcode. */
export async function saveItemCode(
  shop: Shop,
  code: ItemCode,
): Promise<{ kind: 'saved' } | { kind: 'unknown-product' } | { kind: 'taken'; by: NamedItem }> {
  return transact(shop.database, async (tx) => {
    const { productId, size, barcode } = code
    const product = await tx
      .selectFrom('products')
      .select(['id', 'name'])
      .where('id', '=', productId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!product) return { kind: 'unknown-product' }
    const by = await findItemOfBarcode(tx, barcode)
    if (by && !(by.productId === productId && by.size === size)) return { kind: 'taken', by }
    const before = await findItemCode(tx, code)
    await writeItemCode(tx, code)
    const changes = auditChanges({ bin: `Bin of ${size}`, barcode: `Barcode of ${size}` }, before, code)
    const subject = { id: productId, name: product.name }
    if (changes.length > 0) await recordAudit(tx, shop, { action: 'item-code-changed', subject, changes })
    return { kind: 'saved' }
  })
}

/** The item with this barcode, or null. */
export async function findItem({ database: { db } }: Shop, barcode: string): Promise<NamedItem | null> {
  return findItemOfBarcode(db, barcode)
}
