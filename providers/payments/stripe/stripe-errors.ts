import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { SupplierError, type SupplierFailure } from '#providers/supplier-error.ts'

/** An error from Stripe, with its code: https://docs.stripe.com/error-codes. */
class StripeRefusal extends GatewayError {
  readonly type: string
  readonly code: string

  constructor(message: string, temporary: boolean, { type, code }: { type: string; code: string }) {
    super(message, temporary)
    this.type = type
    this.code = code
  }
}

interface RawStripeError {
  type: string
  message: string
  code?: string
  statusCode?: number
}

/**
 * A retry makes sense when Stripe could not be reached, was busy or failed, and when it rejected the API key: the owner
 * will fix that, and no refund may be lost until then. A retry of an invalid request does not help. The message is
 * stored and shown to staff, so `secrets` are removed from it.
 */
export function toGatewayError(error: unknown, secrets: readonly string[] = []): GatewayError {
  if (!isStripeError(error)) throw error
  const { type, message, code = '', statusCode = 0 } = error
  const temporary =
    type === 'StripeConnectionError' ||
    type === 'StripeAPIError' ||
    type === 'StripeRateLimitError' ||
    type === 'StripeAuthenticationError' ||
    type === 'StripePermissionError' ||
    code === 'lock_timeout' ||
    code === 'idempotency_key_in_use' ||
    statusCode >= 500
  const safe = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), message)
  return new StripeRefusal(`Stripe: ${safe}`, temporary, { type, code })
}

const FAILURES: Readonly<Record<string, SupplierFailure>> = {
  StripeConnectionError: 'unreachable',
  StripeAuthenticationError: 'unauthorized',
  StripePermissionError: 'unauthorized',
  StripeRateLimitError: 'rate-limited',
}

/** The failure of a call as a SupplierError, for the screen of connections. */
export function toSupplierError(error: GatewayError): SupplierError {
  const known = error instanceof StripeRefusal ? FAILURES[error.type] : undefined
  const kind = known ?? (error.temporary ? 'failing' : 'refused')
  return new SupplierError(error.message, { supplier: 'Stripe', kind, cause: error })
}

const UNEXPECTED_STATES = new Set(['payment_intent_unexpected_state', 'setup_intent_unexpected_state'])

/** The payment or card check is in a state in which it cannot be changed or cancelled. */
export function isUnexpectedState(error: GatewayError): boolean {
  return error instanceof StripeRefusal && UNEXPECTED_STATES.has(error.code)
}

/** The key is restricted, and may not do this. */
export function isForbidden(error: GatewayError): boolean {
  return error instanceof StripeRefusal && error.type === 'StripePermissionError'
}

/** Stripe has no such object. */
export function isMissing(error: GatewayError): boolean {
  return error instanceof StripeRefusal && error.code === 'resource_missing'
}

function isStripeError(error: unknown): error is RawStripeError {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
}
