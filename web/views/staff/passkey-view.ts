/** A passkey as its member sees it. Times are texts in the shop's time zone. */
export interface PasskeyView {
  id: string
  name: string
  addedAt: string
  /** Blank: never. */
  lastUsedAt: string
  /** Copied to the other devices of its account. */
  isSynced: boolean
}
