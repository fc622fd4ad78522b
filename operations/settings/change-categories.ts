import type { Tx } from '#db/engine/transact.ts'
import { countProductsOf, lockCategories, orderSizes } from '#db/catalog/categories.ts'
import type { Categories } from '#domain/settings/categories.ts'
import type { SettingProblem } from './setting-effect.ts'

/**
 * Applies a change of the categories to products: a category cannot be removed while it has products, and sizes take
 * the new order of their category.
 */
export async function changeCategories(
  tx: Tx,
  { categories: before }: Categories,
  { categories: after }: Categories,
): Promise<SettingProblem | null> {
  await lockCategories(tx, 'change-them')
  const removed = before.filter(({ value }) => !after.some((one) => one.value === value))
  const counts = await countProductsOf(
    tx,
    removed.map(({ value }) => value),
  )
  const inUse = removed.flatMap(({ value, label }) => {
    const count = counts.get(value)
    return count === undefined ? [] : [`${label} has ${productsText(count)}`]
  })
  if (inUse.length > 0) {
    const message = `${inUse.join('; ')}. Move them to another category first, or hide the category.`
    return { field: 'categories', message }
  }
  for (const one of after) {
    const old = before.find(({ value }) => value === one.value)
    if (old !== undefined && old.sizes.join() !== one.sizes.join()) await orderSizes(tx, one)
  }
  return null
}

function productsText(count: number): string {
  return `${count.toLocaleString('en-CA')} ${count === 1 ? 'product' : 'products'}, including deleted ones`
}
