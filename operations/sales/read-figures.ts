import { sumEntries, sumOwed } from '#db/gift-cards/gift-card-list.ts'
import { readSales } from '#db/sales/sales-days.ts'
import { countReturnedUnits } from '#db/returns/returned-units.ts'
import { findAwaitedSizes } from '#db/reminders/reminders.ts'
import { readOnHand } from '#db/stock/on-hand.ts'
import { daysOf, periodBefore, rangeOf, type Period } from '#domain/sales/period.ts'
import {
  giftCardReport,
  REPORTS,
  stockReport,
  summaryOf,
  type Report,
  type ReportName,
  type SalesSummary,
} from '#domain/sales/reports.ts'
import { returnsReport } from '#domain/returns/returns-report.ts'
import { SLOT_MS, type Sales } from '#domain/sales/sales.ts'
import { addDays, shopDay, startOfDay, startsOfDays, type ShopDay } from '#domain/shop-day.ts'
import { paymentMethod } from '#operations/order-facts.ts'
import type { Shop } from '#operations/shop.ts'

/** The sales of one day. */
export interface DayOfFigures {
  day: ShopDay
  orders: number
  revenue: number
}

/**
 * The figures of a period, and of as many days before it. While the period is not over, those end at the same time of
 * the day.
 */
export interface Figures {
  sales: Sales
  summary: SalesSummary
  days: DayOfFigures[]
  before: { period: Period; summary: SalesSummary; days: DayOfFigures[] }
}

/** Reads what was sold in a period. */
export async function readPeriod(shop: Shop, period: Period): Promise<Sales> {
  const range = rangeOf(period, shop.settings.timeZone)
  return readSales(shop.database, { ...range, now: shop.now() })
}

/** Reads the figures of a period and of the one before. */
export async function readFigures(shop: Shop, period: Period): Promise<Figures> {
  const { timeZone } = shop.settings
  const now = shop.now()
  const earlier = periodBefore(period)
  const range = rangeOf(earlier, timeZone)
  const today = shopDay(now, timeZone)
  const isUnderWay = period.from <= today && today <= period.to
  const sinceMidnight = now - startOfDay(today, timeZone)!
  const sameDay = addDays(earlier.from, daysOf({ from: period.from, to: today }) - 1)
  const until = isUnderWay
    ? Math.min(range.until, startOfDay(sameDay, timeZone)! + sinceMidnight)
    : range.until
  const [sales, before] = await Promise.all([
    readPeriod(shop, period),
    readSales(shop.database, { from: range.from, until, now }),
  ])
  return {
    sales,
    summary: summaryOf(sales),
    days: byDay(sales, period, timeZone),
    before: { period: earlier, summary: summaryOf(before), days: byDay(before, earlier, timeZone) },
  }
}

/** A report of a period. */
export async function readReport(shop: Shop, name: ReportName, period: Period): Promise<Report> {
  const sales = await readPeriod(shop, period)
  return REPORTS[name].of({
    ...sales,
    methods: sales.methods.map(({ of, sums }) => ({
      of: { gateway: paymentMethod(shop, of.gateway) },
      sums,
    })),
  })
}

/** The same, or what is in stock or comes back beside what was sold, or what gift cards came to. */
export async function readAnyReport(
  shop: Shop,
  name: ReportName | 'stock' | 'returns' | 'gift-cards',
  period: Period,
): Promise<Report> {
  if (name === 'gift-cards') return readGiftCardReport(shop, period)
  if (name === 'returns') {
    const range = rangeOf(period, shop.settings.timeZone)
    const returned = countReturnedUnits(shop.database.db, range)
    return returnsReport(await readPeriod(shop, period), await returned)
  }
  if (name !== 'stock') return readReport(shop, name, period)
  const [sales, onHand, awaited] = await Promise.all([
    readPeriod(shop, period),
    readOnHand(shop.database.db),
    findAwaitedSizes(shop.database.db),
  ])
  const today = shopDay(shop.now(), shop.settings.timeZone)
  const days = daysOf({ ...period, to: period.to > today ? today : period.to })
  return stockReport(sales, onHand, Math.max(1, days), awaited)
}

/** What gift cards and store credit came to by day. The last day's balance is the sum of the ledger until then. */
async function readGiftCardReport(
  { database: { db }, settings: { timeZone } }: Shop,
  period: Period,
): Promise<Report> {
  const { from, until } = rangeOf(period, timeZone)
  const [owed, slots] = await Promise.all([sumOwed(db, from), sumEntries(db, { from, until })])
  const days = slots.map(({ slot, ...entry }) => ({ ...entry, day: shopDay(slot * SLOT_MS, timeZone) }))
  return giftCardReport(days, owed)
}

function byDay({ paid, returned }: Sales, period: Period, timeZone: string): DayOfFigures[] {
  const days = startsOfDays(period, timeZone).map((day) => ({ ...day, orders: 0, revenue: 0 }))
  const dayOf = (slot: number) => {
    let [first, last] = [0, days.length - 1]
    while (first < last) {
      const middle = Math.ceil((first + last) / 2)
      if (days[middle]!.begins <= slot * SLOT_MS) first = middle
      else last = middle - 1
    }
    return days[first]!
  }
  for (const { slot, orders, cents } of paid) {
    const day = dayOf(slot)
    day.orders += orders
    day.revenue += cents
  }
  for (const { slot, cents } of returned) dayOf(slot).revenue -= cents
  return days.map(({ begins: _begins, ...day }) => day)
}
