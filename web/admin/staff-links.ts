import type { Permission } from '#domain/staff/permissions.ts'

/**
 * The screens of the staff area, in the order of the header, for those whose role allows them. `opens`: the query that
 * the header adds, for the tab to start with. `isSetting`: the header shows it below Settings.
 */
export const STAFF_LINKS = [
  { href: '/admin/dashboard', label: 'Products', permission: 'products.read' },
  { href: '/admin/overview', label: 'Overview', permission: 'reports.read' },
  { href: '/admin/orders', label: 'Orders', permission: 'orders.read', opens: '?state=to-fulfil' },
  { href: '/admin/packing', label: 'Packing', permission: 'orders.fulfil' },
  { href: '/admin/returns', label: 'Returns', permission: 'orders.read' },
  { href: '/admin/messages', label: 'Messages', permission: 'messages.read' },
  { href: '/admin/subscribers', label: 'Subscribers', permission: 'subscribers.read' },
  { href: '/admin/promotions', label: 'Promotions', permission: 'promotions.write' },
  { href: '/admin/drops', label: 'Drops', permission: 'products.write' },
  { href: '/admin/gift-cards', label: 'Gift cards', permission: 'gift-cards.write' },
  { href: '/admin/size-charts', label: 'Size charts', permission: 'products.write' },
  { href: '/admin/settings', label: 'Settings', permission: 'settings.write', isSetting: true },
  { href: '/admin/books', label: 'Books', permission: 'reports.read', isSetting: true },
  { href: '/admin/people', label: 'People', permission: 'staff.manage', isSetting: true },
  { href: '/admin/activity', label: 'Activity', permission: 'activity.read', isSetting: true },
  { href: '/admin/connections', label: 'Connections', permission: 'connections.use', isSetting: true },
  { href: '/admin/webhooks', label: 'Webhooks', permission: 'webhooks.write', isSetting: true },
  { href: '/admin/monitoring', label: 'Monitoring', permission: 'monitoring.read', isSetting: true },
  { href: '/admin/backups', label: 'Backups', permission: 'backups.use', isSetting: true },
  { href: '/admin/keys', label: 'API keys', permission: 'keys.use', isSetting: true },
  { href: '/admin/account', label: 'Account', permission: 'account.use' },
] as const satisfies readonly StaffLink[]

interface StaffLink {
  href: string
  label: string
  permission: Permission
  opens?: string
  isSetting?: boolean
}

export type StaffAddress = (typeof STAFF_LINKS)[number]['href']

/** How many items need action, by the screen that lists them. */
export type Waiting = Partial<Record<StaffAddress, number>>

/** The largest number in a badge; more is `99+`. */
export const MAX_BADGE_COUNT = 99

/** A count, or `99+` when it is larger than `largest`. */
export function boundedCount(count: number, largest = MAX_BADGE_COUNT): string {
  return count > largest ? `${largest}+` : String(count)
}

/** The header links that a role allows. */
export function linksFor(
  permissions: readonly Permission[],
): readonly (StaffLink & { href: StaffAddress })[] {
  return STAFF_LINKS.filter(({ permission }) => permissions.includes(permission))
}

/** The start screen of a role; without any, where its members set up their second factor. */
export function firstScreen(permissions: readonly Permission[]): string {
  const [first] = linksFor(permissions)
  return first ? first.href + (first.opens ?? '') : '/admin/set-up'
}
