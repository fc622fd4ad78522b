import { expect, test } from 'vitest'
import { attentionReason } from './attention-reason.ts'
import type { OrderView } from '#web/views/orders/order-view.ts'

type Asked = Parameters<typeof attentionReason>[0]
const refund = (state: OrderView['refunds'][number]['state'], isTaken = false) => ({
  id: 'r',
  amount: 'C$20.00',
  state,
  to: '',
  isTaken,
  reason: '',
  by: 'you',
  failure: '',
  isOverdue: false,
  split: [],
  at: '',
})
const dispute = (state: 'open' | 'won' | 'lost') => ({ id: 'd', amount: 'C$20.00', reason: '', state })
const aside = (more: Partial<Asked>): Asked => ({
  state: 'needs-attention',
  payment: { overRefund: null, isReturned: false },
  may: { cancel: true },
  isPaid: true,
  wasCancelled: false,
  fulfilment: 'unfulfilled',
  disputes: [],
  refunds: [],
  ...more,
})

test('an order that does not need attention has no reason', () => {
  expect(attentionReason({ ...aside({ disputes: [dispute('open')] }), state: 'paid' })).toBeNull()
})

test.each([
  [aside({ disputes: [dispute('open')], refunds: [refund('failed')] }), 'is disputed'],
  [aside({ disputes: [dispute('lost')] }), 'dispute is lost'],
  [aside({ disputes: [dispute('won')], refunds: [refund('failed', true)] }), 'C$20.00 came back'],
  [aside({ refunds: [refund('failed')] }), 'C$20.00 failed'],
  [aside({ refunds: [refund('done'), refund('unconfirmed')] }), 'The payment provider never confirmed'],
  [aside({ refunds: [{ ...refund('asked', true), isOverdue: true }] }), 'more than 30 days'],
  [
    aside({ disputes: [dispute('won')], refunds: [{ ...refund('failed', true), id: 'd' }] }),
    'reversed its decision',
  ],
  [aside({}), 'doesn’t match the order'],
])('the most important reason is shown: %#', (order, words) => {
  expect(attentionReason(order)).toContain(words)
})

const returned = { overRefund: null, isReturned: true }

test.each([
  [aside({ payment: returned }), 'cancel it to return its items to stock'],
  [aside({ payment: returned, refunds: [refund('failed')] }), 'cancel it to return its items to stock'],
  [aside({ payment: returned, fulfilment: 'partially-fulfilled' }), 'the rest wasn’t sent'],
  [aside({ payment: returned, disputes: [dispute('open')] }), 'is disputed'],
  [aside({ payment: returned, wasCancelled: true }), 'doesn’t match the order'],
  [aside({ payment: returned, isPaid: false }), 'doesn’t match the order'],
  [aside({ payment: returned, fulfilment: 'nothing-to-fulfil' }), 'doesn’t match the order'],
])(
  'an order whose money was returned before it was sent says what happens to its items: %#',
  (order, words) => {
    expect(attentionReason(order)).toContain(words)
  },
)

test('an over-refund is shown with its amounts, before everything except an open dispute', () => {
  const payment = {
    overRefund: { received: 'C$77.26', returned: 'C$154.52', excess: 'C$77.26' },
    isReturned: true,
  }
  const lost = attentionReason(aside({ payment, disputes: [dispute('lost')], refunds: [refund('failed')] }))
  expect(lost).toContain('C$154.52 refunded, C$77.26 received, C$77.26 too much')
  expect(lost).toContain('return them to stock')
  const sent = aside({ payment, may: { cancel: false }, disputes: [dispute('open')] })
  expect(attentionReason(sent)).toContain('is disputed')
  expect(attentionReason(sent)).not.toContain('to stock')
})
