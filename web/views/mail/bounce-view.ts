/** An address that refuses mail, as staff see it. */
export interface BounceView {
  id: string
  address: string
  at: string
  /** What its server said. */
  words: string
}
