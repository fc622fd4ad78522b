/** A bounced address, as staff see it. */
export interface BounceView {
  id: string
  address: string
  at: string
  /** The server's response. */
  words: string
}
