import { pathInLanguage } from '#domain/path-in-language.ts'
import { startOfPages } from '#words/languages.ts'
import type { Shop } from './shop.ts'

/** The whole address of a page in a language, for emails; in the own one if the shop does not speak it any more. */
export function addressInLanguage(
  shop: Pick<Shop, 'languages' | 'settings'>,
  language: string,
  path: string,
): string {
  const start = shop.languages.has(language) ? startOfPages(shop, language) : ''
  return shop.settings.publicUrl + pathInLanguage(start, path)
}
