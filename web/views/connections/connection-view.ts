/** A need of the shop and its supplier, as staff see them. */
export interface ConnectionView {
  need: string
  title: string
  supplier: string
  /** Completes "Set on the server by ..."; empty when nothing does, or owners set it up. */
  setBy: string
  /** Completes "Used for ...". */
  usedFor: string
  /** `unused`: the shop has not called the supplier yet. */
  state: 'built-in' | 'unused' | 'works' | 'fails'
  /** The state in words, with times in the shop's time zone. */
  words: string
  /** The supplier's last error; null when it has not failed. */
  lastFailure: string | null
  /** Null: only the server can choose it. */
  setUp: SetUpView | null
}

/** What an owner may enter of a need's suppliers. `supplier`: the one that was set up; empty: none. */
export interface SetUpView {
  supplier: string
  suppliers: { name: string; label: string; hint: string; fields: SetUpFieldView[] }[]
}

/** A field of it. `value`: what is stored, of a secret only its end: `…4242`. */
export interface SetUpFieldView {
  name: string
  label: string
  hint: string
  isSecret: boolean
  isOptional: boolean
  value: string
}
