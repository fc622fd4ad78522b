/** A message as staff see it. Times are texts in the shop's time zone. */
export interface MessageView {
  id: string
  name: string
  email: string
  /** The display label. */
  subject: string
  message: string
  /** What identifies the contract, of a withdrawal. */
  contract: string | null
  receivedAt: string
  version: number
  answered: { at: string; by: string } | null
  /** What staff answered in the shop, the oldest first. */
  answers: { id: string; text: string; at: string; by: string }[]
}
