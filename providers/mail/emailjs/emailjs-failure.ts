import { MailError, type MailErrorDetails } from '#providers/mail/mail-error.ts'
import { SupplierError } from '#providers/supplier-error.ts'

/**
 * Words in a 400 or 422 that mean that a setting is wrong, and not the mail, such as a template without a recipient.
 */
const SETTING =
  /user_id|public key|private key|access ?token|service|template|account|quota|address is empty/i
const RECIPIENT = /recipient.*(corrupt|invalid|not valid)/i
const PAYMENT_REQUIRED = 402
/** The mail account that EmailJS sends through is refused or full. */
const SERVICE_REFUSED = 412

/** The failure of a mail at EmailJS as a MailError. */
export function emailjsFailure(error: unknown): MailError {
  if (!(error instanceof SupplierError)) throw error
  return asMailError(error, whomItConcerns(error))
}

/**
 * Converts the error of a mail that would wait too long in the rate limit to a MailError. Other errors are returned
 * unchanged.
 */
export function queueFailure(error: unknown): unknown {
  if (!(error instanceof SupplierError)) return error
  return asMailError(error, { concerns: 'queue', isAttempt: false })
}

function asMailError(
  { supplier, kind, status, retryAfterMs, message, cause }: SupplierError,
  whom: Pick<MailErrorDetails, 'concerns' | 'isAttempt'>,
): MailError {
  return new MailError(message, {
    supplier,
    kind,
    cause,
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...whom,
  })
}

function whomItConcerns({
  kind,
  status,
  message,
  cause,
}: SupplierError): Pick<MailErrorDetails, 'concerns' | 'isAttempt'> {
  if (kind === 'tls' || kind === 'unauthorized' || kind === 'rate-limited') {
    return { concerns: 'service', isAttempt: false }
  }
  if (kind === 'unreachable') return { concerns: 'service', isAttempt: !wasNeverSent(cause) }
  if (kind !== 'refused' || status === PAYMENT_REQUIRED || status === SERVICE_REFUSED) {
    return { concerns: 'service', isAttempt: true }
  }
  if (RECIPIENT.test(message)) return { concerns: 'recipient', isAttempt: true }
  return { concerns: SETTING.test(message) ? 'service' : 'mail', isAttempt: true }
}

/** Whether no connection was made, so that the mail cannot have arrived. */
function wasNeverSent(error: unknown): boolean {
  const { code = '' } = (error as { cause?: NodeJS.ErrnoException } | undefined)?.cause ?? {}
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code)
}
