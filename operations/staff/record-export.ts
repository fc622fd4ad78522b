import { recordStaffEvent, type StaffEventKind } from '#db/staff/staff-events.ts'
import type { Shop } from '#operations/shop.ts'

/** Files with customers' data, by what they are called in the records. */
export type ExportKind = Extract<StaffEventKind, `exported-${string}`>

/** Notes who takes customers' data out of the shop. Before the first line: what cannot be noted is not handed out. */
export async function recordExport(
  { database, log, now }: Pick<Shop, 'database' | 'log' | 'now'>,
  kind: ExportKind,
  { memberId, address, userAgent }: { memberId: string; address: string; userAgent: string },
): Promise<void> {
  const event = await recordStaffEvent(database.db, { memberId, kind, at: now(), address, userAgent })
  log.info('Customers’ data was exported', { kind, member: memberId, event })
}
