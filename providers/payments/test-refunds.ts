import { cents, type Cents } from '#domain/money.ts'
import type { StripeRefund } from './stripe-money-news.ts'

/**
 * What the built-in gateway does with a refund of exactly so much: at first it waits for the bank, or it is made, and
 * the bank sends the money back afterwards. Any other amount is returned at once.
 */
export const TEST_REFUNDS = { pendsFirst: cents(77_26), failsLater: cents(51_26) } as const

/** After so long the bank has made up its mind. */
export const BANK_TAKES_MS = 10_000

/** How a refund stands that was asked for `age` milliseconds ago, with Stripe's words. */
export function refundStatus(
  amount: Cents,
  age: number,
): Pick<StripeRefund, 'failure_reason'> & { status: string } {
  const isLater = age >= BANK_TAKES_MS
  if (amount === TEST_REFUNDS.pendsFirst) return { status: isLater ? 'succeeded' : 'pending' }
  if (amount === TEST_REFUNDS.failsLater && isLater) {
    return { status: 'failed', failure_reason: 'expired_or_canceled_card' }
  }
  return { status: 'succeeded' }
}
