/** A need of the shop and what serves it, as staff see them. */
export interface ConnectionView {
  need: string
  title: string
  supplier: string
  /** Completes "Used for ...". */
  usedFor: string
  /** `unused`: nothing was asked of the supplier yet. */
  state: 'built-in' | 'unused' | 'works' | 'fails'
  /** What that means, with times in the shop's time zone. */
  words: string
  /** What the supplier last said when it failed; null when it has not. */
  lastFailure: string | null
}
