import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { BatchedRead } from '#db/engine/batched-read.ts'
import { containsText } from '#db/engine/contains-text.ts'
import { inList, listParameter, type ListParameter } from '#db/engine/is-among.ts'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'
import { toBounceId, type BounceId } from '#domain/ids.ts'

/** A bounced address. The shop sends no mails to it. */
export interface Bounce {
  id: BounceId
  address: string
  at: number
  /** The response of the server that refused the mail. */
  words: string
}

/** Records that an address bounced. */
export async function recordBounce(
  db: Kysely<Database>,
  { address, words, now }: { address: string; words: string; now: number },
): Promise<void> {
  const columns = { bounced_at: now, words }
  await db
    .insertInto('bounced_addresses')
    .values({ id: toBounceId(randomUUID()), address: plain(address), ...columns })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(columns))
    .execute()
}

/** The bounce of an address, ignoring case; null when mails to it are sent. */
export async function findBounce(db: Kysely<Database>, address: string): Promise<Bounce | null> {
  return (await bounces(db).where('address', '=', plain(address)).executeTakeFirst()) ?? null
}

const reads = new WeakMap<ShopDatabase, BatchedRead<string, true>>()

const bouncedAmong = compiledStatement((db, { addresses }: { addresses: ListParameter }) =>
  db
    .selectFrom('bounced_addresses')
    .select('address')
    .where(inList(db, 'address', addresses)),
)

/** Whether mails to the address bounced; simultaneous requests, such as the mails of one round, share one read. */
export async function hasBounced(database: ShopDatabase, address: string): Promise<boolean> {
  const read =
    reads.get(database) ??
    new BatchedRead(async (addresses) => {
      const { db } = database
      const { rows } = await bouncedAmong(db, { addresses: listParameter(db, addresses) })
      return new Map(rows.map((row) => [row.address, true]))
    })
  reads.set(database, read)
  return (await read.find([plain(address)])).has(plain(address))
}

/** Allows mails to the address again. False when it has not bounced. */
export async function liftBounceOf(db: Kysely<Database>, address: string): Promise<boolean> {
  return isDeleted(db.deleteFrom('bounced_addresses').where('address', '=', plain(address)))
}

/** The same by its id. */
export async function deleteBounce(db: Kysely<Database>, id: BounceId): Promise<boolean> {
  return isDeleted(db.deleteFrom('bounced_addresses').where('id', '=', id))
}

/** Deletes addresses that bounced before this time. Returns the number. */
export async function deleteOldBounces(db: Kysely<Database>, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('bounced_addresses')
    .where('bounced_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** One page of the addresses, newest first, with the total. `query`: a part of the address; blank: all. */
export async function listBounces(
  db: Kysely<Database>,
  query: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Bounce[]; total: number }> {
  const found = containsText('address', query)
  const all = found === null ? bounces(db) : bounces(db).where(found)
  const [rows, { total }] = await Promise.all([
    all.orderBy('bounced_at', 'desc').orderBy('id').limit(limit).offset(offset).execute(),
    all
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** The number of bounced addresses. */
export async function countBounces(db: Kysely<Database>): Promise<number> {
  const all = db.selectFrom('bounced_addresses').select(({ fn }) => fn.countAll<number>().as('total'))
  return (await all.executeTakeFirstOrThrow()).total
}

function bounces(db: Kysely<Database>) {
  return db.selectFrom('bounced_addresses').select(['id', 'address', 'bounced_at as at', 'words'])
}

async function isDeleted(query: {
  executeTakeFirstOrThrow(): Promise<{ numDeletedRows: bigint }>
}): Promise<boolean> {
  return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n
}

function plain(address: string): string {
  return address.trim().toLowerCase()
}
