/** A barcode as the path of its bars, one unit high. `modules`: its width with the white on both sides. */
export interface BarcodeView {
  modules: number
  path: string
}

/**
 * The contents of a parcel for customs. Values and weights are of all units of a line, in CAD and kilograms. What is
 * empty is unknown, and written in by hand. `terms`: who pays the duty; null: the shop does not say.
 */
export interface CustomsView {
  lines: CustomsLine[]
  total: string
  weight: string
  terms: string | null
}

/** A line of the declaration. */
export interface CustomsLine {
  position: number
  contents: string
  hsCode: string
  origin: string
  quantity: number
  weight: string
  value: string
}

/** A packing slip. No prices but those for customs: the parcel may be a gift. */
export interface SlipView {
  number: string
  barcode: BarcodeView
  placedAt: string
  name: string
  phone: string
  address: string[]
  /** How it is sent, where the customer chose; empty otherwise. */
  shipping: string
  isPickup: boolean
  note: string
  /** Paid and not sent yet. */
  isToBeSent: boolean
  /** Units that went in an earlier parcel. */
  sentBefore: number
  lines: { name: string; size: string; quantity: number; position: number }[]
  units: number
  /** Null when the parcel stays in Canada. */
  customs: CustomsView | null
}
