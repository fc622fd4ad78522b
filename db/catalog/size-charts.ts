import { sql, type Kysely } from 'kysely'
import type { Category } from '#domain/catalog/category.ts'
import {
  OWN_CHART,
  ownChartHandle,
  ownChartKey,
  readSizeChart,
  type ChartKey,
  type SizeChart,
  type SizeChartDraft,
} from '#domain/catalog/size-chart.ts'
import type { ProductId } from '#domain/ids.ts'
import { sizeChartSetting } from '#domain/settings/size-chart.ts'
import type { Database } from '#db/schema.ts'

/** A chart and when it was saved, in epoch milliseconds. */
export interface StoredSizeChart {
  chart: SizeChart
  savedAt: number
  /** The category whose sizes a chart measures that products name; empty: it is the chart of a category. */
  sizesOf: Category | ''
}

/** A chart that products name. */
export interface OwnSizeChart extends StoredSizeChart {
  handle: string
  name: string
}

/** The chart of a category, or one that products name; null when there is none. */
export async function findSizeChart(db: Kysely<Database>, key: ChartKey): Promise<StoredSizeChart | null> {
  const [found = null] = await charts(db, (rows) => rows.where('category', '=', key))
  return found
}

/** The charts that products may name, by their names. */
export async function listOwnCharts(db: Kysely<Database>): Promise<OwnSizeChart[]> {
  const found = await charts(db, (rows) => rows.where('category', 'like', `${OWN_CHART}%`))
  return found
    .flatMap((one) => {
      const handle = ownChartHandle(one.chart.category)
      return handle === null ? [] : [{ ...one, handle, name: one.chart.name ?? handle }]
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

async function charts(
  db: Kysely<Database>,
  which: (rows: ReturnType<typeof chartRows>) => ReturnType<typeof chartRows>,
): Promise<StoredSizeChart[]> {
  const rows = await which(chartRows(db)).execute()
  return rows.map(({ category, version, chart: stored, updated_at: savedAt, sizes_of: sizesOf }) => {
    const chart = readSizeChart(JSON.parse(stored))
    if (chart === null) throw new Error(`The size chart of ${category} cannot be read`)
    return { chart: { ...chart, category, version }, savedAt, sizesOf }
  })
}

function chartRows(db: Kysely<Database>) {
  return db.selectFrom('size_charts').select(['category', 'version', 'chart', 'updated_at', 'sizes_of'])
}

/** Replaces version `version`; 0: there is none yet. False when the stored version is a different one. */
export async function writeSizeChart(
  db: Kysely<Database>,
  key: ChartKey,
  version: number,
  draft: SizeChartDraft,
  now: number,
): Promise<boolean> {
  const written = { version: version + 1, chart: JSON.stringify(draft), updated_at: now }
  if (version === 0) return insertSizeChart(db, key, '', written)
  const { numUpdatedRows } = await db
    .updateTable('size_charts')
    .set(written)
    .where('category', '=', key)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Adds the first version of a chart that products may name. False when another one has the handle. */
export async function insertOwnChart(
  db: Kysely<Database>,
  { handle, sizesOf, draft, now }: { handle: string; sizesOf: Category; draft: SizeChartDraft; now: number },
): Promise<boolean> {
  const written = { version: 1, chart: JSON.stringify(draft), updated_at: now }
  return insertSizeChart(db, ownChartKey(handle), sizesOf, written)
}

async function insertSizeChart(
  db: Kysely<Database>,
  category: ChartKey,
  sizesOf: Category | '',
  written: { version: number; chart: string; updated_at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('size_charts')
    .values({ category, sizes_of: sizesOf, ...written })
    .onConflict((conflict) => conflict.column('category').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The handles that a new chart cannot have: they were of one before. */
export async function listTakenHandles(db: Kysely<Database>): Promise<string[]> {
  const start = sizeChartSetting(OWN_CHART).name
  const rows = await db
    .selectFrom('shop_settings')
    .select('name')
    .distinct()
    .where('name', 'like', `${start}%`)
    .execute()
  return rows.map(({ name }) => name.slice(start.length))
}

/** A product that names a chart. */
export interface ChartUse {
  handle: string
  id: ProductId
  name: string
  isArchived: boolean
}

/** The products that name charts, deleted ones too, in the order of their names; only those of one chart if given. */
export async function listChartUses(db: Kysely<Database>, handle?: string): Promise<ChartUse[]> {
  const naming = db.selectFrom('products').select(['size_chart', 'id', 'name', 'archived_at'])
  const those =
    handle === undefined ? naming.where('size_chart', '<>', '') : naming.where('size_chart', '=', handle)
  const rows = await those.orderBy('name').orderBy('id').execute()
  return rows.map(({ size_chart, id, name, archived_at }) => ({
    handle: size_chart,
    id,
    name,
    isArchived: archived_at !== null,
  }))
}

/** Removes a chart that products name; they have the chart of their category then. Its history stays. */
export async function deleteOwnChart(db: Kysely<Database>, handle: string, now: number): Promise<void> {
  await db
    .updateTable('products')
    .set({ size_chart: '', updated_at: now, version: sql`version + 1` })
    .where('size_chart', '=', handle)
    .execute()
  await db.deleteFrom('size_charts').where('category', '=', ownChartKey(handle)).execute()
}
