/** The needs for which settings can choose an outside supplier. */
export type ConnectionNeed =
  | 'mail'
  | 'payments'
  | 'rates'
  | 'location'
  | 'catalogue'
  | 'pictures'
  | 'identity'

/** Receives the results of calls to one supplier. Never throws; may be called for every call. */
export interface ConnectionReport {
  worked(): void
  /** `words`: a sentence without secrets, such as the message of a SupplierError. */
  failed(words: string): void
}

/** A supplier outside the shop that settings have chosen. */
export interface Connection {
  need: ConnectionNeed
  /** The name shown to staff. */
  supplier: string
  /** Completes "is used for ...": `all mails of the shop`. */
  usedFor: string
  /**
   * Tests the service with a real request and deletes its test data. Resolves with a sentence about the result; rejects
   * with a SupplierError. `email`: the address of the staff member who runs the test, for a test mail or a sign-in
   * link.
   */
  test(by: { email: string }): Promise<string>
}

/** An open supplier. What is built into the shop has no connection. */
export interface Connected {
  connection?: Connection
}

/** A value of a supplier that owners may enter. `name`: the variable of the environment that has it otherwise. */
export interface SetUpField {
  name: string
  label: string
  hint?: string
  isSecret?: boolean
  isOptional?: boolean
  /** A text of its form, with which a supplier opens whose secret cannot be read. It is sent to nobody. */
  standIn?(shown: Readonly<Record<string, string>>): string
}

/** How owners set up a supplier. `hint`: where its values are found. Rarer ones are variables only. */
export interface SetUpForm {
  hint: string
  fields: readonly SetUpField[]
}

/** A supplier that owners can set up. */
export interface SetUpSupplier extends SetUpForm {
  name: string
  label: string
}
