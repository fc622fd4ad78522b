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
  items: {
    position: number
    productId: string
    name: string
    size: string
    quantity: number
    barcode: string
  }[]
}

/** Another bench that packs the order. `since`: epoch milliseconds; `at`: as display text. */
export interface HeldBy {
  by: string
  since: number
  at: string
}
