import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OrderViewId } from '#domain/ids.ts'

/** A list of orders that staff saved under a name. `query`: of its address. */
export interface SavedView {
  id: OrderViewId
  name: string
  query: string
}

/** The saved views, in the order in which they were made. */
export async function listViews(db: Kysely<Database>): Promise<SavedView[]> {
  return db
    .selectFrom('order_views')
    .select(['id', 'name', 'query'])
    .orderBy('made_at')
    .orderBy('id')
    .execute()
}

/** Saves a view, or changes it. */
export async function writeView(tx: Kysely<Database>, { id, ...view }: SavedView, at: number): Promise<void> {
  await tx
    .insertInto('order_views')
    .values({ id, ...view, made_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(view))
    .execute()
}

/** Deletes a view, and returns its name; null when there is none. */
export async function deleteView(tx: Kysely<Database>, id: OrderViewId): Promise<string | null> {
  const gone = await tx.deleteFrom('order_views').where('id', '=', id).returning('name').executeTakeFirst()
  return gone?.name ?? null
}
