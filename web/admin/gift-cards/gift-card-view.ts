/** A gift card or store credit as staff see it. Times and money are texts; blank where there is nothing. */
export interface GiftCardView {
  id: string
  isCredit: boolean
  /** `•••• TVWX`. */
  name: string
  state: string
  isActive: boolean
  balance: string
  /** The same in cents. */
  balanceCents: number
  isEmpty: boolean
  recipient: string
  email: string
  order: string | null
  sending: string
  issuedAt: string
}
