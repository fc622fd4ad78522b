import type { Kysely } from 'kysely'
import { published } from '#db/catalog/on-sale.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Database } from '#db/schema.ts'
import type { ProductId } from '#domain/ids.ts'

/** The pieces that a customer saved, the latest first. */
export async function findSavedPieces(db: Kysely<Database>, email: string): Promise<ProductId[]> {
  const rows = await db
    .selectFrom('saved_pieces')
    .select('product_id as id')
    .where('email', '=', email)
    .orderBy('saved_at', 'desc')
    .orderBy('product_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Adds and removes pieces. Products that shoppers do not see, or are too many, are left out. */
export async function changeSavedPieces(
  tx: Kysely<Database>,
  email: string,
  { add, remove, most, now }: Record<'add' | 'remove', readonly ProductId[]> & { most: number; now: number },
): Promise<void> {
  const saved = (await findSavedPieces(tx, email)).filter((id) => !remove.includes(id))
  const wanted = add.filter((id) => !saved.includes(id)).slice(0, Math.max(0, most - saved.length))
  if (remove.length > 0)
    await tx
      .deleteFrom('saved_pieces')
      .where('email', '=', email)
      .where(isAmong(tx, 'product_id', remove))
      .execute()
  if (wanted.length === 0) return
  const known = await tx
    .selectFrom('products')
    .select('id')
    .where(isAmong(tx, 'id', wanted))
    .where(published(now))
    .execute()
  if (known.length === 0) return
  await tx
    .insertInto('saved_pieces')
    .values(known.map(({ id }) => ({ email, product_id: id, saved_at: now - wanted.indexOf(id) })))
    .onConflict((conflict) => conflict.columns(['email', 'product_id']).doNothing())
    .execute()
}
