import { isRole } from '#domain/staff/permissions.ts'
import { ROLE_WORDS, youCan } from '#domain/staff/role-words.ts'

/** What a mail to a member says about a change of their access. */
interface AccessNotice {
  subject: string
  heading: string
  paragraphs: string[]
}

const ASK = 'If you did not expect this, ask an owner of the shop.'

/** The words about a change of a member's role or access; null for any other event. `role`: the new one. */
export function accessNotice(kind: string, role: string): AccessNotice | null {
  switch (kind) {
    case 'role-changed':
      return {
        subject: 'Your role in the Redemption staff area was changed',
        heading: isRole(role) ? `You are now ${ROLE_WORDS[role].asOne}` : 'Your role was changed',
        paragraphs: [isRole(role) ? youCan(role) : '', ASK],
      }
    case 'disabled':
      return {
        subject: 'Your access to the Redemption staff area has ended',
        heading: 'Your access has ended',
        paragraphs: ['Your account was disabled, and you are signed out everywhere.', ASK],
      }
    case 'enabled':
      return {
        subject: 'You have access to the Redemption staff area again',
        heading: 'Your account is enabled again',
        paragraphs: ['You can sign in with the same address and password as before.', ASK],
      }
    default:
      return null
  }
}
