import { isPublicPage, type ShopPage } from '#domain/settings/page.ts'
import { PAGES, pagesOf } from '#domain/settings/pages.ts'
import type { SettingVersion } from '#domain/settings/setting.ts'
import type { Shop } from '#operations/shop.ts'
import type { Words } from '#words/languages.ts'
import { currentVersion } from './current-setting.ts'
import { readShopName } from './shop-name.ts'

type StoryWords = Words['pages/about']
type Settings = Pick<Shop, 'savedSettings' | 'settings'>

/** The pages of the shop's own, drafts too, as staff edit them. */
export async function readPages(
  shop: Settings,
  words?: StoryWords,
): Promise<SettingVersion<{ pages: readonly ShopPage[] }>> {
  const [{ version, value }, name] = await Promise.all([currentVersion(shop, PAGES), readShopName(shop)])
  return { version, value: { pages: pagesOf(value.pages, name, words) } }
}

/** Those that shoppers see, in their order. */
export async function publicPages(
  shop: Settings & Pick<Shop, 'now'>,
  words?: StoryWords,
): Promise<readonly ShopPage[]> {
  const { value } = await readPages(shop, words)
  return value.pages.filter((page) => isPublicPage(page, shop.now()))
}

/** The page at an address that shoppers see; null when there is none. */
export async function findPage(
  shop: Settings & Pick<Shop, 'now'>,
  handle: string,
  words?: StoryWords,
): Promise<ShopPage | null> {
  return (await publicPages(shop, words)).find((page) => page.handle === handle) ?? null
}
