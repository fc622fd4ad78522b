import * as charts from '#db/catalogue/size-charts.ts'
import type { Category } from '#domain/catalogue/category.ts'
import type { SizeChart } from '#domain/catalogue/size-chart.ts'
import type { Shop } from '#operations/shop.ts'

/** The chart of a category; an empty one of version 0 when none was saved. */
export async function getSizeChart(
  { database }: Pick<Shop, 'database'>,
  category: Category,
): Promise<SizeChart> {
  const chart = await charts.findSizeChart(database.db, category)
  return chart ?? { category, version: 0, measurements: [], rows: [] }
}
