import { describe, expect, test } from 'vitest'
import { checked, faultOfObject } from './stripe-document.ts'
import { StripeLedger } from './stripe-ledger.ts'
import { newDispute, newIntent, newRefund } from './stripe-objects.ts'

const intent = { ...newIntent(10_00, 'cad', { order_id: 'order-1' }), latest_charge: 'ch_1' }
const asked = { amount: 5_00, metadata: {}, status: 'succeeded' }

function pay(ledger: StripeLedger, outcome: Parameters<StripeLedger['confirm']>[1]): string {
  const form = new URLSearchParams({ amount: '5126', currency: 'cad' })
  const { id, client_secret: secret } = ledger.reply('POST /v1/payment_intents', form).body as typeof intent
  ledger.confirm(secret, outcome)
  return id
}

describe('the objects of the Stripe fake', () => {
  test('in every webhook are as Stripe’s document describes them', () => {
    const ledger = new StripeLedger()
    pay(ledger, 'is declined')
    const unpaid = pay(ledger, 'fails at the bank')
    ledger.reply(`POST /v1/payment_intents/${unpaid}/cancel`, new URLSearchParams())
    for (const amount of ['5126', '3000']) {
      const refunded = pay(ledger, 'succeeds')
      ledger.reply('POST /v1/refunds', new URLSearchParams({ payment_intent: refunded, amount }))
    }
    const disputed = pay(ledger, 'is disputed')
    const { body } = ledger.reply('POST /v1/setup_intents', new URLSearchParams())
    ledger.confirmSetup((body as typeof intent).client_secret, 'is declined')
    ledger.letBanksDecide()
    ledger.turnDispute(disputed, 'won')
    const events = ledger.takeEvents().map((body) => JSON.parse(body) as Parameters<typeof checked>[0])
    for (const event of events) expect(faultOfObject(event, 'whole')).toBe(null)
    expect(new Set(events.map((event) => (event as { type?: string }).type))).toEqual(
      new Set([
        'payment_intent.succeeded',
        'payment_intent.payment_failed',
        'payment_intent.canceled',
        'setup_intent.setup_failed',
        'refund.failed',
        'charge.dispute.created',
        'charge.dispute.closed',
        'charge.dispute.funds_reinstated',
      ]),
    )
  })

  test.each([
    [{ ...intent, status: 'paid' }, 'payment_intent: data/status must be equal to one of the allowed values'],
    [{ ...newRefund(intent, asked), amount: '5' }, 'refund: data/amount must be integer'],
    [
      { ...newRefund(intent, asked), created: undefined },
      "refund: data must have required property 'created'",
    ],
    [{ ...newDispute(intent), evidence: null }, 'dispute: data/evidence must be object'],
    [{ object: 'parcel' }, 'Stripe has no parcel.'],
  ])('are refused when they are not: %#', (object, fault) => {
    expect(faultOfObject(object, 'whole')).toBe(fault)
    expect(() => checked(object)).toThrow(fault)
  })
})
