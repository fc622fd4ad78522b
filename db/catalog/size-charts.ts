import type { Kysely } from 'kysely'
import type { Category } from '#domain/catalog/category.ts'
import { readSizeChart, type SizeChart, type SizeChartDraft } from '#domain/catalog/size-chart.ts'
import type { Database } from '#db/schema.ts'

/** A chart and when it was saved, in epoch milliseconds. */
export interface StoredSizeChart {
  chart: SizeChart
  savedAt: number
}

/** The chart of a category, null when there is none. */
export async function findSizeChart(
  db: Kysely<Database>,
  category: Category,
): Promise<StoredSizeChart | null> {
  const row = await db
    .selectFrom('size_charts')
    .select(['version', 'chart', 'updated_at'])
    .where('category', '=', category)
    .executeTakeFirst()
  if (!row) return null
  const chart = readSizeChart(JSON.parse(row.chart))
  if (chart === null) throw new Error(`The size chart of ${category} cannot be read`)
  return { chart: { ...chart, category, version: row.version }, savedAt: row.updated_at }
}

/** Replaces version `version`; 0: there is none yet. False when the stored version is a different one. */
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
