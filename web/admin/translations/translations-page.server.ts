import { normalizeSearch } from '#domain/catalog/search/search.ts'
import { TEXT_KINDS } from '#domain/translations/translation.ts'
import { readTexts, type TranslatedSubject } from '#operations/translations/read-texts.ts'
import { mayTranslate } from '#operations/translations/save-texts.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { FILTER_NAMES, parseFilteredList } from '#web/views/filtered-list.ts'
import { LANGUAGES } from '#words/languages.ts'
import { languageName, textsAddress, translationsAddress } from './translation-address.ts'
import TranslationsPage, { TEXT_STATES, type TranslationsPageProps } from './translations-page.tsx'

export const routes = [
  staffPage(
    '/admin/translations/:language',
    'products.write',
    'admin/translations/translations-page',
    TranslationsPage,
    loadTranslationsPage,
    FILTER_NAMES,
  ),
]

const PAGE_SIZE = 50

export async function loadTranslationsPage(
  shop: Shop,
  request: StaffPageRequest,
): Promise<PageAnswer | Redirect> {
  const language = request.params['language'] ?? ''
  const [own, ...others] = LANGUAGES.keys()
  if (language === own || !LANGUAGES.has(language)) return { redirect: translationsAddress(others[0] ?? '') }
  const query = parseFilteredList(request.query, TEXT_STATES)
  const permissions = request.staff?.permissions ?? []
  const all = (await readTexts(shop, language)).filter(({ subject }) => mayTranslate(subject, permissions))
  const found = all.filter((one) => matches(one, query))
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const page = Math.min(query.page, pages)
  const name = languageName(language)
  return {
    status: 200,
    head: staffHead(`Texts in ${name}`, translationsAddress(language)),
    props: {
      frame: await staffFrameProps(shop, request),
      language,
      name,
      isSpoken: shop.languages.has(language),
      maySet: permissions.includes('settings.write'),
      counts: sum(all),
      query: { ...query, page },
      total: found.length,
      pages,
      subjects: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((one) => ({
        href: textsAddress(language, one.subject),
        name: one.name,
        kind: TEXT_KINDS[one.kind],
        counts: one.counts,
      })),
    } satisfies TranslationsPageProps,
  }
}

function matches(
  { name, texts, counts }: TranslatedSubject,
  { q, state }: Pick<TranslationsPageProps['query'], 'q' | 'state'>,
): boolean {
  if (state === 'open' && counts.missing + counts.changed === 0) return false
  if (state !== '' && state !== 'open' && counts[state] === 0) return false
  const needle = normalizeSearch(q)
  if (needle === '') return true
  const said = [name, ...texts.flatMap(({ text, translation }) => [text, translation])]
  return said.some((text) => normalizeSearch(text).includes(needle))
}

function sum(all: readonly Pick<TranslatedSubject, 'counts'>[]): TranslatedSubject['counts'] {
  const total = { missing: 0, changed: 0, done: 0 }
  for (const { counts } of all) {
    total.missing += counts.missing
    total.changed += counts.changed
    total.done += counts.done
  }
  return total
}
