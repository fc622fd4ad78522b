import { findSizeChart, writeSizeChart, type StoredSizeChart } from '#db/catalog/size-charts.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { findSetting, insertSettingVersion } from '#db/settings/settings.ts'
import { auditChanges } from '#domain/audit/audit.ts'
import { differences } from '#domain/audit/differences.ts'
import type { Category } from '#domain/catalog/category.ts'
import { sizeChartChange } from '#domain/settings/size-chart-change.ts'
import type { SizeChart, SizeChartDraft } from '#domain/catalog/size-chart.ts'
import { NO_SIZE_CHART, sizeChartSetting } from '#domain/settings/size-chart.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { readSettingVersion } from '#operations/settings/read-setting-history.ts'
import { undoWords } from '#operations/settings/save-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { getSizeChart } from './get-size-chart.ts'

/** An edit of a category's chart, based on `version`; 0: there was none. */
export interface SizeChartToSave {
  category: Category
  version: number
  draft: SizeChartDraft
}

/** Another editor saved first: nothing was written, and `current` is that version. */
export interface SizeChartRefusal {
  kind: 'changed-meanwhile'
  current: SizeChart
}

type Deps = Pick<Shop, 'author' | 'changes' | 'database' | 'now'>

/** Saves a category's chart, and invalidates the pages that show it. A chart that is the same makes no version. */
export async function saveSizeChart(
  shop: Deps,
  edit: SizeChartToSave,
): Promise<SizeChart | SizeChartRefusal> {
  return write(shop, edit, null)
}

/** Saves an older version of a chart again, as the newest one. `to` 0: no chart. */
export async function undoSizeChart(
  shop: Deps,
  { category, version, to }: { category: Category; version: number; to: number },
): Promise<SizeChart | SizeChartRefusal | { kind: 'unknown-version' }> {
  const chosen = await readSettingVersion(shop, sizeChartSetting(category), to) // versions never change
  if (chosen === null) return { kind: 'unknown-version' }
  return write(shop, { category, version, draft: chosen.value }, undoWords(to))
}

/** `words`: the text of the change in the history; null: the fields that differ. */
async function write(
  shop: Deps,
  { category, version, draft }: SizeChartToSave,
  words: string | null,
): Promise<SizeChart | SizeChartRefusal> {
  const written = await transact(shop.database, async (tx): Promise<SizeChart | null> => {
    const stored = await findSizeChart(tx, category)
    const before = stored?.chart ?? { ...NO_SIZE_CHART, category, version: 0 }
    if (before.version !== version) return null
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
    const columns = (chart: SizeChartDraft) => ({ measurements: chart.measurements.join(', ') })
    const changes = [
      ...auditChanges({ measurements: 'Measurements' }, columns(before), columns(draft)),
      ...differences('Sizes', measured(before), measured(draft), { name: { label: 'Size' } }),
    ]
    const subject = { id: category, name: category }
    await recordAudit(tx, shop, { action: 'size-chart-changed', subject, changes })
    return { ...draft, category, version: version + 1 }
  })
  if (written === null) return { kind: 'changed-meanwhile', current: await getSizeChart(shop, category) }
  if (written.version !== version) await shop.changes.publish('catalogue')
  return written
}

/** An earlier version of the shop, which keeps running after a failed update, saves charts without their versions. */
async function keepVersion(tx: Tx, { chart, savedAt }: StoredSizeChart): Promise<void> {
  const { category, version, measurements, rows } = chart
  const { name } = sizeChartSetting(category)
  if (((await findSetting(tx, name))?.version ?? 0) >= version) return
  await insertSettingVersion(tx, name, version, {
    value: { measurements, rows },
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
