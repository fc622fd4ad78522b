import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** The movements whose count afterwards is not the sum up to them: a change before them left no row. */
export async function movementsOutOfStep(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, coalesce(count_after, 0) as count_after,
        sum(delta) over (partition by product_id, size order by id) as so_far
      from stock_movements
    ) as summed
    where count_after <> so_far order by id`.execute(db)
  return rows.map(({ id }) => Number(id))
}
