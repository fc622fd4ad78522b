import { findSizeChart, writeSizeChart } from '#db/catalogue/size-charts.ts'
import { auditChanges } from '#domain/audit/audit.ts'
import { differences } from '#domain/audit/differences.ts'
import type { Category } from '#domain/catalogue/category.ts'
import type { SizeChart, SizeChartDraft } from '#domain/catalogue/size-chart.ts'
import { getSizeChart } from './get-size-chart.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'

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

/** Saves a category's chart, and invalidates the pages that show it. */
export async function saveSizeChart(
  shop: Pick<Shop, 'author' | 'changes' | 'database' | 'now'>,
  { category, version, draft }: SizeChartToSave,
): Promise<SizeChart | SizeChartRefusal> {
  const written = await transact(shop.database, async (tx) => {
    const before = (await findSizeChart(tx, category)) ?? { measurements: [], rows: [] }
    const isWritten = await writeSizeChart(tx, category, version, draft, shop.now())
    if (isWritten) {
      const columns = (chart: SizeChartDraft) => ({ measurements: chart.measurements.join(', ') })
      const changes = [
        ...auditChanges({ measurements: 'Measurements' }, columns(before), columns(draft)),
        ...differences('Sizes', measured(before), measured(draft), { name: { label: 'Size' } }),
      ]
      const subject = { id: category, name: category }
      await recordAudit(tx, shop, { action: 'size-chart-changed', subject, changes })
    }
    return isWritten
  })
  if (!written) return { kind: 'changed-meanwhile', current: await getSizeChart(shop, category) }
  await shop.changes.publish('catalogue')
  return { ...draft, category, version: version + 1 }
}

/** The rows with the names of their columns, in millimetres. */
function measured({ measurements, rows }: SizeChartDraft): object[] {
  return rows.map(({ size, lengths }) => ({
    name: size,
    ...Object.fromEntries(measurements.map((name, at) => [`${name} (mm)`, lengths[at] ?? null])),
  }))
}
