/** A barcode as the path of its bars, one unit high. `modules`: its width with the white on both sides. */
export interface BarcodeView {
  modules: number
  path: string
}

/** The contents of a parcel for customs. Values are of all units of a line, in CAD. */
export interface CustomsView {
  lines: { position: number; contents: string; quantity: number; value: string }[]
  total: string
}

/** A packing slip. No prices but those for customs: the parcel may be a gift. */
export interface SlipView {
  number: string
  barcode: BarcodeView
  placedAt: string
  name: string
  phone: string
  address: string[]
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
