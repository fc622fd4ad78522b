/** What members of staff may be allowed to do. Every staff address names one. */
export const PERMISSIONS = [
  /** The member's password, sessions and history. */
  'account.use',
  'products.read',
  /** Size charts too. */
  'products.write',
  'orders.read',
  'orders.note',
  'orders.fulfil',
  'orders.cancel',
  'orders.refund',
  /** To say how an order that needs attention goes on. */
  'orders.resolve',
  'orders.resend-mail',
  /** Revenue, best sellers and mails that could not be sent. */
  'reports.read',
  'messages.read',
  'messages.write',
  'subscribers.read',
  'subscribers.write',
  /** Files with the data of many customers. */
  'customers.export',
  'customers.erase',
  /** To make accounts and give them roles: on the command line, for whoever has the server. */
  'staff.manage',
] as const

/** One of them. */
export type Permission = (typeof PERMISSIONS)[number]

/** What a member of staff is. */
export const ROLES = ['owner', 'manager', 'packer'] as const

/** One of them. */
export type Role = (typeof ROLES)[number]

const OWNER_ONLY: ReadonlySet<Permission> = new Set(['customers.erase', 'staff.manage'])

/** What each role allows. Anything else is refused. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  manager: PERMISSIONS.filter((permission) => !OWNER_ONLY.has(permission)),
  packer: ['account.use', 'orders.read', 'orders.note', 'orders.fulfil'],
}

/** What a member of this role may do. A role that this version of the shop does not know allows nothing. */
export function permissionsOf(role: string): readonly Permission[] {
  return isRole(role) ? ROLE_PERMISSIONS[role] : []
}

/** Whether a text names a role. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text)
}
