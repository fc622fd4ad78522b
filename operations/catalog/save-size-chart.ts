import { lockCategories } from '#db/catalog/categories.ts'
import {
  deleteOwnChart,
  findSizeChart,
  insertOwnChart,
  listChartUses,
  listOwnCharts,
  listTakenHandles,
  writeSizeChart,
  type ChartUse,
  type StoredSizeChart,
} from '#db/catalog/size-charts.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { findSetting, insertSettingVersion } from '#db/settings/settings.ts'
import { auditChanges } from '#domain/audit/audit.ts'
import { differences } from '#domain/audit/differences.ts'
import { findCategory, type Category } from '#domain/catalog/category.ts'
import { firstFreeId, productIdFromName } from '#domain/catalog/product-id.ts'
import { sizeChartChange } from '#domain/settings/size-chart-change.ts'
import {
  ownChartHandle,
  ownChartKey,
  SIZE_CHART_LIMITS,
  type ChartKey,
  type SizeChart,
  type SizeChartDraft,
} from '#domain/catalog/size-chart.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { NO_SIZE_CHART, sizeChartSetting } from '#domain/settings/size-chart.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { readSetting } from '#operations/saved-settings.ts'
import { readSettingVersion } from '#operations/settings/read-setting-history.ts'
import { undoWords } from '#operations/settings/save-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { getSizeChart } from './get-size-chart.ts'

/** An edit of a chart, based on `version`; 0: there was none. */
export interface SizeChartToSave {
  category: ChartKey
  version: number
  draft: SizeChartDraft
}

/**
 * Nothing was written. `changed-meanwhile`: another editor saved first, and `current` is that version. `name-taken`:
 * another chart has the name.
 */
export type SizeChartRefusal = { kind: 'changed-meanwhile'; current: SizeChart } | { kind: 'name-taken' }

type Deps = Pick<Shop, 'author' | 'changes' | 'database' | 'now'>

/** Saves a chart, and invalidates the pages that show it. A chart that is the same makes no version. */
export async function saveSizeChart(
  shop: Deps,
  edit: SizeChartToSave,
): Promise<SizeChart | SizeChartRefusal> {
  return write(shop, edit, null)
}

/** Saves an older version of a chart again, as the newest one. `to` 0: no chart. */
export async function undoSizeChart(
  shop: Deps,
  { category, version, to }: { category: ChartKey; version: number; to: number },
): Promise<SizeChart | SizeChartRefusal | { kind: 'unknown-version' }> {
  const chosen = await readSettingVersion(shop, sizeChartSetting(category), to) // versions never change
  if (chosen === null) return { kind: 'unknown-version' }
  return write(shop, { category, version, draft: chosen.value }, undoWords(to))
}

/** `words`: the text of the change in the history; null: the fields that differ. */
async function write(
  shop: Deps,
  { category, version, draft: given }: SizeChartToSave,
  words: string | null,
): Promise<SizeChart | SizeChartRefusal> {
  const written = await transact(shop.database, async (tx): Promise<SizeChart | 'name-taken' | null> => {
    const stored = await findSizeChart(tx, category)
    const handle = ownChartHandle(category)
    if (handle !== null && stored === null) return null
    const before = stored?.chart ?? { ...NO_SIZE_CHART, category, version: 0 }
    if (before.version !== version) return null
    const draft =
      handle === null ? withoutName(given) : { ...given, name: given.name ?? before.name ?? handle }
    if (draft.name !== undefined && (await isNameTaken(tx, draft.name, handle))) return 'name-taken'
    const change = sizeChartChange(before, draft)
    if (change === '') return before
    const now = shop.now()
    if (!(await writeSizeChart(tx, category, version, draft, now))) return null
    if (stored !== null) await keepVersion(tx, stored)
    await insertSettingVersion(tx, sizeChartSetting(category).name, version + 1, {
      value: draft,
      changedAt: now,
      changedBy: shop.author?.id ?? null,
      summary: words ?? change,
    })
    const columns = ({ name = '', measurements }: SizeChartDraft) => ({
      name,
      measurements: measurements.join(', '),
    })
    const changes = [
      ...auditChanges({ name: 'Name', measurements: 'Measurements' }, columns(before), columns(draft)),
      ...differences('Sizes', measured(before), measured(draft), { name: { label: 'Size' } }),
    ]
    const subject = { id: category, name: draft.name ?? category }
    await recordAudit(tx, shop, { action: 'size-chart-changed', subject, changes })
    return { ...draft, category, version: version + 1 }
  })
  if (written === 'name-taken') return { kind: 'name-taken' }
  if (written === null) return { kind: 'changed-meanwhile', current: await getSizeChart(shop, category) }
  if (written.version !== version) await shop.changes.publish('catalogue')
  return written
}

