import type { Size } from '#domain/catalogue/size.ts'
import type { PictureView } from '#web/page.ts'
import type { SizeChartView } from './size-chart.tsx'

/** A product as shown on its page. `price` is text in the visitor's currency, `priceCad` dollars for the cart. */
export interface ProductView {
  id: string
  name: string
  price: string
  priceCad: number
  description: string
  /** All six sizes, in order. */
  sizes: { size: Size; available: boolean }[]
  sizeChart: SizeChartView | null
  pictures: PictureView[]
  outOfStock: boolean
}
