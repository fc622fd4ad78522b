import { charging } from '#domain/charged-currency.ts'
import type { CsvCell } from '#domain/csv.ts'
import { decimalDollars, signedCents } from '#domain/money.ts'
import {
  listPromotedOrders,
  type PromotedOrder,
  type PromotionSales,
} from '#db/promotions/promotion-sales.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { addDays, shopDay, startOfDay } from '#domain/shop-day.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** A person whose code a promotion is, with all promotions that are theirs. */
export interface Partner {
  name: string
  promotions: readonly Promotion[]
}

/** What a partner's orders came to, in cents. `net`: the revenue without what was refunded. */
export interface PartnerSales extends PromotionSales {
  net: number
}

/** Days in the shop's time zone, with both ends. */
export interface Days {
  from: string
  to: string
}

/** The months that a partner sees, with the current one. */
const MONTHS = 12

/** Everyone whose code a promotion is, by name. */
export async function listPartners(shop: Shop): Promise<Partner[]> {
  const { promotions } = await currentSetting(shop, PROMOTIONS)
  const owned = promotions.filter(({ partner, trigger }) => partner !== '' && trigger === 'code')
  return [...Map.groupBy(owned, ({ partner }) => partner)]
    .map(([name, theirs]) => ({ name, promotions: theirs }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** The orders of a partner that were paid on these days. */
export async function partnerOrders(
  { database, settings: { timeZone } }: Shop,
  { promotions }: Partner,
  { from, to }: Days,
): Promise<PromotedOrder[]> {
  const begin = startOfDay(from, timeZone)
  const end = startOfDay(addDays(to, 1), timeZone)
  if (begin === null || end === null) return []
  const ids = promotions.map(({ id }) => id)
  return oneForEach(await listPromotedOrders(database.db, ids, { from: begin, until: end }))
}

/** An order that used two promotions of one partner counts once, with both discounts. */
function oneForEach(rows: readonly PromotedOrder[]): PromotedOrder[] {
  return [...Map.groupBy(rows, ({ number }) => number).values()].map((same) => ({
    ...same[0]!,
    code: same.flatMap(({ code }) => code ?? []).join(', ') || null,
    discount: same.reduce((sum, { discount }) => sum + discount, 0),
  }))
}

/** What orders came to together. */
export function sumOrders(orders: readonly PromotedOrder[]): PartnerSales {
  const sum = (of: (order: PromotedOrder) => number) => orders.reduce((all, order) => all + of(order), 0)
  const [revenue, refunds] = [sum((one) => one.revenue), sum((one) => one.refunds)]
  return {
    orders: orders.length,
    revenue,
    discount: sum((one) => one.discount),
    refunds,
    net: revenue - refunds,
  }
}

/** The headings of the partners' sales. */
export const partnerColumns = () => [
  'Person',
  'Code',
  'Order',
  'Paid',
  ...['Revenue', 'Discount', 'Refunds', 'Net'].map((amount) => `${amount} (${charging.currency})`),
]

/** The orders of every partner that were paid on these days, a row for each. */
export async function* exportPartnerSales(shop: Shop, days: Days): AsyncGenerator<CsvCell[][]> {
  const money = (amount: number) => decimalDollars(signedCents(amount))
  for (const partner of await listPartners(shop)) {
    const orders = await partnerOrders(shop, partner, days)
    yield orders.map((order): CsvCell[] => {
      const { revenue, discount, refunds, net } = sumOrders([order])
      const paid = shopDay(order.paidAt, shop.settings.timeZone)
      const amounts = [revenue, discount, refunds, net].map(money)
      return [partner.name, order.code, order.number, paid, ...amounts]
    })
  }
}

/** A partner's own page. Its key is for this promotion and name: with another name it opens no more. */
export function partnerPath(
  { signedLinks }: Pick<Shop, 'signedLinks'>,
  { name, promotions }: Partner,
): string {
  const { id } = promotions[0]!
  return `/partner/${id}?key=${signedLinks.keyFor('partner', `${id} ${name}`)}`
}

/** What a partner's orders came to in each of the last months, newest first; null: the link opens nothing. */
export async function openPartnerLink(
  shop: Shop,
  { id, key }: { id: string; key: string },
): Promise<{ name: string; codes: string[]; months: ({ month: string } & PartnerSales)[] } | null> {
  const partners = await listPartners(shop)
  const partner = partners.find(({ promotions }) => promotions.some((one) => one.id === id))
  if (!partner || !shop.signedLinks.opens(key, 'partner', `${id} ${partner.name}`)) return null
  const { timeZone } = shop.settings
  const today = shopDay(shop.now(), timeZone)
  const months = Array.from({ length: MONTHS }, (_, ago) => monthBefore(today, ago))
  const orders = await partnerOrders(shop, partner, { from: `${months.at(-1)}-01`, to: today })
  const monthOf = ({ paidAt }: PromotedOrder) => shopDay(paidAt, timeZone).slice(0, 7)
  return {
    name: partner.name,
    codes: partner.promotions.flatMap(({ codes }) => codes),
    months: months.map((month) => ({
      month,
      ...sumOrders(orders.filter((order) => monthOf(order) === month)),
    })),
  }
}

/** `2026-11` of a day, or some months before. */
function monthBefore(day: string, ago: number): string {
  const month = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  month.setUTCMonth(month.getUTCMonth() - ago)
  return month.toISOString().slice(0, 7)
}
