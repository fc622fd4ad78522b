import { addDays, startOfDay, type ShopDay } from '#domain/shop-day.ts'

/** Days in the shop's time zone, both included. */
export interface Period {
  from: ShopDay
  to: ShopDay
}

/** The longest period that figures are shown for: five years with their leap days. */
const MAX_DAYS = 5 * 365 + 2

/** How many days a period has. */
export function daysOf({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

/** As many days before a period. */
export function periodBefore(period: Period): Period {
  return { from: addDays(period.from, -daysOf(period)), to: addDays(period.from, -1) }
}

/** When a period begins and ends, in epoch milliseconds, without its end. Days differ in length. */
export function rangeOf({ from, to }: Period, timeZone: string): { from: number; until: number } {
  return { from: startOfDay(from, timeZone)!, until: startOfDay(addDays(to, 1), timeZone)! }
}

/** The quarter of a day, which taxes are usually reported for. */
export function quarterOf(day: ShopDay): Period {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3
  return monthsFrom(day.slice(0, 4), month, 3)
}

/** The month of a day. */
export function monthWith(day: ShopDay): Period {
  return monthsFrom(day.slice(0, 4), Number(day.slice(5, 7)) - 1, 1)
}

/** `2026 Q4`, when a period is a quarter; else null. */
export function quarterName(period: Period): string | null {
  const quarter = quarterOf(period.from)
  const isQuarter = quarter.from === period.from && quarter.to === period.to
  return isQuarter ? `${period.from.slice(0, 4)} Q${Math.ceil(Number(period.to.slice(5, 7)) / 3)}` : null
}

function monthsFrom(year: string, month: number, count: number): Period {
  const day = (at: number, dayOfMonth: number) =>
    new Date(Date.UTC(Number(year), at, dayOfMonth)).toISOString().slice(0, 10)
  return { from: day(month, 1), to: day(month + count, 0) }
}

/** The periods that staff choose from, by today's day. Those that are not over end today. */
export function commonPeriods(today: ShopDay): readonly { label: string; period: Period }[] {
  const [year, month] = [today.slice(0, 4), Number(today.slice(5, 7)) - 1]
  const soFar = ({ from }: Period) => ({ from, to: today })
  const quarter = quarterOf(today)
  return [
    { label: 'Today', period: { from: today, to: today } },
    { label: 'Last 7 days', period: { from: addDays(today, -6), to: today } },
    { label: 'Last 30 days', period: { from: addDays(today, -29), to: today } },
    { label: 'This month', period: soFar(monthsFrom(year, month, 1)) },
    { label: 'Last month', period: monthsFrom(year, month - 1, 1) },
    { label: 'This quarter', period: soFar(quarter) },
    { label: 'Last quarter', period: quarterOf(addDays(quarter.from, -1)) },
    { label: 'This year', period: soFar(monthsFrom(year, 0, 12)) },
  ]
}

/** The quarters that taxes are reported for, the current one first and whole. */
export function lastQuarters(today: ShopDay): readonly { label: string; period: Period }[] {
  const quarters = [quarterOf(today)]
  while (quarters.length < 5) quarters.push(quarterOf(addDays(quarters.at(-1)!.from, -1)))
  return quarters.map((period) => ({ label: quarterName(period)!, period }))
}

/** Why a period cannot be shown; null when it can. */
export function findPeriodFault({ from, to }: Period): string | null {
  if (from > to) return 'The first day is after the last one.'
  return daysOf({ from, to }) > MAX_DAYS ? 'Choose at most five years.' : null
}
