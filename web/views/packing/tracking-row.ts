/** A row of the preview of tracking numbers. */
export interface TrackingRowView {
  line: number
  number: string
  customer: string
  trackingNumber: string
  carrier: string
  /** Why it cannot be used; null when it can. */
  problem: string | null
  /** The order was marked as sent with this number before. */
  isDone: boolean
  /** The order was sent without a number: this one is added to its parcel. */
  isLate: boolean
}
