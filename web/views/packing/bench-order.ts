import type { PictureView } from '#web/page.ts'

/** An order at a packing bench. `barcode` is empty where none is known. */
export interface BenchOrder {
  number: string
  version: number
  name: string
  address: string[]
  note: string
  isAbroad: boolean
  /** How it is sent, where the customer chose; empty otherwise. */
  shipping: string
  isPickup: boolean
  /** What staff wrote about it, oldest first. */
  staffNotes: string[]
  items: {
    position: number
    productId: string
    name: string
    size: string
    quantity: number
    barcode: string
    /** Where it is stored; empty when unknown. */
    bin: string
    picture: PictureView | null
  }[]
}

/** Another bench that packs the order. `since`: epoch milliseconds; `at`: as display text. */
export interface HeldBy {
  by: string
  since: number
  at: string
}
