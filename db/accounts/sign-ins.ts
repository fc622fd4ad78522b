import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Asking to sign in. `visitor`: a keyed digest of the browser that asked. */
export interface SignIn {
  id: string
  email: string
  visitor: string
  language: string
  tries: number
  createdAt: number
}

export async function insertSignIn(
  db: Kysely<Database>,
  { createdAt: created_at, ...signIn }: SignIn,
): Promise<void> {
  await db
    .insertInto('sign_ins')
    .values({ ...signIn, created_at })
    .execute()
}

/** By its id, or the latest that a browser asked for. */
export async function findSignIn(
  db: Kysely<Database>,
  by: { id: string } | { visitor: string },
): Promise<(SignIn & { usedAt: number | null }) | null> {
  const rows = db
    .selectFrom('sign_ins')
    .select(['id', 'email', 'visitor', 'language', 'tries'])
    .select(['created_at as createdAt', 'used_at as usedAt'])
  const found =
    'id' in by
      ? rows.where('id', '=', by.id)
      : rows.where('visitor', '=', by.visitor).orderBy('created_at', 'desc').limit(1)
  return (await found.executeTakeFirst()) ?? null
}

/** Counts one entry of the digits. False: it was the last one before, or it was used. */
export async function countTry(db: Kysely<Database>, id: string, most: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_ins')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', most)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses it up. False when it was used before. */
export async function consumeSignIn(db: Kysely<Database>, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_ins')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertSession(
  db: Kysely<Database>,
  { keyHash, email, endsAt }: { keyHash: string; email: string; endsAt: number },
): Promise<void> {
  await db.insertInto('customer_sessions').values({ key_hash: keyHash, email, ends_at: endsAt }).execute()
}

/** The address that a session is of, while it lasts. */
export async function findSessionEmail(
  db: Kysely<Database>,
  keyHash: string,
  now: number,
): Promise<string | null> {
  const session = await db
    .selectFrom('customer_sessions')
    .select('email')
    .where('key_hash', '=', keyHash)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return session?.email ?? null
}

/** Ends one session, or all of an address. */
export async function deleteSessions(
  db: Kysely<Database>,
  of: { keyHash: string } | { email: string },
): Promise<void> {
  const [column, value] = 'email' in of ? (['email', of.email] as const) : (['key_hash', of.keyHash] as const)
  await db.deleteFrom('customer_sessions').where(column, '=', value).execute()
}

/** Forgets who asked before `before`, and the sessions that have ended. */
export async function deleteOldSignIns(
  db: Kysely<Database>,
  { before, now }: Record<'before' | 'now', number>,
): Promise<void> {
  await db.deleteFrom('sign_ins').where('created_at', '<', before).execute()
  await db.deleteFrom('customer_sessions').where('ends_at', '<=', now).execute()
}

/** The ids of what an address asked for. */
export async function findSignInsOf(db: Kysely<Database>, email: string): Promise<string[]> {
  const rows = await db.selectFrom('sign_ins').select('id').where('email', '=', email).execute()
  return rows.map(({ id }) => id)
}

/** Deletes what is stored of a customer's place, signing it out everywhere. */
export async function deleteAccount(db: Kysely<Database>, email: string): Promise<void> {
  for (const table of ['sign_ins', 'customer_sessions', 'saved_pieces'] as const) {
    await db.deleteFrom(table).where('email', '=', email).execute()
  }
}
