import { sql, type Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { ProductId } from '#domain/ids.ts'
import { published } from './on-sale.ts'

const nextRevision = sql<number>`mirrored_records.revision + 1`

/** Products on sale that have no record yet and were made since mirroring began. */
export async function findUnmirrored(db: Kysely<Database>, place: string, now: number): Promise<ProductId[]> {
  const rows = await db
    .selectFrom('products')
    .select('products.id')
    .innerJoin('content_sources', (join) =>
      join
        .on('content_sources.place', '=', place)
        .onRef('content_sources.begun_at', '<=', 'products.created_at'),
    )
    .leftJoin('mirrored_records', (join) =>
      join.on('mirrored_records.place', '=', place).onRef('mirrored_records.product_id', '=', 'products.id'),
    )
    .where(published(now))
    .where('mirrored_records.product_id', 'is', null)
    .orderBy('products.created_at')
    .orderBy('products.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Assigns these records to an outbox task. Returns those that no other task had. */
export async function claimWrites(
  db: Kysely<Database>,
  place: string,
  productIds: readonly ProductId[],
  task: string,
): Promise<string[]> {
  const rows = await db
    .updateTable('mirrored_records')
    .set({ write_task: task, revision: nextRevision })
    .where('place', '=', place)
    .where(isAmong(db, 'mirrored_records.product_id', productIds))
    .where('write_task', 'is', null)
    .returning('product_id')
    .execute()
  return rows.map(({ product_id }) => product_id)
}

/** Releases the records of an outbox task, done or not. */
export async function releaseWrites(db: Kysely<Database>, task: string): Promise<void> {
  await db
    .updateTable('mirrored_records')
    .set({ write_task: null, revision: nextRevision })
    .where('write_task', '=', task)
    .execute()
}

/** Releases the records of tasks that are no longer in the outbox, or were given up. */
export async function releaseEndedWrites(db: Kysely<Database>, place: string): Promise<void> {
  const promised = await db
    .selectFrom('mirrored_records')
    .leftJoin('outbox', (join) =>
      join
        .onRef('outbox.dedupe_key', '=', 'mirrored_records.write_task')
        .on('outbox.done_at', 'is', null)
        .on('outbox.gave_up_at', 'is', null),
    )
    .select('mirrored_records.write_task as task')
    .distinct()
    .where('mirrored_records.place', '=', place)
    .where('mirrored_records.write_task', 'is not', null)
    .where('outbox.id', 'is', null)
    .execute()
  for (const { task } of promised) await releaseWrites(db, task ?? '')
}
