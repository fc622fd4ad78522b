import { isOpen } from '#domain/orders/fulfilment.ts'
import type { OrderView } from '#web/views/orders/order-view.ts'

interface Asked extends Pick<
  OrderView,
  'state' | 'fulfilment' | 'isPaid' | 'wasCancelled' | 'disputes' | 'refunds'
> {
  payment: Pick<OrderView['payment'], 'overRefund' | 'isReturned'>
  may: Pick<OrderView['may'], 'cancel'>
}

const DISPUTED =
  'The payment is disputed. Respond at the payment provider before its deadline, and check there before you ship or refund anything.'

const RETURN_FIRST = 'If you still have the items, cancel the order first to return them to stock.'

/** Why an order needs attention, and what to do first. */
export function attentionReason(order: Asked) {
  const {
    state,
    payment: { overRefund },
    disputes,
    refunds,
    may,
  } = order
  if (state !== 'needs-attention') return null
  const disputed = disputes.some((dispute) => dispute.state === 'open') ? DISPUTED : ''
  if (overRefund) {
    return [overRefundWords(overRefund), may.cancel && RETURN_FIRST, disputed].filter(Boolean).join(' ')
  }
  if (disputed) return disputed
  if (disputes.at(-1)?.state === 'lost')
    return 'The dispute is lost: the bank has taken the money. If you still have the items, cancel the order and return them to stock. Otherwise, resolve it.'
  if (isTurned({ disputes, refunds }))
    return 'The bank has reversed its decision: you have won the dispute, and the money was returned to you. If the order has not shipped, ship it or refund it. If it was cancelled in the meantime, you owe the customer the money. Then resolve it.'
  const overdue = refunds.find(({ state, isOverdue }) => state === 'asked' && isOverdue)
  if (overdue)
    return `The refund of ${overdue.amount} has been pending for more than 30 days. Check with the payment provider: the customer may be waiting for the money.`
  if (isReturnedUnsent(order))
    return RETURNED_UNSENT[order.fulfilment === 'partially-fulfilled' ? 'rest' : 'all']
  const refund = refunds.findLast((one) => one.state === 'failed' || one.state === 'unconfirmed')
  if (refund?.state === 'unconfirmed')
    return `The payment provider never confirmed the refund of ${refund.amount}: check there before you refund again.`
  if (refund?.isTaken)
    return `The refund of ${refund.amount} came back, and you have the money again. The customer has already been emailed about the refund: write to them, then refund again or refund it another way.`
  if (refund)
    return `The refund of ${refund.amount} failed. Refund again, or refund it yourself at the payment provider.`
  return 'The payment at the payment provider doesn’t match the order. Compare the two before you ship or refund anything.'
}

const RETURNED_UNSENT = {
  all: 'It was refunded in full, but the order wasn’t sent. Don’t send it: cancel it to return its items to stock.',
  rest: 'It was refunded in full, but the rest wasn’t sent. Don’t send it: add its items to stock again, then resolve the order.',
}

/** Whether the customer has all of the money, and the shop still has items: see flag-unshipped-refund.ts. */
function isReturnedUnsent({ payment, fulfilment, isPaid, wasCancelled }: Asked): boolean {
  return payment.isReturned && isPaid && !wasCancelled && isOpen(fulfilment)
}

/** Whether the last decided dispute was lost before it was won: its loss is a refund that was taken back. */
function isTurned({ disputes, refunds }: Pick<Asked, 'disputes' | 'refunds'>): boolean {
  const last = disputes.at(-1)
  return (
    last?.state === 'won' && refunds.some(({ id, state }) => state === 'failed' && id.startsWith(last.id))
  )
}

function overRefundWords({
  received,
  returned,
  excess,
}: NonNullable<Asked['payment']['overRefund']>): string {
  return `More was refunded than received: ${returned} refunded, ${received} received, ${excess} too much. Check with the payment provider, and ask the customer or the bank if you want it back. Resolve the order once that is settled.`
}
