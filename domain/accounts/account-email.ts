/**
 * The address by which a customer's place knows them: as it was typed, but for case. No other spelling is taken for it,
 * since another mailbox may have that one: an order shows only to whom its emails go.
 */
export function accountEmail(email: string): string {
  return email.trim().toLowerCase()
}
