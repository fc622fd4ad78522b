import type { Drop } from '#domain/drops/drop.ts'
import { toProductId } from '#domain/ids.ts'
import type { Product } from '#domain/catalog/product.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** The drop at an address that shoppers see; null when there is none. */
export async function findDrop(shop: Shop, handle: string): Promise<Drop | null> {
  const { drops } = await currentSetting(shop, DROPS)
  return drops.find((one) => one.handle === handle && !one.isDraft) ?? null
}

/** The products of a drop in its order, also before they are published. */
export async function findDropProducts(
  { catalog }: Pick<Shop, 'catalog'>,
  { products }: Pick<Drop, 'products'>,
): Promise<Product[]> {
  const found = await Promise.all(products.map((id) => catalog.find(toProductId(id), { hiddenToo: true })))
  return found.filter((product) => product !== null)
}

/** Where the press sees a drop before its time. Another address of the drop ends the link. */
export function dropPreviewPath({ signedLinks }: Pick<Shop, 'signedLinks'>, { id, handle }: Drop): string {
  return `/drop/${handle}/preview?key=${signedLinks.keyFor('drop-preview', `${id} ${handle}`)}`
}

/** The drop that a link for the press opens; null: it opens nothing. */
export async function openDropPreview(
  shop: Shop,
  { handle, key }: { handle: string; key: string },
): Promise<Drop | null> {
  const { drops } = await currentSetting(shop, DROPS)
  const drop = drops.find((one) => one.handle === handle)
  return drop && shop.signedLinks.opens(key, 'drop-preview', `${drop.id} ${handle}`) ? drop : null
}
