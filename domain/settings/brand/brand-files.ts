import type { SettingVersion } from '#domain/settings/setting.ts'
import { SHOP_IDENTITY, type ShopIdentity } from '#domain/settings/shop-identity.ts'
import { BRAND, hasMark, type Brand } from './brand.ts'

/** The sizes of the icons of a brand, in pixels, and those with room around them, of which phones cut the edges. */
export const ICON_SIZES = [32, 180, 192, 512] as const
export const MASKABLE_SIZES = [192, 512] as const

/** The size of a link preview. */
export const CARD = { width: 1_200, height: 630 }

/** What the files of a brand are drawn of. */
export interface BrandSource {
  brand: SettingVersion<Brand>
  shop: SettingVersion<Pick<ShopIdentity, 'name'>>
}

/** The addresses of the files that are drawn for a brand; null: the one that the shop came with. */
export interface BrandFiles {
  /** Without the size and the ending. */
  icon: string | null
  card: string | null
  /** The wordmark for emails. */
  logo: string | null
}

/** The files of a brand. Their addresses have the versions of what they are drawn of, and never change. */
export function brandFiles({ brand, shop }: BrandSource): BrandFiles {
  const folder = `/brand/${brand.version}.${shop.version}`
  const isRenamed = shop.value.name !== SHOP_IDENTITY.fallback.name
  const { icon } = brand.value
  const isOwn = JSON.stringify(brand.value) !== JSON.stringify(BRAND.fallback)
  return {
    icon: icon !== null || isRenamed ? `${folder}/icon` : null,
    card: isOwn || isRenamed ? `${folder}/card.jpg` : null,
    logo: hasMark(brand.value) ? `${folder}/logo.png` : null,
  }
}
