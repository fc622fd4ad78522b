import { disputeReason } from '#domain/refunds/dispute.ts'
import type { RefundCause, RefundReason } from '#domain/refunds/refund.ts'

const CAUSE_WORDS: Readonly<Record<RefundCause, string>> = {
  items: 'Items changed',
  address: 'Address changed',
  cancelled: 'Order cancelled',
  late: 'Paid too late',
  'late-cancelled': 'Paid after the order was cancelled',
  'late-refunded': 'Paid after the order was refunded',
  'late-link': 'Paid by a link that was settled already',
  'late-limit': 'More than one person may have of a drop',
  'by-hand': 'Refunded by hand',
  disputed: 'Refunded by hand while the payment was disputed',
  gateway: 'Refunded at the payment provider',
  dispute: 'Dispute lost',
  'came-back': 'Came back',
  'dispute-won': 'Dispute won after all',
  known: 'The gateway returned this money itself',
}

/** Why money was returned, for staff. */
export function refundReason({ cause, reason }: RefundReason): string {
  if (cause === null) return reason
  return [CAUSE_WORDS[cause], disputeReason(reason)].filter(Boolean).join(': ')
}
