import type { Permission } from '#domain/staff/permissions.ts'
import type { WaitingCounts } from '#operations/orders/read-dashboard.ts'
import { boundedCount } from '#web/admin/staff-links.ts'
import type { WaitingItem } from './waiting-work.tsx'

/** Each thing that can wait, where it is done, and the permission to see it. */
const KINDS: readonly (Pick<WaitingItem, 'href' | 'isUrgent'> & {
  of: keyof WaitingCounts
  one: string
  many: string
  permission: Permission
})[] = [
  {
    of: 'toFulfil',
    one: 'parcel to ship',
    many: 'parcels to ship',
    href: '/admin/orders?state=to-fulfil',
    permission: 'orders.read',
    isUrgent: false,
  },
  {
    of: 'toReview',
    one: 'order to review',
    many: 'orders to review',
    href: '/admin/orders?state=to-review',
    permission: 'orders.read',
    isUrgent: true,
  },
  {
    of: 'needsAttention',
    one: 'order needs attention',
    many: 'orders need attention',
    href: '/admin/orders?state=needs-attention',
    permission: 'orders.read',
    isUrgent: true,
  },
  {
    of: 'messages',
    one: 'unanswered message',
    many: 'unanswered messages',
    href: '/admin/messages?state=unanswered',
    permission: 'messages.read',
    isUrgent: false,
  },
  {
    of: 'fitWords',
    one: 'customer’s words to read',
    many: 'customers’ words to read',
    href: '/admin/fit?state=waiting',
    permission: 'messages.read',
    isUrgent: false,
  },
  {
    of: 'lowStock',
    one: 'product low in stock',
    many: 'products low in stock',
    href: '/admin/dashboard?stock=low',
    permission: 'products.read',
    isUrgent: false,
  },
  {
    of: 'failedMails',
    one: 'failed email',
    many: 'failed emails',
    href: '#failed-mails',
    permission: 'reports.read',
    isUrgent: true,
  },
]

/** Shown where there are any. */
const RARE: ReadonlySet<keyof WaitingCounts> = new Set(['toReview', 'fitWords', 'failedMails'])

/** What waits, with links to where a role may do it. `most`: counts are known only up to the one after it. */
export function waitingItems(
  counts: WaitingCounts,
  most: number,
  permissions: readonly Permission[],
): WaitingItem[] {
  const shown = KINDS.filter(
    ({ of, permission }) => permissions.includes(permission) && (!RARE.has(of) || counts[of] > 0),
  )
  return shown.map(({ of, one, many, href, isUrgent }) => ({
    label: counts[of] === 1 ? one : many,
    count: boundedCount(counts[of], most),
    href,
    isUrgent,
  }))
}
