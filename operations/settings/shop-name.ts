import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import type { Shop } from '#operations/shop.ts'
import { currentSetting } from './current-setting.ts'

export async function readShopName(shop: Pick<Shop, 'savedSettings' | 'settings'>): Promise<string> {
  return (await currentSetting(shop, SHOP_IDENTITY)).name
}