/** An earlier version of the shop, which keeps running after a failed update, saves charts without their versions. */
async function keepVersion(tx: Tx, { chart, savedAt }: StoredSizeChart): Promise<void> {
  const { category, version, ...value } = chart
  const { name } = sizeChartSetting(category)
  if (((await findSetting(tx, name))?.version ?? 0) >= version) return
  await insertSettingVersion(tx, name, version, {
    value,
    changedAt: savedAt,
    changedBy: null,
    summary: 'Saved by an earlier version of the shop',
  })
}

/** The rows with the names of their columns, in millimetres. */
function measured({ measurements, rows }: SizeChartDraft): object[] {
  return rows.map(({ size, lengths }) => ({
    name: size,
    ...Object.fromEntries(measurements.map((name, at) => [`${name} (mm)`, lengths[at] ?? null])),
  }))
}

function withoutName({ measurements, rows }: SizeChartDraft): SizeChartDraft {
  return { measurements, rows }
}

async function isNameTaken(tx: Tx, name: string, by: string | null): Promise<boolean> {
  const same = (other: string) => other.toLowerCase() === name.toLowerCase()
  return (await listOwnCharts(tx)).some((one) => one.handle !== by && same(one.name))
}

/** Why a chart was not added. */
export type AddChartRefusal = { kind: 'no-such-category' | 'name-taken' | 'too-many' }

/** Adds a chart that products may name. It begins as a copy of the chart of the category whose sizes it measures. */
export async function addSizeChart(
  shop: Deps,
  { name, sizesOf }: { name: string; sizesOf: Category },
): Promise<SizeChart | AddChartRefusal> {
  return transact(shop.database, async (tx): Promise<SizeChart | AddChartRefusal> => {
    await lockCategories(tx, 'save-a-product')
    const { categories } = (await readSetting(tx, CATEGORIES_SETTING)).value
    if (findCategory(categories, sizesOf) === undefined) return { kind: 'no-such-category' }
    if (await isNameTaken(tx, name, null)) return { kind: 'name-taken' }
    if ((await listOwnCharts(tx)).length >= SIZE_CHART_LIMITS.ownCharts) return { kind: 'too-many' }
    const { measurements, rows } = (await findSizeChart(tx, sizesOf))?.chart ?? NO_SIZE_CHART
    const draft: SizeChartDraft = { name, measurements, rows }
    const now = shop.now()
    const taken = new Set(await listTakenHandles(tx))
    let handle: string
    do {
      handle = firstFreeId(productIdFromName(name), taken)
      taken.add(handle)
    } while (!(await insertOwnChart(tx, { handle, sizesOf, draft, now })))
    const key = ownChartKey(handle)
    const from = measurements.length === 0 ? '' : `, as that of ${sizesOf}`
    await insertSettingVersion(tx, sizeChartSetting(key).name, 1, {
      value: draft,
      changedAt: now,
      changedBy: shop.author?.id ?? null,
      summary: `Added${from}`,
    })
    await recordAudit(tx, shop, { action: 'size-chart-added', subject: { id: key, name } })
    return { ...draft, category: key, version: 1 }
  })
}

/**
 * Removes a chart that products name: they have the chart of their category then. Answers which did; null: there is no
 * such chart.
 */
export async function removeSizeChart(shop: Deps, handle: string): Promise<ChartUse[] | null> {
  const key = ownChartKey(handle)
  const uses = await transact(shop.database, async (tx): Promise<ChartUse[] | null> => {
    await lockCategories(tx, 'change-them')
    const stored = await findSizeChart(tx, key)
    if (stored === null) return null
    const found = await listChartUses(tx, handle)
    await deleteOwnChart(tx, handle, shop.now())
    const subject = { id: key, name: stored.chart.name ?? handle }
    const products = { products: found.map(({ name }) => name).join(', ') }
    const changes = auditChanges({ products: 'Products' }, products, { products: '' })
    await recordAudit(tx, shop, { action: 'size-chart-removed', subject, changes })
    return found
  })
  if (uses !== null) await shop.changes.publish('catalogue')
  return uses
}
