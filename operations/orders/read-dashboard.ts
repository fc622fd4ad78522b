import { countUnanswered } from '#db/inbox/contact-messages.ts'
import { countBounces } from '#db/mail/bounced-addresses.ts'
import { readMailOutage, type MailOutage } from '#db/mail/mail-outage.ts'
import { countWaitingMails, readGivenUpTasks, type GivenUpTask } from '#db/outbox/given-up-tasks.ts'
import { countOrders } from '#db/orders/order-list.ts'
import { addDays, shopDay, startOfDay } from '#domain/shop-day.ts'
import type { ProductId } from '#domain/ids.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Period } from '#domain/sales/period.ts'
import { sumRows, type Sales } from '#domain/sales/sales.ts'
import { countWaitingWords } from '#operations/fit/moderate-fit-words.ts'
import { readFigures, type Figures } from '#operations/sales/read-figures.ts'
import type { Shop } from '#operations/shop.ts'

/** The period of the overview, until staff choose another, and of the failed mails. */
const USUAL_DAYS = 30
const MAX_LISTED = 8
const MAX_FAILED = 20

/** How much waits for staff. Orders are counted up to MAX_WAITING + 1. */
export interface WaitingCounts {
  toFulfil: number
  toReview: number
  needsAttention: number
  messages: number
  /** What customers wrote about how pieces fit. */
  fitWords: number
  lowStock: number
  failedMails: number
}

/** Waiting orders are counted up to this number; one more means that there are more. */
export const MAX_WAITING = 999

/** How often a product was sold, without what was refunded. */
interface SoldProduct {
  productId: ProductId
  name: string
  units: number
}

/** The figures of a period, and what waits for staff. */
export interface DashboardFigures {
  period: Period
  figures: Figures
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

/** The last thirty days of the shop's time zone. */
export function usualPeriod(shop: Pick<Shop, 'now' | 'settings'>): Period {
  const today = shopDay(shop.now(), shop.settings.timeZone)
  return { from: addDays(today, 1 - USUAL_DAYS), to: today }
}

/** Reads the sales figures of a period, and what waits. */
export async function readDashboard(
  shop: Shop,
  period: Period = usualPeriod(shop),
): Promise<DashboardFigures> {
  const since = startOfDay(usualPeriod(shop).from, shop.settings.timeZone) ?? 0
  const few = (stock: 'low' | 'out') =>
    shop.catalog.listForStaff({ stock, sort: 'stock', limit: MAX_LISTED, offset: 0 })
  const [
    figures,
    low,
    out,
    failedMails,
    outage,
    bounced,
    toFulfil,
    toReview,
    needsAttention,
    messages,
    fitWords,
  ] = await Promise.all([
    readFigures(shop, period),
    few('low'),
    few('out'),
    readGivenUpTasks(shop.database.db, { since, limit: MAX_FAILED }),
    readMailOutage(shop.database.db),
    countBounces(shop.database.db),
    countOrders(shop.database, 'to-fulfil', MAX_WAITING + 1),
    countOrders(shop.database, 'to-review', MAX_WAITING + 1),
    countOrders(shop.database, 'needs-attention', MAX_WAITING + 1),
    countUnanswered(shop.database.db),
    countWaitingWords(shop),
  ])
  return {
    period,
    figures,
    bestSellers: bestOf(figures.sales),
    waiting: {
      toFulfil,
      toReview,
      needsAttention,
      messages,
      fitWords,
      lowStock: low.total,
      failedMails: failedMails.total,
    },
    lowStock: low.products,
    soldOut: out.products,
    failedMails,
    mailOutage: await withWaiting(shop, outage),
    bounced,
  }
}

/** The best-selling products, best first. */
function bestOf({ items }: Sales): SoldProduct[] {
  const names = new Map<ProductId, string>()
  for (const { of } of items) if (of.name > (names.get(of.productId) ?? '')) names.set(of.productId, of.name)
  const inOrder = (a: string, b: string) => (a < b ? -1 : Number(a > b))
  return sumRows(
    items.map(({ of: { productId }, sums: { units, refundedUnits } }) => ({
      of: { productId },
      sums: { units: units - refundedUnits },
    })),
  )
    .map(({ of: { productId }, sums: { units } }) => ({ productId, name: names.get(productId) ?? '', units }))
    .filter(({ units }) => units > 0)
    .toSorted((a, b) => b.units - a.units || inOrder(a.productId, b.productId))
    .slice(0, MAX_LISTED)
}

async function withWaiting(
  { database }: Shop,
  outage: MailOutage | null,
): Promise<DashboardFigures['mailOutage']> {
  const waiting = outage === null ? 0 : await countWaitingMails(database.db)
  return outage === null || waiting === 0 ? null : { ...outage, waiting }
}
