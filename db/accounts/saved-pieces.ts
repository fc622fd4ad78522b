import type { Kysely } from 'kysely'
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
