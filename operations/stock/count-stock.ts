import { hasBeenCounted, readLedgerPosition } from '#db/stock/stock-movements.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import type { Product } from '#domain/catalog/product.ts'
import { countProblem, withCount, type StockCounts } from '#domain/catalog/stock-edit.ts'
import type { ProductId } from '#domain/ids.ts'
import { pick } from '#domain/record-of.ts'
import type { CountedStock } from '#domain/stock/stock-count.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import type { Shop } from '#operations/shop.ts'

/** `by`: the email address of the staff member. */
export interface StockTaking {
  id: ProductId
  ledger: number
  counted: readonly CountedStock[]
  by: string
}

export type StockTakingOutcome =
  | { kind: 'counted'; product: Product; ledger: number }
  | { kind: 'not-found' }
  /** There is no such count, with the reason. */
  | { kind: 'not-counted'; reason: string }
  /** The product was counted since the counts were read, perhaps by this same request. */
  | { kind: 'counted-meanwhile'; product: Product; ledger: number }

const MAX_ATTEMPTS = 5

class CountedMeanwhile extends Error {}

/**
 * Sets counts of a product to the numbers on the shelf, in one transaction. The numbers apply to the moment when the
 * counts were read: units sold or returned since then are subtracted or added.
 */
export async function countStock(shop: Shop, taking: StockTaking): Promise<StockTakingOutcome> {
  const { id, ledger, counted, by } = taking
  for (let tries = 1; ; tries += 1) {
    const product = await shop.catalog.find(id, { hiddenToo: true })
    if (product === null) return { kind: 'not-found' }
    for (const { size } of counted) {
      const reason = countProblem(product, size)
      if (reason !== null) return { kind: 'not-counted', reason }
    }
    const counts = (of: (one: CountedStock) => number): StockCounts =>
      counted.reduce<StockCounts>((before, one) => withCount(before, one.size, of(one)), product)
    try {
      const saved = await saveProduct(shop, {
        id,
        version: product.version,
        seen: counts(({ seen }) => seen),
        draft: { ...pick(product, PRODUCT_FIELDS), ...counts(({ stock }) => stock), codes: [] },
        origin: { by, reason: 'counted' },
        alongside: async (tx) => {
          if (await hasBeenCounted(tx, id, ledger)) throw new CountedMeanwhile()
        },
      })
      if (!('kind' in saved)) {
        return { kind: 'counted', product: saved, ledger: await readLedgerPosition(shop.database.db) }
      }
      if (saved.kind === 'not-found') return saved
      if (saved.kind !== 'changed-meanwhile' || tries === MAX_ATTEMPTS) {
        throw new Error(`A count of stock cannot be refused: ${saved.kind}`)
      }
    } catch (error) {
      if (!(error instanceof CountedMeanwhile)) throw error
      const now = await readLedgerPosition(shop.database.db)
      const current = await shop.catalog.find(id, { hiddenToo: true })
      return current === null
        ? { kind: 'not-found' }
        : { kind: 'counted-meanwhile', product: current, ledger: now }
    }
  }
}
