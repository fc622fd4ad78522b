import { expect, test } from 'vitest'
import { taskName } from '#domain/outbox/task-kinds.ts'
import { ORDER_MAIL_KINDS } from '#domain/outbox/task-kinds.ts'
import { actorName, historyWords } from './history-words.ts'

test('events are displayed in words, with amount and reason', () => {
  expect(historyWords('paid', { amount: 145_36, currency: 'cad', intentId: 'pi' })).toBe(
    'Received the payment: C$145.36',
  )
  expect(historyWords('cancelled', { reason: 'Misprint', amount: 50_00, restocked: true })).toBe(
    'Cancelled the order (Misprint); C$50.00 to be refunded; the items were returned to stock',
  )
  expect(historyWords('cancelled', { reason: '', restocked: true, what: '1 x Crew Sock, M' })).toBe(
    'Cancelled the order; returned 1 x Crew Sock, M to stock',
  )
  expect(historyWords('needs-attention', { amount: 1_00, currency: 'usd' })).toBe(
    'Received a payment that does not match the order: 1.00 USD',
  )
})

test('an order that gift cards paid is said to be paid, not to have received nothing', () => {
  expect(historyWords('paid', { amount: 0 })).toBe(
    'Paid the order with gift cards or promotions: nothing was left to charge',
  )
})

test('requested, returned and lost money have different words', () => {
  const dispute = { amount: 145_36, currency: 'cad', reason: 'product_not_received', disputeId: 'dp' }
  expect(historyWords('disputed', dispute)).toBe('Opened a dispute: C$145.36 (product not received)')
  expect(historyWords('dispute-lost', dispute)).toBe(
    'Decided the dispute in the cardholder’s favour: C$145.36 has been taken back (product not received)',
  )
  expect(historyWords('refund-came-back', { amount: 50_00, failure: 'lost or stolen card' })).toBe(
    'Sent back a refund that did not reach the customer: C$50.00 (lost or stolen card)',
  )
})

test('an event with missing details, or an unknown one, does not break the page', () => {
  expect(historyWords('placed', null)).toBe('placed')
  expect(historyWords('placed', { total: 'much' })).toBe('Placed the order')
  expect(historyWords('moved-to-the-moon', {})).toBe('moved-to-the-moon')
})

test('every mail about an order has a display name', () => {
  for (const kind of ORDER_MAIL_KINDS) expect(taskName(kind)).not.toBe(kind)
  expect(actorName('system')).toBe('The shop')
  expect(actorName('ada@redemption.example')).toBe('ada@redemption.example')
})
