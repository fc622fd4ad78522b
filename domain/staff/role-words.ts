import type { Role } from './permissions.ts'

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
