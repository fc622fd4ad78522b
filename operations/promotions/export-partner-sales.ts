import type { CsvCell } from '#domain/csv.ts'
import { decimalDollars, signedCents } from '#domain/money.ts'
import { shopDay } from '#domain/shop-day.ts'
import type { Shop } from '#operations/shop.ts'
import { listPartners, partnerOrders, sumOrders, type Days } from './partner-sales.ts'

/** The headings of the partners' sales. */
export const PARTNER_COLUMNS = [
  'Person',
  'Code',
  'Order',
  'Paid',
  ...['Revenue', 'Discount', 'Refunds', 'Net'].map((amount) => `${amount} (CAD)`),
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
