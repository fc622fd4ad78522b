import type { Product } from '#domain/catalog/product.ts'
import { sizeLevel } from '#domain/catalog/stock-edit.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { taskName } from '#domain/outbox/task-kinds.ts'
import { formatCad } from '#domain/money.ts'
import { MAX_WAITING, readDashboard } from '#operations/orders/read-dashboard.ts'
import type { Shop } from '#operations/shop.ts'
import { overRefundedViews } from '#web/admin/over-refunded.server.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import { showsTaxNotice } from '#web/admin/taxes/tax-notice.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import DashboardPage, { type DashboardPageProps } from './dashboard-page.tsx'
import { waitingItems } from './waiting-work.server.ts'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage(
    '/admin/overview',
    'reports.read',
    'admin/dashboard/dashboard-page',
    DashboardPage,
    loadDashboardPage,
  ),
]

const DAY = new Intl.DateTimeFormat('en-CA', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** The staff page for mails that do not belong to an order. */
const PLACES: Record<string, { href: string; permission: Permission }> = {
  'contact-message': { href: '/admin/messages', permission: 'messages.read' },
  'newsletter-confirm': { href: '/admin/subscribers', permission: 'subscribers.read' },
}

export async function loadDashboardPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const overview = await readDashboard(shop).catch((error: unknown) => {
    shop.log.error('The overview could not be loaded', error)
    return null
  })
  const time = staffTime(shop)
  const permissions = request.staff?.permissions ?? []
  return {
    status: 200,
    head: {
      title: 'Overview – Redemption',
      description: 'For the staff of the shop.',
      canonical: '/admin/overview',
      noindex: true,
    },
    props: {
      frame: await staffFrameProps(shop, request),
      overRefunded: await overRefundedViews(shop, request),
      hasStartingTax: await showsTaxNotice(shop, request),
      newerVersion: permissions.includes('settings.write') ? (shop.updates?.newer ?? null) : null,
      overview: overview && {
        waiting: waitingItems(overview.waiting, MAX_WAITING, permissions),
        periods: overview.periods.map(({ label, orders, revenue, average }) => ({
          label,
          orders,
          revenue: formatCad(revenue),
          average: formatCad(average),
        })),
        days: overview.days.map(({ day, orders, revenue }) => ({
          day: DAY.format(new Date(`${day}T00:00:00Z`)),
          orders,
          revenue: formatCad(revenue),
          cents: revenue,
        })),
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
