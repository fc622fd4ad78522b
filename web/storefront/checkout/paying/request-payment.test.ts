import * as words from '#words/en/checkout/checkout.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PAYMENT_REQUEST } from '#test/support/payment-request.ts'
import { readRetry, readPaymentAnswer, requestPayment } from './request-payment.ts'

const noSecret = { kind: 'failed', message: words.noSecretNow }

test('a response without a client secret is a missing payment secret', () => {
  expect(readPaymentAnswer(200, {})).toEqual(noSecret)
  expect(readPaymentAnswer(200, { clientSecret: '' })).toEqual(noSecret)
  expect(readPaymentAnswer(502, { type: '/problems/payment-unavailable', title: 'x', status: 502 })).toEqual(
    noSecret,
  )
  expect(readPaymentAnswer(500, null)).toEqual(noSecret)
})

test('a changed cart and a changed total both return the current lines', () => {
  const line = {
    productId: 'tee',
    size: 'M',
    quantity: 2,
    status: 'not-enough',
    left: 1,
    price: 40,
    name: 'Tee',
  }
  for (const type of ['/problems/cart-changed', '/problems/amount-differs']) {
    expect(readPaymentAnswer(409, { type, lines: [line] })).toMatchObject({
      kind: 'cart-changed',
      lines: [line],
    })
  }
})

test('a paid order is not paid again', () => {
  const paid = { type: '/problems/already-paid' }
  expect(readPaymentAnswer(409, paid)).toEqual({ kind: 'already-paid', orderNumber: null })
  expect(readPaymentAnswer(409, { ...paid, orderNumber: 'R-1' })).toEqual({
    kind: 'already-paid',
    orderNumber: 'R-1',
  })
})

test('without a secret gift cards or promotions have just paid the order', () => {
  expect(readPaymentAnswer(200, { clientSecret: null, orderNumber: 'R-1' })).toEqual({
    kind: 'already-paid',
    orderNumber: 'R-1',
    isJustNow: true,
  })
})

test('the secret arrives with the order number, for a shop that is slow to settle it', () => {
  expect(readPaymentAnswer(200, { clientSecret: 's_1', orderNumber: 'R-1' })).toEqual({
    kind: 'secret',
    clientSecret: 's_1',
    orderNumber: 'R-1',
    payBy: null,
  })
  expect(readPaymentAnswer(200, { clientSecret: 's_1' })).toMatchObject({ orderNumber: null })
})

test("the server's validation errors are shown at their fields", () => {
  const errors = [
    { path: '/customer/postal', message: 'Enter your postal code.' },
    { path: '/items/0/quantity', message: 'Too many.' },
  ]
  expect(readPaymentAnswer(422, { type: '/problems/invalid-request', errors })).toEqual({
    kind: 'fields-wrong',
    fields: { postal: 'Enter your postal code.' },
  })
})

test("the message for too many refused cards is the server's, and for too many requests the browser's", () => {
  const title = 'Too many cards were declined. Wait 12 minutes and press Pay Now again.'
  expect(readPaymentAnswer(429, { type: '/problems/too-many-declines', title })).toEqual({
    kind: 'failed',
    message: title,
    isUnconfirmed: false,
  })
  expect(readPaymentAnswer(429, { type: '/problems/too-many-requests', title: 'x' })).toEqual({
    kind: 'failed',
    message: words.tooMany,
  })
})

test("the message for a total beyond the card limit is the server's", () => {
  for (const [type, title] of [
    ['too-little', 'The minimum card payment is C$0.50. Add something to your cart.'],
    ['nothing-to-pay', 'There is nothing to pay for this cart.'],
  ]) {
    expect(readPaymentAnswer(422, { type: `/problems/${type}`, title })).toEqual({
      kind: 'failed',
      message: title,
      isUnconfirmed: false,
    })
  }
  const title = 'This order is too large for a single card payment.'
  expect(readPaymentAnswer(422, { type: '/problems/too-expensive', title })).toEqual({
    kind: 'failed',
    message: title,
    isUnconfirmed: false,
  })
})

