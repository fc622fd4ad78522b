import type { AuditEvent } from '#db/staff/audit-events.ts'
import {
  listAuditEvents,
  listOwnAuditEvents,
  type AuditFilter,
  type AuditPlace,
} from '#db/staff/audit-list.ts'
import type { ActivityFilter } from '#domain/audit/activity-filters.ts'
import { isAuditAction, isAuditSubjectKind } from '#domain/audit/audit.ts'
import { toProductId, toStaffId, type StaffId } from '#domain/ids.ts'
import { ORDER_NUMBER } from '#domain/orders/order.ts'
import { addDays, startOfDay } from '#domain/shop-day.ts'
import type { Shop } from '#operations/shop.ts'

/** A stored entry of the audit trail. */
export type StoredAuditEvent = AuditEvent

/** A place in the list. */
export type { AuditPlace }

const MAX_LISTED = 20
const PAGE_SIZE = 50
const BATCH_SIZE = 500
const MAX_PRODUCTS = 20

/** A page of the trail, newest first. `older`: where the next page begins; null: this is the last one. */
export async function readAuditEvents(
  shop: Pick<Shop, 'database' | 'catalog' | 'settings'>,
  query: ActivityFilter,
  after?: AuditPlace,
): Promise<{ events: StoredAuditEvent[]; older: AuditPlace | null }> {
  const found = await filterOf(shop, query)
  const events = await listAuditEvents(shop.database.db, found, { limit: PAGE_SIZE + 1, after })
  const shown = events.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return { events: shown, older: last && events.length > PAGE_SIZE ? { at: last.at, id: last.id } : null }
}

/** Every entry that matches, newest first, in batches. */
export async function* streamAuditEvents(
  shop: Pick<Shop, 'database' | 'catalog' | 'settings'>,
  query: ActivityFilter,
): AsyncGenerator<StoredAuditEvent[]> {
  const found = await filterOf(shop, query)
  for (let after: AuditPlace | undefined; ;) {
    const events = await listAuditEvents(shop.database.db, found, { limit: BATCH_SIZE, after })
    const last = events.at(-1)
    if (!last) return
    yield events
    after = { at: last.at, id: last.id }
  }
}

/** A member's latest sign-ins, account changes and exports, newest first. */
export function readOwnAuditEvents(
  { database }: Pick<Shop, 'database'>,
  memberId: StaffId,
): Promise<StoredAuditEvent[]> {
  return listOwnAuditEvents(database.db, memberId, MAX_LISTED)
}

/** The latest changes of who is staff, newest first. */
export async function readPeopleEvents({
  database: { db },
}: Pick<Shop, 'database'>): Promise<StoredAuditEvent[]> {
  const limit = MAX_LISTED
  const members = await listAuditEvents(db, { kind: 'member' }, { limit })
  const invitations = await listAuditEvents(db, { kind: 'invitation' }, { limit })
  return [...members, ...invitations].toSorted((a, b) => b.at - a.at || b.id - a.id).slice(0, MAX_LISTED)
}

/** Days are those of the shop. The subjects that the text may mean are looked up in an index, and there are few. */
async function filterOf(
  { database: { db }, catalog, settings: { timeZone } }: Pick<Shop, 'database' | 'catalog' | 'settings'>,
  { q, person, what, from, to }: ActivityFilter,
): Promise<AuditFilter> {
  const day = (text: string) => (text === '' ? undefined : (startOfDay(text, timeZone) ?? undefined))
  const filter: AuditFilter = {
    actorId: person === '' ? undefined : toStaffId(person),
    action: isAuditAction(what) ? what : undefined,
    kind: isAuditSubjectKind(what) ? what : undefined,
    from: day(from),
    until: to === '' ? undefined : day(addDays(to, 1)),
  }
  const needle = q.trim()
  if (needle === '') return filter
  if (ORDER_NUMBER.test(needle.toUpperCase())) return { ...filter, subjectIds: [needle.toUpperCase()] }
  const email = needle.toLowerCase()
  const members = await db.selectFrom('staff_members').select('id').where('email', '=', email).execute()
  const products = { q: needle, limit: MAX_PRODUCTS, offset: 0 }
  const found = await Promise.all([
    catalog.listForStaff(products),
    catalog.listForStaff({ ...products, archived: '1' }),
  ])
  const ids = found.flatMap((page) => page.products.map(({ id }) => id))
  return {
    ...filter,
    subjectIds: [...new Set([needle, email, toProductId(needle), ...members.map(({ id }) => id), ...ids])],
  }
}
