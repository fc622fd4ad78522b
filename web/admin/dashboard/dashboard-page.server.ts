import type { Product } from '#domain/catalog/product.ts'
import { sizeLevel } from '#domain/catalog/stock-edit.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { taskName } from '#domain/outbox/task-kinds.ts'
import { formatCents } from '#domain/money.ts'
import { MAX_WAITING, readDashboard } from '#operations/orders/read-dashboard.ts'
import type { Shop } from '#operations/shop.ts'
import { overRefundedViews } from '#web/admin/over-refunded.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import { stepsLeft } from '#web/admin/start/start-notice.server.ts'
import { showsTaxNotice } from '#web/admin/taxes/tax-notice.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import type { DayOfFigures, Figures } from '#operations/sales/read-figures.ts'
import { chosenPeriod } from '#web/admin/reports/reports-page.server.ts'
import type { DayOfSales } from './daily-revenue.tsx'
import DashboardPage, { type DashboardPageProps, type FigureView } from './dashboard-page.tsx'
import { waitingItems } from './waiting-work.server.ts'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage(
    '/admin/overview',
    'reports.read',
    'admin/dashboard/dashboard-page',
    DashboardPage,
    loadDashboardPage,
    ['from', 'to'],
  ),
]

const DAY = new Intl.DateTimeFormat('en-CA', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** More bars cannot be told apart on a phone. */
const MAX_BARS = 92

/** The staff page for mails that do not belong to an order. */
const PLACES: Record<string, { href: string; permission: Permission }> = {
  'contact-message': { href: '/admin/messages', permission: 'messages.read' },
  'message-answer': { href: '/admin/messages', permission: 'messages.read' },
  'newsletter-confirm': { href: '/admin/subscribers', permission: 'subscribers.read' },
}

export async function loadDashboardPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const { period, choice } = chosenPeriod(shop, request.query)
  const overview = await readDashboard(shop, period).catch((error: unknown) => {
    shop.log.error('The overview could not be loaded', error)
    return null
  })
  const time = staffTime(shop)
  const permissions = request.staff?.permissions ?? []
  return {
    status: 200,
    head: staffHead('Overview', '/admin/overview'),
    props: {
      frame: await staffFrameProps(shop, request),
      choice,
      overRefunded: await overRefundedViews(shop, request),
      hasStartingTax: await showsTaxNotice(shop, request),
      stepsLeft: await stepsLeft(shop, request),
      newerVersion: permissions.includes('settings.write') ? (shop.updates?.newer ?? null) : null,
      overview: overview && {
        waiting: waitingItems(overview.waiting, MAX_WAITING, permissions),
        figures: figureViews(overview.figures),
        ...barsOf(overview.figures),
        mailService: {
          outage: overview.mailOutage && {
            waiting: overview.mailOutage.waiting,
            since: time(overview.mailOutage.failingSince),
            failure: overview.mailOutage.failure,
          },
          bounced: overview.bounced,
        },
        failedMails: {
          total: overview.failedMails.total,
          shown: overview.failedMails.tasks.map(({ id, kind, orderNumber, delivery, error, at }) => ({
            id,
            name: [
              taskName(kind, delivery ?? 'ship'),
              ...(orderNumber === null ? [] : [`order ${orderNumber}`]),
            ].join(', '),
            href: placeOf(kind, orderNumber, permissions),
            at: time(at),
            error,
          })),
        },
        bestSellers: overview.bestSellers,
        shelf: [...overview.soldOut, ...overview.lowStock].map((product, at) => ({
          id: product.id,
          name: product.name,
          href: permissions.includes('products.read')
            ? `/admin/dashboard?q=${encodeURIComponent(product.name)}`
            : null,
          left: at < overview.soldOut.length ? 'Sold out' : unitsLeft(product),
        })),
      },
    } satisfies DashboardPageProps,
  }
}

/** Each figure with its change. */
function figureViews({ summary, before }: Figures): FigureView[] {
  const earlier = before.summary
  const figure = (label: string, now: number, then: number, format: (amount: number) => string) => ({
    label,
    value: format(now),
    before: `${changeWords(now, then)}${format(then)} before`,
    isMain: label === 'Revenue',
  })
  const count = (units: number) => units.toLocaleString('en-CA')
  return [
    figure('Revenue', summary.revenue, earlier.revenue, formatCents),
    figure('Orders', summary.orders, earlier.orders, count),
    figure('Average order', summary.average, earlier.average, formatCents),
    figure('Net sales', summary.net, earlier.net, formatCents),
    figure('Discounts', summary.discounts, earlier.discounts, formatCents),
    figure('Refunded', summary.returned, earlier.returned, formatCents),
    figure('Tax', summary.tax, earlier.tax, formatCents),
  ]
}

/** `+12%, `: by how much it changed; nothing where there is nothing to compare with. */
function changeWords(now: number, then: number): string {
  const percent = then === 0 ? 0 : Math.round(((now - then) / Math.abs(then)) * 100)
  if (percent === 0) return ''
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toLocaleString('en-CA')}%, `
}

/** The days of a period, or some together where they are many. */
function barsOf({ days, before }: Figures): { days: DayOfSales[]; unit: string } {
  const size = days.length <= MAX_BARS ? 1 : days.length <= 7 * MAX_BARS ? 7 : 28
  const bars = (all: readonly DayOfFigures[]) =>
    Array.from({ length: Math.ceil(all.length / size) }, (_, at) => {
      const own = all.slice(at * size, (at + 1) * size)
      const sum = (of: 'orders' | 'revenue') => own.reduce((so, one) => so + one[of], 0)
      return { day: daysWords(own[0]!.day, own.at(-1)!.day), orders: sum('orders'), cents: sum('revenue') }
    })
  const earlier = bars(before.days)
  return {
    days: bars(days).map((bar, at) => {
      const then = earlier[at]
      return {
        ...bar,
        revenue: formatCents(bar.cents),
        before: then ? { day: then.day, cents: then.cents, revenue: formatCents(then.cents) } : null,
      }
    }),
    unit: size === 1 ? 'day' : size === 7 ? 'week' : 'four weeks',
  }
}

function daysWords(first: string, last: string): string {
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  return first === last ? DAY.format(at(first)) : DAY_OF_YEAR.formatRange(at(first), at(last))
}

/** `M 0 · L 2`: the sizes that run low; without counts of its sizes, what is left of the product. */
function unitsLeft(product: Product): string {
  const few = product.sizes.filter(({ stock }) => sizeLevel(stock) !== 'enough')
  return few.length === 0
    ? `${product.stock} left`
    : few.map(({ size, stock }) => `${size} ${stock}`).join(' · ')
}

/** The staff page about the subject of a mail; null where the role does not allow it. */
function placeOf(
  kind: string,
  orderNumber: string | null,
  permissions: readonly Permission[],
): string | null {
  const place =
    orderNumber === null
      ? PLACES[kind]
      : { href: `/admin/orders/${orderNumber}`, permission: 'orders.read' as const }
  return place && permissions.includes(place.permission) ? place.href : null
}
