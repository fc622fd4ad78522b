import { SupplierError, type SupplierErrorDetails } from '#providers/supplier-error.ts'

/**
 * Whom a failure concerns.
 *
 * - `service`: every mail: the server is down or busy, or its certificate or our password is not accepted.
 * - `mail`: this mail only, such as its content or its recipient's server.
 * - `recipient`: the address, which takes no mail at all: a bounce.
 * - `queue`: neither: too many mails are ahead of this one, so it was not sent yet.
 */
export type MailConcern = 'service' | 'mail' | 'recipient' | 'queue'

/** The details of a mail that was not accepted. */
export interface MailErrorDetails extends SupplierErrorDetails {
  concerns: MailConcern
  /**
   * Whether the failure counts as an attempt: the mail may be the cause, or may have been delivered although no answer
   * arrived. False when the service failed before it received the mail.
   */
  isAttempt: boolean
}

/** A mail that was not accepted. The message has the server's words, and no secret. */
export class MailError extends SupplierError {
  readonly concerns: MailConcern
  readonly isAttempt: boolean

  constructor(message: string, details: MailErrorDetails) {
    super(message, details)
    this.concerns = details.concerns
    this.isAttempt = details.isAttempt
  }

  /** Whether sending this mail again would fail in the same way. */
  get isFinal(): boolean {
    return this.concerns !== 'service' && this.isLasting
  }
}