test('a refusal without a turn leads to the waiting room, and nowhere else', () => {
  const title = 'Pieces of Winter drop are sold in turn. Nothing was charged.'
  const refused = (room: string) => readPaymentAnswer(403, { type: '/problems/turn-needed', title, room })
  const failed = { kind: 'failed', message: title, isUnconfirmed: false }
  expect(refused('/drop/winter/room')).toEqual({ ...failed, room: '/drop/winter/room' })
  expect(refused('https://elsewhere.example/drop/winter/room')).toEqual(noSecret)
})

describe('a shop that does not answer', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const hooks = { onRetry: () => {}, wait: async () => {} }

  test('is given up after 45 seconds, in the words of the specification', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
    )
    const ended = vi.fn()
    void requestPayment(PAYMENT_REQUEST, hooks).then(ended)
    await vi.advanceTimersByTimeAsync(44_999)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    const message = "Failed to get payment secret: the shop didn't answer. Nothing was charged. Try again."
    expect(ended).toHaveBeenCalledWith({ kind: 'failed', message })
  })

  test('because the shopper is offline is named as that', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const message =
      "Failed to get payment secret: you're offline. Nothing was charged. Try again when your connection is back."
    expect(await requestPayment(PAYMENT_REQUEST, hooks)).toEqual({ kind: 'failed', message })
  })
})

describe('a shop that cannot answer yet', () => {
  afterEach(() => vi.unstubAllGlobals())

  const secret = () => Response.json({ clientSecret: 's_1' })
  const busy = (type: string, headers: Record<string, string> = { 'retry-after': '3' }) =>
    Response.json({ type: `/problems/${type}`, title: 'x', status: 503 }, { status: 503, headers })

  /** Places an order at a shop that gives these answers in turn; the last one is repeated. */
  async function place(answers: (() => Response)[]) {
    const sent: unknown[] = []
    const told: string[] = []
    const waits: number[] = []
    vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body))
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      return answer?.()
    })
    const answer = await requestPayment(PAYMENT_REQUEST, {
      onRetry: (message) => void told.push(message),
      wait: async (milliseconds) => void waits.push(milliseconds),
    })
    return { answer, sent, told, waits }
  }

  test('the same checkout is sent again after the stated time', async () => {
    const { answer, sent, told, waits } = await place([() => busy('busy'), () => busy('busy'), secret])
    expect(answer).toEqual({ kind: 'secret', clientSecret: 's_1', orderNumber: null, payBy: null })
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(told).toEqual([words.busy, words.busy])
    for (const milliseconds of waits) expect(milliseconds).toBeGreaterThanOrEqual(3_000)
  })

  test('an unknown outcome is checked by a retry, and the payment continues', async () => {
    const { answer, told } = await place([() => busy('outcome-unknown'), secret])
    expect(answer).toEqual({ kind: 'secret', clientSecret: 's_1', orderNumber: null, payBy: null })
    expect(told).toEqual([words.asking])
  })

  test.each([
    ['busy', words.stillBusy],
    ['outcome-unknown', words.stillUnknown],
    ['unavailable', words.noSecretNow],
  ])('with a lasting %s is given up after some tries', async (type, message) => {
    const { answer, sent } = await place([() => busy(type)])
    expect(answer).toEqual({ kind: 'failed', message })
    expect(sent).toHaveLength(6)
  })

  test('without a stated time the request is not repeated', async () => {
    const { answer, sent } = await place([() => busy('unavailable', {})])
    expect({ answer, sent: sent.length }).toEqual({ answer: noSecret, sent: 1 })
  })

  test.each([
    ['0', 1],
    ['4', 4],
    ['3600', 10],
  ])('that asks for %s seconds gets the retry after %i', (said, waitSeconds) => {
    const response = busy('busy', { 'retry-after': said })
    expect(readRetry(response, { type: '/problems/busy' })).toMatchObject({ waitSeconds })
  })
})
