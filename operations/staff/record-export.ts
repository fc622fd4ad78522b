import { recordStaffEvent, type StaffEventKind } from '#db/staff/staff-events.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffId } from '#domain/ids.ts'

/** Exports of customer data, by their name in the staff events. */
export type ExportKind = Extract<StaffEventKind, `exported-${string}`>

/** Records an export of customer data, before its first line: an export that cannot be recorded is refused. */
export async function recordExport(
  { database, log, now }: Pick<Shop, 'database' | 'log' | 'now'>,
  kind: ExportKind,
  { memberId, address, userAgent }: { memberId: StaffId; address: string; userAgent: string },
): Promise<void> {
  const event = await recordStaffEvent(database.db, { memberId, kind, at: now(), address, userAgent })
  log.info('Customers’ data was exported', { kind, member: memberId, event })
}
