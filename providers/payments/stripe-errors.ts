import { GatewayError } from './payment-gateway.ts'

/** What Stripe said, with its own code: https://docs.stripe.com/error-codes. */
class StripeRefusal extends GatewayError {
  readonly code: string

  constructor(message: string, temporary: boolean, code: string) {
    super(message, temporary)
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
 * Asking again makes sense when Stripe could not be reached, was busy or broken, and when it did not know the key: an
 * owner mends that, and no refund should be lost to it. A request that was wrong stays wrong.
 */
export function toGatewayError(error: unknown): GatewayError {
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
  return new StripeRefusal(`Stripe: ${message}`, temporary, code)
}

/** The payment is in a state in which it cannot be changed or cancelled. */
export function isUnexpectedState(error: GatewayError): boolean {
  return error instanceof StripeRefusal && error.code === 'payment_intent_unexpected_state'
}

/** Stripe has no such thing. */
export function isMissing(error: GatewayError): boolean {
  return error instanceof StripeRefusal && error.code === 'resource_missing'
}

function isStripeError(error: unknown): error is RawStripeError {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
}
