import { findKeptProducts } from '#db/catalog/on-sale.ts'
import type { Tx } from '#db/engine/transact.ts'
import { toProductId } from '#domain/ids.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import type { SettingProblem } from './setting-effect.ts'

interface Promotions {
  promotions: readonly Promotion[]
}

/** A promotion that is added or changed cannot name a product that was deleted; one from before stays as it is. */
export async function checkPromotions(
  tx: Tx,
  { promotions: before }: Promotions,
  { promotions: after }: Promotions,
): Promise<SettingProblem | null> {
  const old = new Set(before.map((one) => JSON.stringify(one)))
  const named = after.flatMap((one, at) =>
    old.has(JSON.stringify(one)) ? [] : [...productsIn(one, `promotions/${at}`)],
  )
  if (named.length === 0) return null
  const known: ReadonlySet<string> = await findKeptProducts(
    tx,
    named.map(({ id }) => toProductId(id)),
  )
  const missing = named.find(({ id }) => !known.has(id))
  return missing ? { field: missing.field, message: 'A chosen product was deleted. Remove it.' } : null
}

/** The products that a part of a promotion names, with the field that does. */
function* productsIn(part: object, path: string): Generator<{ id: string; field: string }> {
  for (const [key, value] of Object.entries(part) as [string, unknown][]) {
    const field = `${path}/${key}`
    if (key === 'products') for (const id of value as string[]) yield { id, field }
    else if (typeof value === 'object' && value !== null) yield* productsIn(value, field)
  }
}
