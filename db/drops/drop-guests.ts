import type { Kysely } from 'kysely'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'

const BATCH_SIZE = 1_000

/** An address that may buy of a drop before others. `key`: a keyed digest, for this drop only. */
export interface DropGuest {
  key: string
  email: string
}

/** Adds those that the drop does not have yet. */
export async function addGuests(
  db: Kysely<Database>,
  dropId: string,
  guests: readonly DropGuest[],
): Promise<void> {
  const rows = guests.map(({ key, email }) => ({
    guest: key,
    drop_id: dropId,
    email,
    link_id: null,
    opened_at: null,
  }))
  // SQLite takes so many values in one statement.
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    await insertRows(db, 'drop_guests', rows.slice(at, at + BATCH_SIZE), { unless: 'guest' })
  }
}

/** Deletes these guests, or all of a drop. */
export async function deleteGuests(
  db: Kysely<Database>,
  of: { keys: readonly string[] } | { dropId: string },
): Promise<void> {
  await db
    .deleteFrom('drop_guests')
    .where((e) => ('dropId' in of ? e('drop_id', '=', of.dropId) : isAmong(db, 'guest', of.keys)))
    .execute()
}

export async function countGuests(db: Kysely<Database>, dropId: string): Promise<number> {
  const { count } = await db
    .selectFrom('drop_guests')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('drop_id', '=', dropId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function isGuest(db: Kysely<Database>, dropId: string, key: string): Promise<boolean> {
  const found = await db
    .selectFrom('drop_guests')
    .select('guest')
    .where('guest', '=', key)
    .where('drop_id', '=', dropId)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The guest with the link to mail: the one that was not opened yet, else `newId`. Asked again with the same id, that
 * link stays opened.
 */
export async function renewGuestLink(
  db: Kysely<Database>,
  key: string,
  newId: string,
): Promise<GuestLink | null> {
  await db
    .updateTable('drop_guests')
    .set({ link_id: newId, opened_at: null })
    .where('guest', '=', key)
    .where((e) => e.or([e('link_id', 'is', null), e('opened_at', 'is not', null)]))
    .where('link_id', 'is distinct from', newId)
    .execute()
  return (await links(db).where('guest', '=', key).executeTakeFirst()) ?? null
}

/** A guest by the latest link. */
export interface GuestLink extends DropGuest {
  dropId: string
  linkId: string | null
  openedAt: number | null
}

export async function findGuestLink(db: Kysely<Database>, linkId: string): Promise<GuestLink | null> {
  return (await links(db).where('link_id', '=', linkId).executeTakeFirst()) ?? null
}

const links = (db: Kysely<Database>) =>
  db
    .selectFrom('drop_guests')
    .select(['guest as key', 'email', 'drop_id as dropId', 'link_id as linkId', 'opened_at as openedAt'])

/** Uses up a link. False when it was used before. */
export async function consumeGuestLink(db: Kysely<Database>, linkId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drop_guests')
    .set({ opened_at: now })
    .where('link_id', '=', linkId)
    .where('opened_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The guests with an address, of any drop. */
export function findGuestsOf(db: Kysely<Database>, email: string): Promise<GuestLink[]> {
  return links(db).where('email', '=', email).execute()
}

/** Deletes the guests of drops that are over or deleted. Returns how many. */
export async function deleteOldGuests(db: Kysely<Database>, kept: readonly string[]): Promise<number> {
  const gone = await db
    .deleteFrom('drop_guests')
    .where((e) => e.not(isAmong(db, 'drop_id', kept)))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
