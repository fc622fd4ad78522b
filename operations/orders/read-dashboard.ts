import { countUnanswered } from '#db/inbox/contact-messages.ts'
import { countBounces } from '#db/mail/bounced-addresses.ts'
import { readMailOutage, type MailOutage } from '#db/mail/mail-outage.ts'
import { countWaitingMails, readGivenUpTasks, type GivenUpTask } from '#db/outbox/given-up-tasks.ts'
import { countOrders } from '#db/orders/order-list.ts'
import { readSales } from '#db/sales/sales-days.ts'
import { SLOT_MS, type SoldProduct } from '#db/sales/sales.ts'
import { addDays, shopDay, startOfDay, type ShopDay } from '#domain/shop-day.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Shop } from '#operations/shop.ts'

/** The periods of the dashboard, with their labels. */
const PERIODS = [
  { label: 'Today', days: 1 },
  { label: 'Last 7 days', days: 7 },
  { label: 'Last 30 days', days: 30 },
] as const

const MAX_DAYS = 30
const MAX_LISTED = 8
const MAX_FAILED = 20

/** Sales of one day or period. Whole cents; revenue is payments minus refunds. */
export interface Sales {
  orders: number
  revenue: number
}

/** How much waits for staff. Orders are counted up to MAX_WAITING + 1. */
export interface WaitingCounts {
  toFulfil: number
  needsAttention: number
  messages: number
  lowStock: number
  failedMails: number
}

/** Waiting orders are counted up to this number; one more means that there are more. */
export const MAX_WAITING = 999

/**
 * Sales figures. `days` are the last thirty, oldest first. `average` is per order, before refunds and without what was
 * paid later for a change of an order.
 */
export interface DashboardFigures {
  periods: (Sales & { label: string; average: number })[]
  days: (Sales & { day: ShopDay })[]
  bestSellers: SoldProduct[]
  waiting: WaitingCounts
  lowStock: Product[]
  soldOut: Product[]
  /** The latest mails that could not be sent in the last thirty days, and how many there are. */
  failedMails: { tasks: GivenUpTask[]; total: number }
  /** The mail service fails, and so many mails wait for it; null while it works or none waits. */
  mailOutage: (MailOutage & { waiting: number }) | null
  /** The number of bounced addresses. */
  bounced: number
}

/** Reads the sales figures, in days of the shop's time zone. */
export async function readDashboard(shop: Shop): Promise<DashboardFigures> {
  const { timeZone } = shop.settings
  const today = shopDay(shop.now(), timeZone)
  const first = addDays(today, 1 - MAX_DAYS)
  const since = startOfDay(first, timeZone) ?? 0
  const few = (stock: 'low' | 'out') =>
    shop.catalog.listForStaff({ stock, sort: 'stock', limit: MAX_LISTED, offset: 0 })
  const [
    { paid, returned, sold },
    low,
    out,
    failedMails,
    outage,
    bounced,
    toFulfil,
    needsAttention,
    messages,
  ] = await Promise.all([
    readSales(shop.database, { since, now: shop.now() }),
    few('low'),
    few('out'),
    readGivenUpTasks(shop.database.db, { since, limit: MAX_FAILED }),
    readMailOutage(shop.database.db),
    countBounces(shop.database.db),
    countOrders(shop.database, 'to-fulfil', MAX_WAITING + 1),
    countOrders(shop.database, 'needs-attention', MAX_WAITING + 1),
    countUnanswered(shop.database.db),
  ])
  const byDay = new Map<
    ShopDay,
    { begins: number; orders: number; placed: number; paid: number; returned: number }
  >()
  for (let day = first; day <= today; day = addDays(day, 1))
    byDay.set(day, { begins: startOfDay(day, timeZone) ?? 0, orders: 0, placed: 0, paid: 0, returned: 0 })
  const days = [...byDay]
  const latestFirst = [...byDay.values()].toReversed()
  const dayOf = (slot: number) => latestFirst.find(({ begins }) => begins <= slot * SLOT_MS)
  for (const { slot, orders, cents } of paid) {
    const day = dayOf(slot)
    if (!day) continue
    day.orders += orders
    day.paid += cents
    if (orders > 0) day.placed += cents
  }
  for (const { slot, cents } of returned) {
    const day = dayOf(slot)
    if (day) day.returned += cents
  }
  return {
    periods: PERIODS.map(({ label, days: length }) => {
      const within = days.slice(-length).map(([, sales]) => sales)
      const sum = (of: 'orders' | 'placed' | 'paid' | 'returned') =>
        within.reduce((total, sales) => total + sales[of], 0)
      const orders = sum('orders')
      return {
        label,
        orders,
        revenue: sum('paid') - sum('returned'),
        average: orders === 0 ? 0 : Math.round(sum('placed') / orders),
      }
    }),
    days: days.map(([day, sales]) => ({ day, orders: sales.orders, revenue: sales.paid - sales.returned })),
    bestSellers: bestOf(sold),
    waiting: { toFulfil, needsAttention, messages, lowStock: low.total, failedMails: failedMails.total },
    lowStock: low.products,
    soldOut: out.products,
    failedMails,
    mailOutage: await withWaiting(shop, outage),
    bounced,
  }
}

/** The best-selling products, best first. */
function bestOf(sold: readonly SoldProduct[]): SoldProduct[] {
  const inOrder = (a: string, b: string) => (a < b ? -1 : Number(a > b))
  return sold.toSorted((a, b) => b.units - a.units || inOrder(a.productId, b.productId)).slice(0, MAX_LISTED)
}

async function withWaiting(
  { database }: Shop,
  outage: MailOutage | null,
): Promise<DashboardFigures['mailOutage']> {
  const waiting = outage === null ? 0 : await countWaitingMails(database.db)
  return outage === null || waiting === 0 ? null : { ...outage, waiting }
}
