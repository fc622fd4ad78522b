import type { KeyPermission, Role } from './permissions.ts'

/** The roles in words: with their article, and what their members can do. */
export const ROLE_WORDS: Readonly<Record<Role, { label: string; asOne: string; can: string }>> = {
  owner: {
    label: 'Owner',
    asOne: 'an owner',
    can: 'Do everything, including managing people and connections and deleting customers’ data.',
  },
  manager: {
    label: 'Manager',
    asOne: 'a manager',
    can: 'Manage products, orders, refunds, messages and subscribers, and see reports.',
  },
  packer: {
    label: 'Packer',
    asOne: 'a packer',
    can: 'Read, pack and fulfil orders, and add notes to them.',
  },
}

/** The members of each role. */
export const ROLE_PLURALS = {
  owner: 'Owners',
  manager: 'Managers',
  packer: 'Packers',
} as const satisfies Record<Role, string>

/** `You can read, pack and fulfil orders, and add notes to them.` */
export function roleSummary(role: Role): string {
  const { can } = ROLE_WORDS[role]
  return `You can ${can.charAt(0).toLowerCase()}${can.slice(1)}`
}

/** What a key may be allowed to do, in the order in which it is offered. */
export const KEY_PERMISSION_WORDS: Readonly<Record<KeyPermission, string>> = {
  'orders.read': 'Read orders',
  'orders.create': 'Make orders',
  'orders.note': 'Add notes to orders',
  'orders.fulfil': 'Pack and fulfil orders',
  'orders.change': 'Change orders before they are sent',
  'orders.cancel': 'Cancel orders',
  'orders.refund': 'Refund orders',
  'orders.resolve': 'Resolve orders that need attention',
  'orders.resend-mail': 'Resend emails about orders',
  'products.read': 'Read products and stock',
  'products.write': 'Change products and stock',
  'messages.read': 'Read messages',
  'messages.write': 'Answer and delete messages',
  'subscribers.read': 'Read subscribers',
  'subscribers.write': 'Unsubscribe and delete subscribers',
  'newsletters.send': 'Write and send newsletters',
  'customers.export': 'Export customers’ data',
  'customers.erase': 'Delete customers’ data',
  'promotions.write': 'Change promotions and codes',
  'gift-cards.write': 'Issue and change gift cards and store credit',
  'reports.read': 'Read reports',
  'connections.use': 'Test connections',
  'webhooks.write': 'Change webhooks',
  'backups.use': 'Make and test backups',
  'monitoring.read': 'Read monitoring',
  'settings.write': 'Change settings',
  'activity.read': 'Read the staff activity',
}
