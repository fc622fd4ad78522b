import { scheduleProducts } from '#db/catalog/on-sale.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { toProductId } from '#domain/ids.ts'
import type { SettingProblem } from './setting-effect.ts'

interface Drops {
  drops: readonly Drop[]
}

/** The products of a drop that is added or changed get its schedule. Those that it no longer has keep theirs. */
export async function scheduleDrops(
  tx: Tx,
  { drops: before }: Drops,
  { drops: after }: Drops,
): Promise<SettingProblem | null> {
  const scheduleOf = ({ id, products, publicFrom, soldFrom }: Drop) =>
    JSON.stringify({ id, products, publicFrom, soldFrom })
  const old = new Set(before.map(scheduleOf))
  for (const [at, one] of after.entries()) {
    if (old.has(scheduleOf(one))) continue
    const known: ReadonlySet<string> = await scheduleProducts(tx, one.products.map(toProductId), one)
    if (one.products.some((id) => !known.has(id)))
      return { field: `drops/${at}/products`, message: 'A chosen product was deleted. Remove it.' }
  }
  return null
}
