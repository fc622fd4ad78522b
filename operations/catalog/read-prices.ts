import { listPrices } from '#db/catalog/price-history.ts'
import { priorPrice, type PricePeriod } from '#domain/catalog/price-history.ts'
import { isEuCurrency, type CurrencyCode } from '#domain/currency.ts'
import type { ProductId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { PRIOR_PRICE } from '#domain/settings/prior-price.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** The prices that a product had, oldest first. */
export function readPrices({ database }: Pick<Shop, 'database'>, id: ProductId): Promise<PricePeriod[]> {
  return listPrices(database.db, id)
}

/** The lowest price of the 30 days before a reduction, for those who are to see it. */
export async function readPriorPrice(
  shop: Shop,
  id: ProductId,
  currency: CurrencyCode,
): Promise<Cents | null> {
  const { everywhere } = await currentSetting(shop, PRIOR_PRICE)
  return everywhere || isEuCurrency(currency) ? priorPrice(await readPrices(shop, id)) : null
}
