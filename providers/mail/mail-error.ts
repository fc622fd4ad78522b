import { SupplierError, type SupplierErrorDetails } from '#providers/supplier-error.ts'

/**
 * Whom a failure concerns.
 *
 * - `service`: every mail: the server is down or busy, or its certificate or our password is not accepted.
 * - `mail`: this mail only, such as its content or its recipient's server.
 * - `recipient`: the address, which takes no mail at all: a bounce.
 * - `queue`: no address: so many mails are ahead that this one was not sent yet.
 */
export type MailConcern = 'service' | 'mail' | 'recipient' | 'queue'

/** What is known of a mail that was not accepted. */
export interface MailErrorDetails extends SupplierErrorDetails {
  concerns: MailConcern
  /**
   * Whether the mail itself may be at fault, or may have arrived although no answer came: then the failure is an
   * attempt. False when the service failed before it saw the mail.
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

  /** Whether a repeat of this mail ends the same. */
  get isFinal(): boolean {
    return this.concerns !== 'service' && this.isLasting
  }
}
