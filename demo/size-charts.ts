import type { Category } from '#domain/catalog/category.ts'
import { SIZES } from '#domain/catalog/size.ts'
import type { SizeChartDraft } from '#domain/catalog/size-chart.ts'

/** The size charts of the demo catalogue, measured on the flat garment. Accessories have none. */
export const DEMO_SIZE_CHARTS: Partial<Record<Category, SizeChartDraft>> = {
  'T-Shirts': chart({
    Chest: [510, 535, 560, 585, 615, 645],
    Length: [680, 700, 720, 740, 760, 780],
    Sleeve: [205, 215, 225, 235, 245, 255],
  }),
  Hoodies: chart({
    Chest: [560, 585, 610, 635, 665, 695],
    Length: [650, 670, 690, 710, 730, 750],
    Sleeve: [600, 615, 630, 645, 660, 675],
  }),
  Pants: chart({
    Waist: [340, 360, 380, 405, 430, 460],
    Inseam: [710, 720, 730, 740, 750, 755],
    'Leg opening': [165, 170, 175, 180, 185, 190],
  }),
}

/** In millimetres, for each size of the shop. */
function chart(columns: Record<string, number[]>): SizeChartDraft {
  return {
    measurements: Object.keys(columns),
    rows: SIZES.map((size, row) => ({
      size,
      lengths: Object.values(columns).map((lengths) => lengths[row] ?? null),
    })),
  }
}
