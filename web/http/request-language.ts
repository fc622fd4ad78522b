import type { Shop } from '#operations/shop.ts'
import { pathInLanguage } from '#domain/path-in-language.ts'
import { ownLanguage, startOfPages, wordsIn, type Languages, type Words } from '#words/languages.ts'

/** A page in each language, by their names, and in the shop's own for everyone else; none where there is only one. */
export function alternatesOf(
  shop: { languages: Languages },
  path: string,
): { language: string; path: string }[] {
  if (shop.languages.size === 1) return []
  const pages = Array.from(shop.languages.keys(), (language) => ({
    language,
    path: pathInLanguage(startOfPages(shop, language), path),
  }))
  return [...pages, { language: 'x-default', path }]
}

/** The language of a page by its path: `/fr/shop` is in French where the shop speaks it. */
export function languageOfPage(shop: { languages: Languages }, path: string): string {
  const [, first = ''] = path.split('/', 2)
  return shop.languages.has(first) ? first : ownLanguage(shop)
}

/** The language of the page that a request comes from, which browsers name in Referer; null where none does. */
export function languageOfOrigin(shop: { languages: Languages }, request: Request): string | null {
  const { pathname } = new URL(request.url)
  const language = languageOfPage(shop, pathname)
  if (language !== ownLanguage(shop)) return language
  const from = request.headers.get('referer')
  if (from === null || !URL.canParse(from)) return null
  const page = new URL(from)
  return page.host === request.headers.get('host') ? languageOfPage(shop, page.pathname) : null
}

/** The language of an answer: that of the page it is for; programs name theirs in Accept-Language. */
export function answerLanguage(shop: Pick<Shop, 'languages'>, request: Request): string {
  const ofPage = languageOfOrigin(shop, request)
  if (ofPage !== null) return ofPage
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
