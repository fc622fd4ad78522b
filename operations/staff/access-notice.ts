import { isRole } from '#domain/staff/permissions.ts'
import { ROLE_WORDS, roleSummary } from '#domain/staff/role-words.ts'
import { access as words } from '#words/en/mails/staff.ts'

/** What a mail to a member says about a change of their access. */
interface AccessNotice {
  subject: string
  heading: string
  paragraphs: string[]
}

/** The words about a change of a member's role or access; null for any other event. `role`: the new one. */
export function accessNotice(kind: string, role: string): AccessNotice | null {
  switch (kind) {
    case 'role-changed':
      return {
        subject: words.roleChanged.subject,
        heading: isRole(role) ? words.roleChanged.nowRole(ROLE_WORDS[role].asOne) : words.roleChanged.heading,
        paragraphs: [isRole(role) ? roleSummary(role) : '', words.roleChanged.signedOut, words.unexpected],
      }
    case 'disabled':
      return {
        subject: words.disabled.subject,
        heading: words.disabled.heading,
        paragraphs: [words.disabled.signedOut, words.unexpected],
      }
    case 'enabled':
      return {
        subject: words.enabled.subject,
        heading: words.enabled.heading,
        paragraphs: [words.enabled.asBefore, words.unexpected],
      }
    default:
      return null
  }
}
