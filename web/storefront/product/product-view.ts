import type { DeliveryDays } from '#domain/checkout/shipping/delivery-days.ts'
import type { SHOWN_AS_STORED } from '#domain/catalog/fields/product-attributes.ts'
import type { GiftAmounts } from '#domain/catalog/gift-amounts.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { RoomNoteProps } from '#web/storefront/drop/room-note.tsx'
import type { PictureView } from '#web/page.ts'
import type { SizeChartView } from '#web/views/catalog/size-chart-view.ts'

/** A product as shown on its page. `price` is text in the visitor's currency, `priceCad` dollars for the cart. */
export interface ProductView extends Pick<Product, (typeof SHOWN_AS_STORED)[number]> {
  price: string
  priceCad: number
  /** What is charged, where the price is in another currency. */
  charged?: string
  /** The price before a reduction, when it is reduced. */
  before?: string
  /** The promotion that lowers it for everyone, once it is in the cart. */
  sale?: string
  /** The lowest price of the 30 days before the reduction, for those who are to see it. */
  prior?: string
  /** The colour of this product and, in others, its siblings, when it has any. */
  color?: string
  siblings?: { id: string; label: string }[]
  /** In how many business days it arrives, where an owner changed it. */
  days?: DeliveryDays
  /** Of a gift card: its amounts in cents, those that are set also as shown. */
  gift?: GiftAmounts & { prices: string[]; timeZone: string }
  /** The owners' policy allows returns. */
  notFinal?: true
  /** It is seen before it is sold: from when on, also in words. */
  drops?: { at: number; words: string }
  /** Some may buy it before: the drop, and what is said to them and to others. */
  early?: { handle: string; isIn: string; link: string }
  /** It is sold in turn: the way to the waiting room of its drop. */
  room?: RoomNoteProps
  /** All sizes of its category, in order. */
  sizes: { size: Size; available: boolean; preorder?: string }[]
  /** What is shown instead of the sizes when the product is made in one only. */
  oneSize: string | null
  sizeChart: SizeChartView | null
  pictures: PictureView[]
  outOfStock: boolean
  /** The shop, filtered by the category of the product. */
  category: { label: string; href: string }
}
