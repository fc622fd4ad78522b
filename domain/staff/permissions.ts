/** What staff may be allowed to do. Every staff address requires one permission. */
export const PERMISSIONS = [
  /** The member's own password, sessions and history. */
  'account.use',
  /** The member's own passkeys and authenticator app: all that is allowed while a required one is missing. */
  'second-factor.use',
  /** Make keys for programs, out of the member's own permissions. */
  'keys.use',
  'products.read',
  /** Size charts, search words, redirects and drops too. */
  'products.write',
  'orders.read',
  /** Make an order for a customer. */
  'orders.create',
  'orders.note',
  'orders.fulfil',
  /** Change where an order goes and what is in it, before it is sent. */
  'orders.change',
  'orders.cancel',
  'orders.refund',
  /** Decide how an order that needs attention continues. */
  'orders.resolve',
  'orders.resend-mail',
  /** What shoppers get off, and the codes for it. */
  'promotions.write',
  /** Issue gift cards and store credit, and change what they are worth. */
  'gift-cards.write',
  /** Revenue, best sellers and mails that could not be sent. */
  'reports.read',
  'messages.read',
  'messages.write',
  'subscribers.read',
  'subscribers.write',
  /** Write newsletters and send them to subscribers. */
  'newsletters.send',
  /** Files with the data of many customers. */
  'customers.export',
  'customers.erase',
  /** See the state of outside suppliers, and test them. */
  'connections.use',
  /** Tell other programs what happens in the shop. */
  'webhooks.write',
  /** Choose suppliers and enter their keys. */
  'connections.write',
  /** See the backups, make one and rehearse restoring it. */
  'backups.use',
  /** See how the shop runs, and what needs a person. */
  'monitoring.read',
  /** Invite people, change their roles, disable them and end their sessions. */
  'staff.manage',
  /** Change what owners set: contact details, policies, taxes and the rest of the settings. */
  'settings.write',
  /** See and export what staff did. */
  'activity.read',
] as const

/** The name of a permission: `orders.refund`. */
export type Permission = (typeof PERMISSIONS)[number]

/** The roles of staff members; each member has one. */
export const ROLES = ['owner', 'manager', 'packer'] as const

/** The name of a role, as stored in `staff_members.role`. */
export type Role = (typeof ROLES)[number]

const OWNER_ONLY: ReadonlySet<Permission> = new Set([
  'customers.erase',
  'connections.use',
  'webhooks.write',
  'connections.write',
  'backups.use',
  'monitoring.read',
  'staff.manage',
  'settings.write',
  'activity.read',
])

/** What each role allows. Anything else is refused. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  manager: PERMISSIONS.filter((permission) => !OWNER_ONLY.has(permission)),
  packer: ['account.use', 'second-factor.use', 'orders.read', 'orders.note', 'orders.fulfil'],
}

const NEVER_FOR_KEYS = [
  'account.use',
  'second-factor.use',
  'keys.use',
  'staff.manage',
  'connections.write',
] as const

/** A permission that a key may have: all but those about accounts and keys, its own and those of suppliers. */
export type KeyPermission = Exclude<Permission, (typeof NEVER_FOR_KEYS)[number]>

/** Whether a key may have a permission. */
export function isKeyPermission(permission: Permission): permission is KeyPermission {
  return !(NEVER_FOR_KEYS as readonly Permission[]).includes(permission)
}

/** What remains allowed while a second factor is missing that the role requires. */
export const SET_UP_PERMISSIONS: readonly Permission[] = ['second-factor.use']

/** The permissions of a role. A role that this version does not know has none. */
export function permissionsOf(role: string): readonly Permission[] {
  return isRole(role) ? ROLE_PERMISSIONS[role] : []
}

/** Whether a text is the name of a role. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text)
}
