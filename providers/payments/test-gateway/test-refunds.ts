import { cents, type Cents } from '#domain/money.ts'
import type { StripeRefund } from '#providers/payments/stripe/stripe-refunds-and-disputes.ts'

/**
 * Test amounts: a refund of exactly this much waits for the bank first, or succeeds and is returned by the bank
 * afterwards. Any other amount is refunded at once.
 */
export const TEST_REFUNDS = { pendsFirst: cents(77_26), failsLater: cents(51_26) } as const

/** How long the bank takes to decide, in milliseconds. */
export const BANK_DELAY_MS = 10_000

/** The state of a refund requested `age` milliseconds ago, in Stripe's names. */
export function refundStatus(
  amount: Cents,
  age: number,
): Pick<StripeRefund, 'failure_reason'> & { status: string } {
  const isLater = age >= BANK_DELAY_MS
  if (amount === TEST_REFUNDS.pendsFirst) return { status: isLater ? 'succeeded' : 'pending' }
  if (amount === TEST_REFUNDS.failsLater && isLater) {
    return { status: 'failed', failure_reason: 'expired_or_canceled_card' }
  }
  return { status: 'succeeded' }
}
