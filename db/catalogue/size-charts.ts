import type { Kysely } from 'kysely'
import type { Category } from '#domain/catalogue/category.ts'
import { readSizeChart, type SizeChart, type SizeChartDraft } from '#domain/catalogue/size-chart.ts'
import type { Database } from '#db/schema.ts'

/** The chart of a category, null when nobody has made one. */
export async function findSizeChart(db: Kysely<Database>, category: Category): Promise<SizeChart | null> {
  const row = await db
    .selectFrom('size_charts')
    .select(['version', 'chart'])
    .where('category', '=', category)
    .executeTakeFirst()
  if (!row) return null
  const chart = readSizeChart(JSON.parse(row.chart))
  if (chart === null) throw new Error(`The size chart of ${category} cannot be read`)
  return { ...chart, category, version: row.version }
}

/** Writes over version `version`, 0 where there is none. False when another version is there. */
export async function writeSizeChart(
  db: Kysely<Database>,
  category: Category,
  version: number,
  draft: SizeChartDraft,
  now: number,
): Promise<boolean> {
  const written = { version: version + 1, chart: JSON.stringify(draft), updated_at: now }
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('size_charts')
      .values({ category, ...written })
      .onConflict((conflict) => conflict.column('category').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('size_charts')
    .set(written)
    .where('category', '=', category)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
