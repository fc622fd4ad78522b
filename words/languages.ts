import { english } from './en/english.ts'
import type { Translation } from './en/language.ts'

/** Everything that the shop says to shoppers, and every email, in one language. */
export type Words = Translation<typeof english>

/** The languages of a shop, by the names that orders and addresses have for them. The first one is its own. */
export type Languages = ReadonlyMap<string, Words>

/** Another language is a folder beside `en/` and an entry here. */
export const LANGUAGES: Languages = new Map([['en', english]])

/** The words in a language; in the shop's own when it does not speak that one. */
export function wordsIn({ languages }: { languages: Languages }, language: string): Words {
  return languages.get(language) ?? english
}
