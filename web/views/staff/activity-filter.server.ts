import { toStaffId } from '#domain/ids.ts'
import { addDays, startOfDay } from '#domain/shop-day.ts'
import { isAuditAction, isAuditSubjectKind } from '#domain/audit/audit.ts'
import type { AuditPlace, AuditQuery } from '#operations/staff/read-audit-events.ts'
import type { Shop } from '#operations/shop.ts'
import type { ActivityQuery } from './activity-query.ts'

/** The entries that the filters of an address mean. Days are those of the shop. */
export function activityFilter(
  { settings: { timeZone } }: Shop,
  { q, person, what, from, to }: Omit<ActivityQuery, 'older'>,
): AuditQuery {
  const day = (text: string) => (text === '' ? undefined : (startOfDay(text, timeZone) ?? undefined))
  return {
    subject: q,
    actorId: person === '' ? undefined : toStaffId(person),
    action: isAuditAction(what) ? what : undefined,
    kind: isAuditSubjectKind(what) ? what : undefined,
    from: day(from),
    until: to === '' ? undefined : day(addDays(to, 1)),
  }
}

/** `1795392000000-42` as a place in the list; undefined: its start. */
export function activityPlace(older: string): AuditPlace | undefined {
  const [at = '', id = ''] = older.split('-')
  return id === '' ? undefined : { at: Number(at), id: Number(id) }
}
