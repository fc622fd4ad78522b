import { findTranslationsOf } from '#db/translations/translations.ts'
import type { ProductForSale } from '#db/catalog/products-for-sale.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import type { SaleTexts } from '#domain/orders/sale-texts.ts'
import { productSubject } from '#domain/translations/translation.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'

/** What the things of a cart are called in a language, by the names that they have now; null in the shop's own. */
export async function findSaleTexts(
  shop: Shop,
  language: string,
  products: Iterable<Pick<ProductForSale, 'id' | 'name'>>,
): Promise<SaleTexts> {
  const shown = shopInLanguage(shop, language)
  if (shown === shop) return null
  const all = [...products]
  const [own, said, promotions, called, translations] = await Promise.all([
    currentSetting(shop, SHIPPING),
    currentSetting(shown, SHIPPING),
    currentSetting(shop, PROMOTIONS),
    currentSetting(shown, PROMOTIONS),
    findTranslationsOf(
      shop.database.db,
      language,
      all.map(({ id }) => productSubject(id)),
    ),
  ])
  const methods = said.zones.flatMap((zone) => zone.methods)
  const pairs = [
    ...own.zones
      .flatMap((zone) => zone.methods)
      .map(({ id, name }) => [name, methods.find((one) => one.id === id)?.name]),
    ...promotions.promotions.map(({ id, name }) => [
      name,
      called.promotions.find((one) => one.id === id)?.name,
    ]),
  ]
  const names = pairs.flatMap(([name, text]) =>
    name !== undefined && text !== undefined && text !== name ? [[name, text]] : [],
  )
  const texts = all.flatMap(({ id }) => {
    const text = translations.get(productSubject(id))?.find(({ field }) => field === 'name')?.text
    return text === undefined ? [] : [[id, text]]
  })
  return { products: Object.fromEntries(texts), names: Object.fromEntries(names) }
}
