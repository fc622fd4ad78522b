/** One field of a product that changed here and at the source of products, as staff read it. */
export interface FieldVersions {
  label: string
  theirs: string
  ours: string
}

/** A product that changed on both sides. `revision` says which versions were shown; `stock` is the shop's count. */
export interface ConflictView {
  productId: string
  name: string
  revision: number
  stock: number | null
  fields: FieldVersions[]
}

/** A record that is not imported, or not written: each reason is a sentence. */
export interface ProblemView {
  name: string
  reasons: string[]
}

/** The state of the source of products, for staff. `since` as displayed. */
export interface MirrorStatusView {
  label: string
  failure: { words: string; since: string } | null
  conflicts: ConflictView[]
  problems: ProblemView[]
}
