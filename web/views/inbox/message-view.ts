/** A message as staff see it. Times are texts, by the shop's clock. */
export interface MessageView {
  id: string
  name: string
  email: string
  /** In words. */
  subject: string
  message: string
  receivedAt: string
  version: number
  answered: { at: string; by: string } | null
}
