import type { Shop } from '#operations/shop.ts'
import { ownLanguage, wordsIn, type Languages, type Words } from '#words/languages.ts'

/** Where the pages of a language begin: nowhere for the shop's own, otherwise `/fr`. */
export function startOfPages(shop: { languages: Languages }, language: string): string {
  return language === ownLanguage(shop) ? '' : `/${language}`
}

/** The language of a page by its path: `/fr/shop` is in French where the shop speaks it. */
export function languageOfPage(shop: { languages: Languages }, path: string): string {
  const [, first = ''] = path.split('/', 2)
  return shop.languages.has(first) ? first : ownLanguage(shop)
}

/** The language of an answer: pages of the shop name theirs in Accept-Language. */
export function answerLanguage(shop: Pick<Shop, 'languages'>, request: Request): string {
  const [asked = ''] = (request.headers.get('accept-language') ?? '').split(/[,;]/)
  const tag = asked.trim().toLowerCase()
  const spoken = (one: string) => Array.from(shop.languages.keys()).find((name) => name.toLowerCase() === one)
  return spoken(tag) ?? spoken(tag.replace(/-.*/, '')) ?? ownLanguage(shop)
}

/** The words of an answer. */
export function answerWords(shop: Pick<Shop, 'languages'>, request: Request): Words {
  return wordsIn(shop, answerLanguage(shop, request))
}

/** The words for the faults of the contact form, and of the newsletter's. */
export function contactFaults(shop: Pick<Shop, 'languages'>, request: Request): (fault: string) => string {
  const errors: Readonly<Record<string, string>> = answerWords(shop, request)['pages/contact-form'].errors
  return (fault) => errors[fault] ?? fault
}
