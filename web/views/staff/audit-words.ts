import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction, type AuditChange } from '#domain/audit/audit.ts'
import { isRole } from '#domain/staff/permissions.ts'
import { ROLE_WORDS } from '#domain/staff/role-words.ts'
import type { KeptAuditEvent } from '#operations/staff/read-audit-events.ts'

type Told = Pick<KeptAuditEvent, 'action' | 'subjectKind' | 'subjectId' | 'subjectName' | 'changes'>

/** What was done, in words: `Changed bo@shop.example from a manager to a packer`. */
export function auditWords(event: Told): string {
  const { action, subjectName: name, changes } = event
  const [before, after] = [changes[0]?.before ?? '', changes[0]?.after ?? ''].map((role) =>
    asOne(String(role)),
  )
  switch (action) {
    case 'invited':
      return `Invited ${name} as ${after}`
    case 'invitation-sent-again':
      return `Sent the invitation of ${name} again`
    case 'joined':
      return `${name} joined as ${after}`
    case 'role-changed':
      return `Changed ${name} from ${before} to ${after}`
    case 'enabled':
      return `Enabled ${name} again`
    default:
      return [actionWords(action), ...subjectOf(event)].join(' ')
  }
}

/** Actions whose author is the subject too, so that it need not be named. */
const OF_ONESELF = new Set<AuditAction>([
  'account-renewed',
  'access-renewed',
  'email-changed',
  'sign-in-refused',
])

function subjectOf({ action, subjectKind, subjectId, subjectName }: Told): string[] {
  if (subjectKind === 'order') return [subjectId]
  if (subjectKind === 'account' && !OF_ONESELF.has(action)) return []
  return subjectName === '' ? [] : [subjectName]
}

/** An action without its subject, for the filter: `Refunded order`. An action of another version is shown as it is. */
export function actionWords(action: string): string {
  const words = AUDIT_ACTIONS[action as AuditAction]?.words ?? action
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Who did it: the address at that time. */
export function actorWords({ action, actorName }: Pick<KeptAuditEvent, 'action' | 'actorName'>): string {
  if (actorName !== '') return actorName
  return action === 'sign-in-refused' ? 'a visitor' : 'the operator, on the server'
}

/** The kind of the subject in words; a kind of another version as it is. */
export function kindWords(kind: string): string {
  return AUDIT_SUBJECTS[kind as keyof typeof AUDIT_SUBJECTS] ?? kind
}

/** A value before or after: `–` where there was none. */
export function valueWords(value: AuditChange['before']): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** A role of another version is shown as it is. */
function asOne(role: string): string {
  return isRole(role) ? ROLE_WORDS[role].asOne : role
}
