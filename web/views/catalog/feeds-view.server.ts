import * as v from 'valibot'
import { FEED_CHANNELS, FEED_FAULTS, type FeedFault } from '#domain/catalog/feed.ts'
import { keysOf } from '#domain/record-of.ts'
import type { Shop } from '#operations/shop.ts'
import { pageParameter } from '#web/views/list-address.ts'
import { ownLanguage } from '#words/languages.ts'
import { feedReport } from './feed-report.server.ts'

const PAGE_SIZE = 25
const KINDS = keysOf(FEED_FAULTS)

/** What of the feeds is shown: those for a country, and the products that lack one thing. Empty: all. */
export const feedsQuery = v.object({
  country: v.fallback(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)), ''),
  kind: v.fallback(v.picklist(['', ...KINDS]), ''),
  page: pageParameter,
})

/** One address of a feed. */
export interface FeedAddress {
  channel: keyof typeof FEED_CHANNELS
  language: string
  url: string
  rows: number
}

/** The feeds as staff see them. `lacks`: how many products lack each thing. */
export interface FeedsView {
  products: number
  countries: string[]
  country: string
  feeds: FeedAddress[]
  lacks: { kind: FeedFault['kind']; products: number }[]
  kind: '' | FeedFault['kind']
  faulty: { id: string; name: string; faults: FeedFault[]; missingIn: string[] }[]
  page: number
  pages: number
  total: number
}

/** Reads the addresses of the feeds, and a page of the products that lack something. */
export async function feedsView(shop: Shop, query: v.InferOutput<typeof feedsQuery>): Promise<FeedsView> {
  const { products, rows, rowsIn, counts, faulty } = await feedReport(shop)
  const country = Object.hasOwn(rowsIn, query.country) ? query.country : ''
  const own = ownLanguage(shop)
  const feeds = keysOf(FEED_CHANNELS).flatMap((channel) =>
    [...shop.languages.keys()].map((language) => {
      const scope = new URLSearchParams({
        ...(language !== own && { language }),
        ...(country !== '' && { country }),
      })
      const url = `${shop.settings.publicUrl}${FEED_CHANNELS[channel].path}${scope.size > 0 ? `?${scope}` : ''}`
      return { channel, language, url, rows: country === '' ? rows : (rowsIn[country] ?? 0) }
    }),
  )
  const { kind } = query
  const chosen = kind === '' ? faulty : faulty.filter(({ faults }) => faults.some((one) => one.kind === kind))
  const pages = Math.max(1, Math.ceil(chosen.length / PAGE_SIZE))
  const page = Math.min(query.page, pages)
  return {
    products,
    countries: Object.keys(rowsIn),
    country,
    feeds,
    lacks: KINDS.flatMap((one) => (counts[one] ? [{ kind: one, products: counts[one] }] : [])),
    kind,
    faulty: chosen.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    page,
    pages,
    total: chosen.length,
  }
}
