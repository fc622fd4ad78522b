import { findHeldUnits } from '#db/checkout/held-units.ts'
import { findProductsForSale } from '#db/catalogue/products-for-sale.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { checkItems, type CheckedCart, type CheckedItem, type Item } from './check-items.ts'
import { withOwnUnits } from './check-cart.ts'
import type { Shop } from '#operations/shop.ts'

/** A cart line as the cart page shows it. `imageUrl` is null for a product without a picture. */
export interface PreviewedItem extends CheckedItem {
  imageUrl: string | null
}

/**
 * What a cart would cost and whether it is available, without holding stock. Units held for the shopper's own checkout
 * count as available: the last unit must not appear sold out to the shopper who is buying it.
 */
export async function previewCart(
  { database, images, settings }: Shop,
  items: readonly Item[],
  checkoutId?: string,
): Promise<{ items: PreviewedItem[]; totals: CheckedCart['totals'] }> {
  const ids = items.map(({ productId }) => productId)
  const offered = await findProductsForSale(database, ids)
  const own = checkoutId === undefined ? [] : await findHeldUnits(database, checkoutId)
  const products = withOwnUnits(offered, own)
  const cart = checkItems(items, products, {
    limit: settings.orderLimit,
    destination: null,
    tariff: TARIFF,
  })
  return {
    totals: cart.totals,
    items: cart.items.map((item) => {
      const key = products.get(item.productId)?.pictureKey ?? null
      return { ...item, imageUrl: key === null ? null : images.url(key, 320, 'webp') }
    }),
  }
}
