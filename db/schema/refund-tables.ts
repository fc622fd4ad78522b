import type { Generated } from 'kysely'
import type { DisputeId, OrderId, PaymentId, RefundId } from '#domain/ids.ts'
import type { Cents, SignedCents } from '#domain/money.ts'
import type { Dispute } from '#domain/refunds/dispute.ts'
import type { RefundCause, RefundSource, RefundState } from '#domain/refunds/refund.ts'
import type { PersonalText } from './personal-text.ts'

export interface RefundTables {
  refunds: RefundsTable
  refund_parts: RefundPartsTable
  disputes: DisputesTable
}

/** Refunds. Only `state` changes in a row (domain/refunds/refund.ts): wrong amounts are corrected by another row. */
interface RefundsTable {
  id: RefundId
  order_id: OrderId
  /** The payment that is refunded. */
  payment_id: PaymentId
  source: RefundSource
  /** The refund that this row corrects, in whole or in part; null: the row is a refund. */
  corrects: RefundId | null
  /** Negative when the row corrects another. */
  amount_cents: SignedCents
  state: RefundState
  /** What staff wrote; of a lost dispute, the bank's code. */
  reason: PersonalText
  cause: RefundCause | null
  asked_by: string
  idempotency_key: string
  gateway_refund_id: string | null
  /** The gateway's message when it refused. */
  failure: Generated<string>
  created_at: number
  /** When the money was returned; kept when the bank sends it back afterwards. */
  done_at: number | null
}

/** What a refund was for: units of a line, or the shipping when there is no line. None when staff entered a sum. */
interface RefundPartsTable {
  refund_id: RefundId
  /** Counts the parts of one refund. */
  part: number
  order_id: OrderId
  line_position: number | null
  quantity: number
  /** How many of these units had been sent: the others will not be. */
  sent: Generated<number>
  /** The first of these units of the line, counted from 0; null: a refund that does not count, or the shipping. */
  unit: number | null
  /** All of them, as JSON, as earlier versions write them; null in rows of this version. */
  units: string | null
}

/** Disputes of cardholders with their banks: domain/refunds/dispute.ts. */
interface DisputesTable {
  /** The gateway's id of the dispute. */
  id: DisputeId
  order_id: OrderId
  /** The disputed payment; null in older rows. */
  intent_id: string | null
  amount_cents: Cents
  currency: string
  reason: string
  state: Dispute['state']
  /** When the shop first received it. */
  opened_at: number
  decided_at: number | null
}
