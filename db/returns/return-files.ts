import type { Insertable, Kysely } from 'kysely'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId, ReturnFileId, ReturnId } from '#domain/ids.ts'
import type { ReturnFile } from '#domain/returns/return-file.ts'

/** The photos and labels of an order, oldest first, with the return that each belongs to. */
export async function findReturnFiles(
  db: Kysely<Database>,
  orderId: OrderId,
): Promise<(ReturnFile & { returnId: ReturnId })[]> {
  return db
    .selectFrom('return_files')
    .select(['id', 'kind', 'return_id as returnId', 'added_at as addedAt', 'added_by as addedBy'])
    .where('order_id', '=', orderId)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
}

/** One of them with its bytes; null: the order has none of that id. */
export async function readReturnFile(
  db: Kysely<Database>,
  orderId: OrderId,
  id: ReturnFileId,
): Promise<(Pick<ReturnFile, 'kind'> & { content: Uint8Array<ArrayBuffer> }) | null> {
  const row = await db
    .selectFrom('return_files')
    .select(['kind', 'content'])
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { kind: row.kind, content: Buffer.from(row.content, 'base64') } : null
}

/** Adds one. Lock its order first. */
export async function insertReturnFile(
  tx: Tx,
  { content, ...row }: Omit<Insertable<Database['return_files']>, 'content'> & { content: Uint8Array },
): Promise<void> {
  const text = Buffer.from(content).toString('base64')
  await tx
    .insertInto('return_files')
    .values({ ...row, content: text })
    .execute()
}

/** Deletes one. */
export async function deleteReturnFile(tx: Tx, id: ReturnFileId): Promise<void> {
  await tx.deleteFrom('return_files').where('id', '=', id).execute()
}

/** Deletes those of returns that ended before `closed`, and of returns that were not asked for by `unasked`. */
export async function deleteOldReturnFiles(
  db: Kysely<Database>,
  { closed, unasked }: { closed: number; unasked: number },
): Promise<void> {
  await db
    .deleteFrom('return_files')
    .where('added_at', '<=', unasked)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('returns')
            .select('returns.id')
            .whereRef('returns.id', '=', 'return_files.return_id')
            .where((of) => of.or([of('closed_at', 'is', null), of('closed_at', '>', closed)])),
        ),
      ),
    )
    .execute()
}
