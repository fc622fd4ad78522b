import { sql, type Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { SubscriberId } from '#domain/ids.ts'
import type { SubscriberState } from '#domain/newsletter/newsletter.ts'

type Db = Kysely<Database>

/** What the shop knows of some addresses, in lower case. */
export interface KnownAddresses {
  subscribers: ReadonlyMap<string, { id: SubscriberId; state: SubscriberState }>
  bounced: ReadonlySet<string>
}

/** `db`: in a transaction the subscribers are locked until it ends. */
export async function findKnownAddresses(db: Db, emails: readonly string[]): Promise<KnownAddresses> {
  if (emails.length === 0) return { subscribers: new Map(), bounced: new Set() }
  const all = db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'state'])
    .where(isAmong(db, 'email', emails))
    .orderBy('email')
  const subscribers = await (db.isTransaction ? all.forUpdate() : all).execute()
  const bounced = await db
    .selectFrom('bounced_addresses')
    .select('address')
    .where(isAmong(db, 'address', emails))
    .execute()
  return {
    subscribers: new Map(subscribers.map(({ email, ...one }) => [email, one])),
    bounced: new Set(bounced.map(({ address }) => address)),
  }
}

/** Which of these digests are of addresses whose data was deleted. */
export async function findErasedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('erased_addresses')
    .select('key')
    .where(isAmong(db, 'key', keys))
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** Notes the digest of an address whose data is deleted. */
export async function recordErasedKey(tx: Tx, key: string, now: number): Promise<void> {
  await tx
    .insertInto('erased_addresses')
    .values({ key, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface Agreed {
  id: SubscriberId
  source: string
  at: number
  now: number
}

/** Adds a confirmed subscriber who agreed elsewhere. False: the address was added at this moment. */
export async function insertAgreed(
  tx: Tx,
  { id, email, source, at, now }: Agreed & { email: string },
): Promise<boolean> {
  const made = await tx
    .insertInto('newsletter_subscribers')
    .values({
      id,
      email,
      state: 'confirmed' satisfies SubscriberState,
      created_at: now,
      asked_at: now,
      mailed_at: now,
      mail_times: '[]',
      confirmed_at: at,
      unsubscribed_at: null,
      consent_source: source,
      consent_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Confirms an address that was submitted here and agreed elsewhere. */
export async function confirmAgreed(tx: Tx, { id, source, at }: Omit<Agreed, 'now'>): Promise<void> {
  await tx
    .updateTable('newsletter_subscribers')
    .set({
      state: 'confirmed' satisfies SubscriberState,
      confirmed_at: at,
      consent_source: source,
      consent_at: at,
    })
    .where('id', '=', id)
    .where('state', '=', 'pending' satisfies SubscriberState)
    .execute()
}

/** Takes back what an import did, unless the subscriber did something since. `isNew`: the import added it. */
export async function takeBackAgreed(
  tx: Tx,
  { id, at, isNew }: { id: SubscriberId; at: number; isNew: boolean },
): Promise<boolean> {
  const pending = { state: 'pending', confirmed_at: null, consent_source: null, consent_at: null } as const
  const query = isNew
    ? tx
        .deleteFrom('newsletter_subscribers')
        .where('id', '=', id)
        .where('state', '=', 'confirmed' satisfies SubscriberState)
        .where('consent_at', '=', at)
        .returning('id')
    : tx
        .updateTable('newsletter_subscribers')
        .set(pending)
        .where('id', '=', id)
        .where('state', '=', 'confirmed' satisfies SubscriberState)
        .where('consent_at', '=', at)
        .returning('id')
  return (await query.executeTakeFirst()) !== undefined
}

/** Deletes what files that are not imported yet have of an address. */
export async function forgetImportRows(tx: Tx, email: string): Promise<void> {
  const cell = JSON.stringify(email.trim().toLowerCase()).replaceAll(/[\\%_]/g, String.raw`\$&`)
  await tx
    .deleteFrom('import_rows')
    .where((e) => sql<boolean>`${e.ref('cells')} like ${`%${cell}%`} escape '\\'`)
    .execute()
}
