import type { Role } from './permissions.ts'

/** The roles in words: with their article, and what they allow. */
export const ROLE_WORDS: Readonly<Record<Role, { label: string; asOne: string; may: string }>> = {
  owner: {
    label: 'Owner',
    asOne: 'an owner',
    may: 'Everything, including people, connections and deleting customers’ data.',
  },
  manager: {
    label: 'Manager',
    asOne: 'a manager',
    may: 'Products, orders, refunds, messages, subscribers and reports.',
  },
  packer: {
    label: 'Packer',
    asOne: 'a packer',
    may: 'Read, pack and fulfil orders, and add notes to them.',
  },
}
