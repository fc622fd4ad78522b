import type { AuditChange } from '#domain/audit/audit.ts'

/** An entry of the audit trail for display. The time is a text in the shop's time zone. */
export interface ActivityView {
  id: number
  at: string
  who: string
  what: string
  /** The page of the subject, if it has one. */
  href: string | null
  changes: { field: string; before: string; after: string }[]
  /** Browser and network, where known. */
  from: string
}

/** The changed fields as a text for a table: `Price: C$58.00 → C$60.00`. */
export function changesText(
  changes: readonly AuditChange[],
  valueWords: (value: AuditChange['before']) => string,
): string {
  return changes
    .map(({ field, before, after }) => `${field}: ${valueWords(before)} → ${valueWords(after)}`)
    .join('; ')
}
