import { beforeEach, expect, test } from 'vitest'
import { holdOrder } from '#operations/orders/hold-order.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ONE_HOODIE, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import type { Product } from '#domain/catalog/product.ts'

const UNKNOWN = 'R-0000-0000'

interface Answer {
  done: number
  already: number
  refused: { number: string; reason: string }[]
}
interface Seen {
  number: string
  version: number
}

describeOnEachDatabase('An action on selected orders', (open, { startWith }) => {
  let shop: TestShop
  let product: Product
  let ask: Ask
  /** Two paid orders, one that was sent, and one that is unpaid. */
  let first: Seen
  let second: Seen
  let sent: Seen
  let unpaid: Seen

  signInBeforeEach({ open, startWith }, (opened) => ({ shop, product, ask } = opened), hoodie({ stock: 60 }))
  const { paid, placed, found, seen, settled, historyOf, refundsOf } = orderDesk(() => ({ shop, product }), 1)

  beforeEach(async () => {
    const current = async (number: string) => ({ number, version: (await found(number)).version })
    first = await current((await paid()).number)
    second = await current((await paid()).number)
    const third = await paid()
    await fulfilOrder(shop, { ...(await seen(third.number)), ...TRACKING })
    await settled()
    sent = await current(third.number)
    unpaid = await current((await placed()).orderNumber)
  })

  async function act(action: string, orders: readonly Seen[], said: object = {}): Promise<Answer> {
    const answer = await ask('POST', `/api/staff/selected-orders/${action}`, { orders, ...said })
    expect(answer.status, action).toBe(200)
    return (await answer.json()) as Answer
  }
  const refusals = ({ refused }: Answer) =>
    Object.fromEntries(refused.map(({ number, reason }) => [number, reason]))
  const everyone = () => [first, second, sent, unpaid, { number: UNKNOWN, version: 1 }]

  test('holds what waits, names the rest with its reason, and does nothing twice', async () => {
    const said = { reason: 'customer', note: 'Until Monday' }
    const held = await act('hold', everyone(), said)
    expect(held).toMatchObject({ done: 2, already: 0 })
    expect(refusals(held)).toEqual({
      [sent.number]: expect.stringContaining('“Fulfilled”'),
      [unpaid.number]: expect.stringContaining('cannot be done'),
      [UNKNOWN]: 'There is no such order.',
    })
    expect(await act('hold', [first, second], said)).toEqual({ done: 0, already: 2, refused: [] })
    expect((await historyOf(first.number)).filter((kind) => kind === 'held')).toHaveLength(1)
    expect(await act('fulfil', [first])).toMatchObject({
      refused: [{ number: first.number, reason: 'This order is on hold. Release it first.' }],
    })
    expect(await act('release', [first, sent])).toEqual({ done: 1, already: 1, refused: [] })
    expect(await act('fulfil', everyone())).toMatchObject({ done: 1, already: 1 })
    await settled()
    expect((await found(first.number)).state).toBe('fulfilled')
  })

  test('tags and notes any order, once', async () => {
    const tags = { add: ['Gift', 'drop  12'], remove: ['old'] }
    expect(await act('tag', everyone(), tags)).toMatchObject({ done: 4, already: 0 })
    expect(await act('tag', everyone(), tags)).toMatchObject({ done: 0, already: 4 })
    expect(await act('tag', [first], { add: [], remove: ['gift'] })).toMatchObject({ done: 1 })
    const rows = await shop.database.db.selectFrom('order_tags').selectAll().execute()
    expect(rows.filter(({ tag }) => tag === 'drop 12')).toHaveLength(4)
    expect(rows.filter(({ tag }) => tag === 'gift')).toHaveLength(3)
    const note = { noteId: 'one-note', text: 'Add a sticker' }
    for (let times = 0; times < 2; times += 1)
      expect(await act('note', everyone(), note)).toMatchObject({ done: 4 })
    expect((await historyOf(sent.number)).filter((kind) => kind === 'note')).toHaveLength(1)
  })

  test('cancels for one reason what staff saw, and leaves alone what changed or went out', async () => {
    await holdOrder(shop, { ...(await seen(second.number)), reason: 'customer', note: '', photo: '' })
    const said = { reason: 'Misprint', restock: true }
    const cancelled = await act('cancel', everyone(), said)
    expect(cancelled).toMatchObject({ done: 2, already: 0 }) // the unpaid one too
    expect(refusals(cancelled)).toMatchObject({
      [second.number]: expect.stringContaining('changed in the meantime'),
      [sent.number]: expect.stringContaining('“Fulfilled”'),
    })
    expect((await act('cancel', [first, unpaid], said)).already).toBe(2)
    await settled()
    expect(await refundsOf(first.number)).toEqual(['done at the gateway'])
    expect((await found(second.number)).state).toBe('paid')
  })

  test('refunds all that is left for one reason, once, and returns to stock what was not sent', async () => {
    const before = (await shop.catalog.find(product.id))?.stock
    await addOrderNote(shop, { ...(await seen(first.number)), noteId: 'a-note-1', text: 'Called' })
    const review = await ask('POST', '/api/staff/selected-orders/review-refund', {
      orders: everyone().map(({ number }) => ({ number })),
    })
    expect(((await review.json()) as { orders: object[] }).orders).toMatchObject([
      { ...first, left: ONE_HOODIE, refusal: null },
      { ...second, left: ONE_HOODIE, refusal: null },
      { ...sent, left: ONE_HOODIE, refusal: null },
      { ...unpaid, left: 0, refusal: expect.stringContaining('cannot be done') },
    ])
    const said = { refundId: 'one-refund', reason: 'Too late' }
    const refunded = await act('refund', [first, sent, unpaid], said)
    expect(refunded).toMatchObject({ done: 2, refused: [{ number: unpaid.number }] })
    await settled()
    expect(await act('refund', [first, sent], said)).toEqual({ done: 2, already: 0, refused: [] })
    await settled()
    for (const { number } of [first, sent]) {
      expect(await refundsOf(number)).toEqual(['done at the gateway'])
      expect((await found(number)).state).toBe('refunded')
    }
    expect((await shop.catalog.find(product.id))?.stock).toBe((before ?? 0) + 1)
    expect((await act('refund', [second], { ...said, refundId: 'other-refund' })).done).toBe(1)
  })

  test('is one request for at most fifty orders, each with its version where money is returned', async () => {
    const many = Array.from({ length: 51 }, () => ({ number: UNKNOWN }))
    for (const orders of [[], many, [{ number: 'nonsense' }]]) {
      const answer = await ask('POST', '/api/staff/selected-orders/release', { orders })
      expect(answer.status).toBe(422)
    }
    const unseen = { orders: [{ number: first.number }], restock: true, reason: '' }
    expect((await ask('POST', '/api/staff/selected-orders/cancel', unseen)).status).toBe(422)
  })
})
