/** A need of the shop and its supplier, as staff see them. */
export interface ConnectionView {
  need: string
  title: string
  supplier: string
  /** Completes "Set on the server by ..."; empty when nothing does. */
  setBy: string
  /** Completes "Used for ...". */
  usedFor: string
  /** `unused`: the shop has not called the supplier yet. */
  state: 'built-in' | 'unused' | 'works' | 'fails'
  /** The state in words, with times in the shop's time zone. */
  words: string
  /** The supplier's last error; null when it has not failed. */
  lastFailure: string | null
}
