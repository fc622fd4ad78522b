/** The screens of the staff area, in the order of the header. */
export const STAFF_LINKS = [
  { href: '/admin/dashboard', label: 'Products' },
  { href: '/admin/overview', label: 'Overview' },
  { href: '/admin/orders', label: 'Orders' },
  { href: '/admin/messages', label: 'Messages' },
  { href: '/admin/subscribers', label: 'Subscribers' },
  { href: '/admin/size-charts', label: 'Size charts' },
  { href: '/admin/account', label: 'Account' },
] as const

export type StaffAddress = (typeof STAFF_LINKS)[number]['href']

/** How many things wait for a person, by the screen where they are seen to. */
export type Waiting = Partial<Record<StaffAddress, number>>
