import { listedShipping } from '#domain/checkout/shipping/listed-shipping.ts'
import { feedFaults, type FeedFault } from '#domain/catalog/feed.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import type { Shop } from '#operations/shop.ts'
import { findUntranslated } from '#operations/translations/read-texts.ts'
import { catalogDocuments } from '#web/http/files/catalog-documents.ts'
import { catalogPages } from '#web/search-engines/catalog-pages.server.ts'
import { feedCountries, MAX_PLACES } from '#web/search-engines/feed-rows.server.ts'
import { ownLanguage } from '#words/languages.ts'

/** A product of the feeds that lacks something. `missingIn`: the languages in which it is not told yet. */
export interface FaultyProduct {
  id: string
  name: string
  faults: FeedFault[]
  missingIn: string[]
}

/** What the feeds have now, and what of it is missing. */
export interface FeedReport {
  products: number
  rows: number
  /** How many rows the feed for a country has. */
  rowsIn: Readonly<Record<string, number>>
  /** How many products lack each. */
  counts: Readonly<Partial<Record<FeedFault['kind'], number>>>
  faulty: readonly FaultyProduct[]
}

const reports = new WeakMap<Shop, { state: string; report: Promise<FeedReport> }>()

/** The report of the catalogue as it is, made once for each change of it. */
export function feedReport(shop: Shop): Promise<FeedReport> {
  const state = catalogDocuments(shop).state()
  const known = reports.get(shop)
  if (known?.state === state) return known.report
  const report = makeReport(shop)
  reports.set(shop, { state, report })
  report.catch(() => reports.delete(shop))
  return report
}

async function makeReport(shop: Shop): Promise<FeedReport> {
  const tariff = await currentTariff(shop)
  const others = [...shop.languages.keys()].filter((one) => one !== ownLanguage(shop))
  const rowsIn = new Map((await feedCountries(shop)).map((country) => [country, 0]))
  const counts = new Map<FeedFault['kind'], number>()
  const faulty: FaultyProduct[] = []
  let [products, rows] = [0, 0]
  for await (const batch of catalogPages(shop.catalog)) {
    const goods = batch.filter((product) => !isGiftCard(product))
    const lacking = await findUntranslated(shop, others, goods)
    for (const product of goods) {
      const { id, name, sizes } = product
      const own = Math.max(1, sizes.length)
      products += 1
      rows += own
      const sentTo = new Set(listedShipping(tariff, product, MAX_PLACES).map(({ country }) => country))
      for (const country of sentTo) rowsIn.set(country, (rowsIn.get(country) ?? 0) + own)
      const missingIn = lacking.get(id) ?? []
      const faults = feedFaults(product)
      if (missingIn.length > 0) faults.push({ kind: 'translation', sizes: [] })
      for (const { kind } of faults) counts.set(kind, (counts.get(kind) ?? 0) + 1)
      if (faults.length > 0) faulty.push({ id, name, faults, missingIn })
    }
  }
  return { products, rows, rowsIn: Object.fromEntries(rowsIn), counts: Object.fromEntries(counts), faulty }
}
