import type { OrderView } from './order-view.ts'

/** Why an order needs somebody's attention, and what to do first. */
export function attentionReason({
  state,
  disputes,
  refunds,
}: Pick<OrderView, 'state' | 'disputes' | 'refunds'>) {
  if (state !== 'needs-attention') return null
  if (disputes.some((dispute) => dispute.state === 'open'))
    return 'The payment is disputed. Answer at the gateway before its deadline, and look there before you send or refund anything.'
  if (disputes.at(-1)?.state === 'lost')
    return 'The dispute is lost: the bank has taken the money. If the pieces are still here, cancel the order and put them back on the shelf; else resolve it.'
  const refund = refunds.findLast((one) => one.state === 'failed' || one.state === 'unconfirmed')
  if (refund?.state === 'unconfirmed')
    return `Nobody knows whether the refund of ${refund.amount} went back: look at the gateway before you refund again.`
  if (refund?.isTaken)
    return `The refund of ${refund.amount} came back, and the money is with the shop again. The shopper was told that it was returned: write to them, then refund again or return it another way.`
  if (refund)
    return `The refund of ${refund.amount} failed. Refund again, or return it by hand at the gateway.`
  return 'The payment at the gateway does not agree with the order. Compare the two before you send or refund anything.'
}
