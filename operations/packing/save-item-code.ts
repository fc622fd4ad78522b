import type { ProductId } from '#domain/ids.ts'
import {
  findItemCode,
  findItemOfBarcode,
  findItemOfSku,
  readItemCodes,
  writeItemCode,
  type ItemCode,
  type NamedItem,
} from '#db/packing/item-codes.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { auditChanges } from '#domain/audit/audit.ts'
import { parseCodes, type CodeRow } from '#domain/packing/parse-codes.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'

/** A row of an imported file that cannot be used. `taken`: another size has its barcode or SKU. */
export type WrongCodeRow = { line: number } & (
  | { kind: Exclude<CodeRow['problem'], null> | 'unknown-item' }
  | { kind: 'taken'; by: NamedItem }
)

/** Stores where a size is kept, and its barcode. `taken`: another size has this barcode. */
export async function saveItemCode(
  shop: Shop,
  code: Omit<ItemCode, 'sku'>,
): Promise<{ kind: 'saved' } | { kind: 'unknown-product' } | { kind: 'taken'; by: NamedItem }> {
  return transact(shop.database, async (tx) => {
    const { productId, size } = code
    const name = await lockProduct(tx, productId)
    if (name === null) return { kind: 'unknown-product' }
    const before = (await findItemCode(tx, code)) ?? { productId, size, bin: '', barcode: '', sku: '' }
    const by = await changeCode(tx, shop, { name, before, after: { ...before, ...code } })
    return by === null ? { kind: 'saved' } : { kind: 'taken', by }
  })
}

/**
 * Reads a file of codes, and stores all of its rows or, if one is wrong, none. What a row leaves out stays as it is.
 * Two sizes may exchange their codes.
 */
export async function importItemCodes(
  shop: Shop,
  text: string,
): Promise<{ kind: 'saved'; changed: number } | { kind: 'refused'; wrong: WrongCodeRow[] }> {
  const rows = parseCodes(text)
  const wrong: WrongCodeRow[] = []
  const save = async (tx: Tx) => {
    const find = finder(await readItemCodes(tx))
    const changes = rows.flatMap(({ problem, given, ...row }) => {
      const before = problem === null ? find(row, given.sku) : undefined
      if (before) return [{ line: row.line, name: before.name, before, after: { ...before, ...given } }]
      wrong.push({ line: row.line, kind: problem ?? 'unknown-item' })
      return []
    })
    const differing = changes.filter(({ before, after }) => differences(before, after).length > 0)
    for (const id of [...new Set(differing.map(({ before }) => before.productId))].toSorted())
      await lockProduct(tx, id)
    for (const { before } of differing) await writeItemCode(tx, { ...before, barcode: '', sku: '' })
    for (const { line, ...change } of differing) {
      const by = await changeCode(tx, shop, change)
      if (by !== null) wrong.push({ line, kind: 'taken', by })
    }
    if (wrong.length > 0) throw new Refused()
    return { kind: 'saved' as const, changed: differing.length }
  }
  try {
    return await transact(shop.database, save)
  } catch (error) {
    if (error instanceof Refused)
      return { kind: 'refused', wrong: wrong.toSorted((one, other) => one.line - other.line) }
    throw error
  }
}

/** Rolls the transaction back. */
class Refused extends Error {}

/** The item with this barcode, or null. */
export async function findItem({ database: { db } }: Shop, barcode: string): Promise<NamedItem | null> {
  return findItemOfBarcode(db, barcode)
}

/** The codes of every size that the shop sells, by product. */
export async function listItemCodes({ database: { db } }: Shop): Promise<(ItemCode & { name: string })[]> {
  return readItemCodes(db)
}

/** Writes the codes of a size of a locked product; the item that has its barcode or SKU already, or null. */
async function changeCode(
  tx: Tx,
  shop: Shop,
  { name, before, after }: { name: string; before: ItemCode; after: ItemCode },
): Promise<NamedItem | null> {
  const isOther = (item: NamedItem | null) =>
    item !== null && !(item.productId === after.productId && item.size === after.size)
  for (const by of [await findItemOfBarcode(tx, after.barcode), await findItemOfSku(tx, after.sku)])
    if (isOther(by)) return by
  await writeItemCode(tx, after)
  const changes = differences(before, after)
  const subject = { id: after.productId, name }
  if (changes.length > 0) await recordAudit(tx, shop, { action: 'item-code-changed', subject, changes })
  return null
}

function differences(before: ItemCode, after: ItemCode) {
  const { size } = after
  const labels = { bin: `Bin of ${size}`, barcode: `Barcode of ${size}`, sku: `SKU of ${size}` }
  return auditChanges(labels, before, after)
}

/** Finds the size that a row names: by the id or the name of its product, or by its SKU where it names no product. */
function finder<Item extends ItemCode & { name: string }>(items: readonly Item[]) {
  const byKey = Map.groupBy(
    items.flatMap((item) => [
      { key: `id ${item.productId} ${item.size}`, item },
      { key: `name ${item.name} ${item.size}`, item },
      ...(item.sku === '' ? [] : [{ key: `sku ${item.sku}`, item }]),
    ]),
    ({ key }) => key,
  )
  return ({ productId, product, size }: Pick<CodeRow, 'productId' | 'product' | 'size'>, sku = '') => {
    const key = productId ? `id ${productId} ${size}` : product ? `name ${product} ${size}` : `sku ${sku}`
    const [found, another] = byKey.get(key) ?? []
    return another === undefined ? found?.item : undefined // two products may have one name
  }
}

/** The name of the product, which stays as it is until the transaction ends; null: there is none. */
async function lockProduct(tx: Tx, id: ProductId): Promise<string | null> {
  const product = tx.selectFrom('products').select('name').where('id', '=', id).forNoKeyUpdate()
  return (await product.executeTakeFirst())?.name ?? null
}
