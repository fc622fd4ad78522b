import { TAX, type TaxSetting } from '#domain/settings/tax.ts'
import type { Shop } from '#operations/shop.ts'
import { currentSetting } from './current-setting.ts'

/** Where the shop is: parcels from there to another country are declared to customs. */
export async function readShopLocation(
  shop: Pick<Shop, 'savedSettings' | 'settings'>,
): Promise<TaxSetting['home']> {
  return (await currentSetting(shop, TAX)).home
}
