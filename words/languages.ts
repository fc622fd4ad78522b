import { english } from './en/english.ts'
import type { Translation } from './en/language.ts'
import { french } from './fr/french.ts'

/** Everything that the shop says to shoppers, and every email, in one language. */
export type Words = Translation<typeof english>

/** The languages of a shop, by the names that orders and addresses have for them. The first one is its own. */
export type Languages = ReadonlyMap<string, Words>

/** All that a shop may speak. Another language is a folder beside `en/`, an entry here and a field of its setting. */
export const LANGUAGES: Languages = new Map<string, Words>([
  ['en', english],
  ['fr', french],
])

/** The name of the language that a shop speaks where nobody has chosen one. */
export function ownLanguage({ languages }: { languages: Languages }): string {
  const [own = 'en'] = languages.keys()
  return own
}

/** The words in a language; in the shop's own when it does not speak that one any more. */
export function wordsIn({ languages }: { languages: Languages }, language: string): Words {
  return languages.get(language) ?? languages.get(ownLanguage({ languages })) ?? english
}

/** The name of the language that these words are in. */
export function languageNamed(shop: { languages: Languages }, words: Words): string {
  for (const [name, own] of shop.languages) if (own === words) return name
  return ownLanguage(shop)
}

/** Where the pages of a language begin: nowhere for the shop's own, otherwise `/fr`. */
export function startOfPages(shop: { languages: Languages }, language: string): string {
  return language === ownLanguage(shop) ? '' : `/${language}`
}
