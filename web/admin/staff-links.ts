import type { Permission } from '#domain/staff/permissions.ts'

/**
 * The screens of the staff area, in the order of the header, for those whose role allows them. `opens`: the query that
 * the header adds, for the tab to start with.
 */
export const STAFF_LINKS = [
  { href: '/admin/dashboard', label: 'Products', permission: 'products.read' },
  { href: '/admin/overview', label: 'Overview', permission: 'reports.read' },
  { href: '/admin/orders', label: 'Orders', permission: 'orders.read', opens: '?state=to-fulfil' },
  { href: '/admin/packing', label: 'Packing', permission: 'orders.fulfil' },
  { href: '/admin/messages', label: 'Messages', permission: 'messages.read' },
  { href: '/admin/subscribers', label: 'Subscribers', permission: 'subscribers.read' },
  { href: '/admin/size-charts', label: 'Size charts', permission: 'products.write' },
  { href: '/admin/connections', label: 'Connections', permission: 'connections.use' },
  { href: '/admin/people', label: 'People', permission: 'staff.manage' },
  { href: '/admin/backups', label: 'Backups', permission: 'backups.use' },
  { href: '/admin/account', label: 'Account', permission: 'account.use' },
] as const satisfies readonly StaffLink[]

interface StaffLink {
  href: string
  label: string
  permission: Permission
  opens?: string
}

export type StaffAddress = (typeof STAFF_LINKS)[number]['href']

/** How many items need action, by the screen that lists them. */
export type Waiting = Partial<Record<StaffAddress, number>>

/** The largest number in a badge; more is `99+`. */
export const LARGEST_BADGE = 99

/** A count, or `99+` when it is larger than `largest`. */
export function boundedCount(count: number, largest = LARGEST_BADGE): string {
  return count > largest ? `${largest}+` : String(count)
}

/** The header links that a role allows. */
export function linksFor(
  permissions: readonly Permission[],
): readonly (StaffLink & { href: StaffAddress })[] {
  return STAFF_LINKS.filter(({ permission }) => permissions.includes(permission))
}

/** The start screen of a role. */
export function firstScreen(permissions: readonly Permission[]): string {
  const { href, opens = '' } = linksFor(permissions)[0] ?? { href: '/admin/account' }
  return href + opens
}
