/**
 * Why a call to a supplier failed.
 *
 * - `unreachable`: no connection, or it broke off. The request may have arrived.
 * - `timeout`: no complete answer in time. The request may have arrived.
 * - `tls`: a certificate that is not trusted.
 * - `unauthorized`: the credentials are refused (401, 403).
 * - `not-found`: the requested item does not exist (404).
 * - `refused`: the request is invalid (other 4xx); repeating it does not help.
 * - `rate-limited`: too many requests, or a quota is used up (429). `retryAfterMs` when the supplier states it.
 * - `failing`: an error of the supplier (5xx).
 * - `unreadable`: an answer that does not match the supplier's documentation.
 */
export type SupplierFailure =
  | 'unreachable'
  | 'timeout'
  | 'tls'
  | 'unauthorized'
  | 'not-found'
  | 'refused'
  | 'rate-limited'
  | 'failing'
  | 'unreadable'

const PERMANENT_FAILURES: ReadonlySet<SupplierFailure> = new Set(['unauthorized', 'not-found', 'refused'])

/** The details of a failed call. */
export interface SupplierErrorDetails {
  supplier: string
  kind: SupplierFailure
  /** The HTTP status or SMTP code. */
  status?: number
  retryAfterMs?: number
  /** The supplier's own error message. */
  words?: string
  cause?: unknown
}

/** A failed call to a supplier. The message is a sentence for staff and the log, without any secret. */
export class SupplierError extends Error {
  override readonly name = 'SupplierError'
  readonly supplier: string
  readonly kind: SupplierFailure
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  readonly words: string | undefined

  constructor(message: string, { supplier, kind, status, retryAfterMs, words, cause }: SupplierErrorDetails) {
    super(message, { cause })
    this.supplier = supplier
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.words = words
  }

  /** Whether the same call fails again until a person changes something. */
  get isLasting(): boolean {
    return PERMANENT_FAILURES.has(this.kind)
  }
}
