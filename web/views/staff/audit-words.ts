import {
  AUDIT_ACTIONS,
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditChange,
  type AuditUnit,
} from '#domain/audit/audit.ts'
import { unitWords } from '#domain/audit/unit-words.ts'
import { FIELD_LABELS } from '#domain/catalog/product-fields.ts'
import { isRole } from '#domain/staff/permissions.ts'
import { ROLE_WORDS } from '#domain/staff/role-words.ts'
import type { StoredAuditEvent } from '#operations/staff/read-audit-events.ts'

type DescribedEvent = Pick<
  StoredAuditEvent,
  'action' | 'subjectKind' | 'subjectId' | 'subjectName' | 'changes'
>

/** What was done, in words: `Changed bo@shop.example from a manager to a packer`. */
export function auditWords(event: DescribedEvent): string {
  const { action, subjectName: name, changes } = event
  const [before, after] = [changes[0]?.before ?? '', changes[0]?.after ?? ''].map((role) =>
    asOne(String(role)),
  )
  switch (action) {
    case 'invited':
      return `Invited ${name} as ${after}`
    case 'invitation-sent-again':
      return `Resent the invitation for ${name}`
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
  'email-change-asked',
  'email-change-withdrawn',
  'email-changed',
  'sign-in-refused',
])

function subjectOf({ action, subjectKind, subjectId, subjectName }: DescribedEvent): string[] {
  if (subjectKind === 'order') return [subjectId]
  if (subjectKind === 'account' && !OF_ONESELF.has(action)) return []
  return subjectName === '' ? [] : [subjectName]
}

/** An action without its subject, for the filter: `Refunded order`. An unknown action is shown unchanged. */
export function actionWords(action: string): string {
  const words = AUDIT_ACTIONS[action as AuditAction]?.words ?? action
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Who did it: the address at that time, and the key that their program used. */
export function actorWords({
  action,
  actorName,
  keyName,
}: Pick<StoredAuditEvent, 'action' | 'actorName' | 'keyName'>): string {
  if (actorName !== '') return keyName === '' ? actorName : `${actorName} with the key ${keyName}`
  return action === 'sign-in-refused' ? 'a visitor' : 'the operator, on the server'
}

/** The kind of the subject in words; an unknown one unchanged. */
export function kindWords(kind: string): string {
  return AUDIT_SUBJECTS[kind as keyof typeof AUDIT_SUBJECTS] ?? kind
}

/** A value before or after: `–` where there was none. */
export function valueWords(value: AuditChange['before']): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** A changed field in words. `time`: formats a time in the shop's time zone. */
export function shownChange(
  subjectKind: string,
  change: AuditChange,
  time: (at: number) => string,
): { field: string; before: string; after: string } {
  const unit = change.unit ?? earlierUnit(subjectKind, change.field)
  const [before, after] = [change.before, change.after].map((value) => shownValue(value, unit, time))
  if (subjectKind !== 'product' || change.field !== FIELD_LABELS.pictures)
    return { field: change.field, before: before ?? '', after: after ?? '' }
  const pictures = [change.before, change.after].map((value) => pictureWords(String(value ?? '')))
  const [old = '', next = ''] = pictures
  return { field: change.field, before: old, after: old === next ? `${next}, other files` : next }
}

function shownValue(
  value: AuditChange['before'],
  unit: AuditUnit | undefined,
  time: (at: number) => string,
): string {
  if (value === null || value === '' || typeof value === 'boolean') return valueWords(value)
  if (unit === 'time' && typeof value === 'number') return time(value)
  if (unit) return unitWords(value, unit)
  return typeof value === 'string' && /^[[{]/.test(value) ? withoutJson(value) : valueWords(value)
}

/** The units of fields that earlier entries have without them. */
function earlierUnit(subjectKind: string, field: string): AuditUnit | undefined {
  if (subjectKind === 'order' && (field === 'State' || field === 'Fulfilment')) return 'choice'
  if (field === 'Role' || (subjectKind === 'account' && field === 'Reason')) return 'choice'
  if (subjectKind !== 'product') return undefined
  if (field === FIELD_LABELS.compareAt) return 'money'
  return field === FIELD_LABELS.publishedFrom || field === FIELD_LABELS.publishedUntil ? 'time' : undefined
}

/** Earlier entries have lists as JSON, which may be cut. */
function withoutJson(text: string): string {
  return text
    .replaceAll(/["{}[\]]/g, '')
    .replaceAll(/,(?=\S)/g, ', ')
    .replaceAll(/:(?=\S)/g, ' ')
}

/** `a1b2 (Front), c3d4 ()` as `Front, without words`. */
function pictureWords(stored: string): string {
  const all = [...stored.matchAll(/\S+ \(([^()]*)\)/g)].map(([, alt]) => alt || 'without words')
  return all.length === 0 ? valueWords(stored) : all.join(', ')
}

/** An unknown role is shown unchanged. */
function asOne(role: string): string {
  return isRole(role) ? ROLE_WORDS[role].asOne : role
}
