import { afterEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import type { Product } from '#domain/catalog/product.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import type { Customer } from '#domain/orders/order.ts'
import { OWN_CHANGES } from '#domain/settings/own-changes.ts'
import { TAX } from '#domain/settings/tax.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { findOrderPath } from '#operations/order-link.ts'
import { holdOrder } from '#operations/orders/hold-order.ts'
import { cancelOwnOrder, makeOwnChange } from '#operations/orders/own-changes.ts'
import { claimOrder } from '#operations/packing/claim-order.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { gatewayTotals, one, PAYS } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA_AS_OWNER, orderDesk, TWO_HOODIES } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const SIZES = [
  { size: 'S', stock: 3 },
  { size: 'M', stock: 10 },
  { size: 'L', stock: 1 },
]
const ELSEWHERE = {
  name: 'Ada Prairie',
  phone: '306 555 0123',
  address: '9 New Street',
  city: 'Regina',
  region: 'Saskatchewan',
  postal: 'S4P 3Y2',
}
const MONTREAL = { ...ELSEWHERE, city: 'Montreal', region: 'Quebec', postal: 'H2X 1Y4' }

describeOnEachDatabase('An order that its customer changes', (open, { startWith }) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))

  signInBeforeEach(
    { open, startWith },
    (opened) => ({ shop, served, product } = opened),
    hoodie({ stock: null, sizes: SIZES }),
  )
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  async function send(number: string, form?: Record<string, string>): Promise<string> {
    const path = await findOrderPath(shop, await desk.found(number))
    const answer = await fetch(served.url + path, {
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return (await answer.text()).replaceAll('&#x27;', "'")
  }
  const field = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  /** Presses a button of the section, and the one that confirms it. */
  async function confirmed(number: string, step: string, form: Record<string, string> = {}) {
    const asked = await send(number, { own: `ask-${step}`, ...form })
    const seen = { version: field(asked, 'version'), difference: field(asked, 'difference') }
    return { asked, answer: () => send(number, { own: step, ...form, ...seen }) }
  }
  const left = async (size: string) => {
    const found = await shop.catalog.find(product.id)
    return found?.sizes.find((one) => one.size === size)?.stock
  }

  test('is cancelled after one more question: all of its money is returned, and its units go back', async () => {
    const { number } = await desk.paid()
    expect(await left('M')).toBe(8)
    const { asked, answer } = await confirmed(number, 'cancel')
    expect(asked).toContain('Cancel the whole order? You get C$265.72 back.')
    expect(await desk.stateOf(number)).toBe('paid')
    expect(await answer()).toContain('Your order is cancelled.')
    expect(await desk.stateOf(number)).toBe('cancelled')
    await desk.settled()
    expect((await gatewayTotals(shop)).returned).toBe(TWO_HOODIES)
    expect(await left('M')).toBe(10)
    expect(desk.subjects()).toEqual([expect.stringContaining('ada: ')])
    expect(await answer()).toContain('It is too late to change this order yourself.')
  })

  test('gets another size: the units change places, and the price stays', async () => {
    const { number } = await desk.paid()
    const page = await send(number)
    expect(page).toMatch(/<option[^>]*>S<\/option>/)
    // One of L is left, and the line has two.
    expect(page).not.toMatch(/<option[^>]*>L<\/option>/)
    const { asked, answer } = await confirmed(number, 'size', { position: '0', size: 'S' })
    expect(asked).toContain('size S instead. It costs the same.')
    expect(await answer()).toContain('Your order is changed.')
    expect((await desk.found(number)).lines).toMatchObject([{ size: 'S', quantity: 2 }])
    expect([await left('S'), await left('M')]).toEqual([1, 10])
    expect((await desk.found(number)).total).toBe(TWO_HOODIES)
  })

  test('keeps its size when the other one sells out while the customer chooses', async () => {
    const { number } = await desk.paid()
    const { answer } = await confirmed(number, 'size', { position: '0', size: 'S' })
    await desk.paid(PAYS, { items: [one(product, 'S', 2)] })
    expect(await answer()).toContain('This size has just sold out. Nothing was changed.')
    expect((await desk.found(number)).lines).toMatchObject([{ size: 'M' }])
  })

  test('gets another address in its country, with the mistakes in it named', async () => {
    const { number } = await desk.paid()
    const wrong = await send(number, { own: 'ask-address', ...ELSEWHERE, city: '', postal: 'H2X 1Y4' })
    expect(wrong).toContain('Enter')
    expect(wrong).toContain('value="9 New Street"')
    const { asked, answer } = await confirmed(number, 'address', ELSEWHERE)
    expect(asked).toContain('Send it to Ada Prairie, 9 New Street')
    expect(await answer()).toContain('Your order is changed.')
    expect((await desk.found(number)).customer).toEqual({ ...CUSTOMER, ...ELSEWHERE })
    await desk.settled()
    // Whoever got hold of the link cannot redirect a parcel unnoticed.
    expect(desk.subjects()).toEqual([`ada: Your Redemption order ${number} has changed`])
    expect(shop.mails[0]?.text).toContain(`Order ${number} goes to another address now.`)
    expect(shop.mails[0]?.text).toContain('9 New Street')
  })

  test('is left to staff after ten changes: each of them sends an email', async () => {
    const { number } = await desk.paid()
    const change = async (size: 'S' | 'M') => {
      const order = await desk.found(number)
      const seen = { version: order.version, difference: 0 }
      return (await makeOwnChange(shop, order, { kind: 'size', position: 0, size }, seen)).kind
    }
    for (let made = 0; made < 10; made += 1)
      expect(await change(made % 2 === 0 ? 'S' : 'M')).toBe('items-changed')
    expect(await change('S')).toBe('too-late')
    expect(await send(number)).not.toContain('Change your order')
  })

  test('is paid by link when it costs more, refunded when it costs less, and waits for the link', async () => {
    await saveAsStaff(shop, TAX, {
      ...TAX.fallback,
      mode: 'by-destination',
      registrations: ['gst-hst CA', 'pst CA Saskatchewan', 'qst CA Quebec'],
    })
    const bought = async (customer: Customer) => {
      const terms = { destination: customer, tariff: await currentTariff(shop) }
      const amount = priceCart([{ price: product.price, quantity: 2 }], terms).total
      return desk.paid(PAYS, { customer, amount })
    }
    const { number } = await bought(CUSTOMER)
    const { total } = await desk.found(number)
    const move = await confirmed(number, 'address', MONTREAL)
    const difference = Number(field(move.asked, 'difference'))
    expect(difference).toBeGreaterThan(0)
    expect(move.asked).toContain('more. We email you a link to pay it')
    // Whoever writes another difference into the form changes nothing.
    const forged = { own: 'address', ...MONTREAL, version: field(move.asked, 'version'), difference: '0' }
    expect(await send(number, forged)).toContain('has changed meanwhile')
    expect(await move.answer()).toContain('is left to pay')
    await desk.settled()
    expect(desk.subjects()).toHaveLength(1)
    expect((await desk.found(number)).total).toBe(total + difference)
    const waiting = await send(number)
    expect(waiting).not.toContain('Another address')
    const { answer } = await confirmed(number, 'cancel')
    expect(await answer()).toContain('Your order is cancelled.')
    await desk.settled()
    expect((await gatewayTotals(shop)).returned).toBe(total)
    const quebec = await bought({ ...CUSTOMER, ...MONTREAL })
    const back = await confirmed(quebec.number, 'address', ELSEWHERE)
    expect(back.asked).toMatch(/You get C\$[\d.]+ back\./)
    expect(await back.answer()).toContain('Your order is changed.')
    await desk.settled()
    expect((await gatewayTotals(shop)).returned).toBe(total + difference)
  })

  test('is refused in a tab that shows an earlier version', async () => {
    const { number } = await desk.paid()
    const first = await confirmed(number, 'size', { position: '0', size: 'S' })
    const second = await confirmed(number, 'address', ELSEWHERE)
    expect(await first.answer()).toContain('Your order is changed.')
    expect(await second.answer()).toContain('has changed meanwhile')
    expect((await desk.found(number)).customer.city).toBe(CUSTOMER.city)
  })

  test('is closed to its customer once a bench packs it, also when packing begins while they decide', async () => {
    const { number } = await desk.paid()
    const cancelling = await confirmed(number, 'cancel')
    const sizing = await confirmed(number, 'size', { position: '0', size: 'S' })
    const bench = { number, bench: 'bench-1', takeOver: null, ...ADA_AS_OWNER }
    expect(await claimOrder(shop, bench)).toMatchObject({ kind: 'claimed' })
    expect(await cancelling.answer()).toContain('It is too late')
    expect(await sizing.answer()).toContain('It is too late')
    expect(await send(number)).not.toContain('Change your order')
    const order = await desk.found(number)
    expect([order.state, order.lines[0]?.size]).toEqual(['paid', 'M'])
    // The last check is made under the lock of the order.
    const change = { kind: 'size', position: 0, size: 'S' } as const
    const seen = { version: order.version, difference: 0 }
    expect(await makeOwnChange(shop, order, change, seen)).toEqual({ kind: 'too-late' })
    expect(await cancelOwnOrder(shop, order, order.version)).toEqual({ kind: 'too-late' })
  })

  test('is closed to its customer after the time that the owner sets, while it is on hold, or always', async () => {
    const { number } = await desk.paid()
    expect(await send(number)).toContain('Change your order')
    const held = { ...(await desk.seen(number)), reason: 'address' as const, note: '', photo: '' }
    expect(await holdOrder(shop, held)).toEqual({ kind: 'put-on-hold' })
    expect(await send(number)).not.toContain('Change your order')
    const next = await desk.paid()
    shop.pass(30 * 60_000)
    expect(await send(next.number)).not.toContain('Change your order')
    await saveAsStaff(shop, OWN_CHANGES, { minutes: '60' })
    expect(await send(next.number)).toContain('Change your order')
    await saveAsStaff(shop, OWN_CHANGES, { minutes: '0' })
    expect(await send(next.number)).not.toContain('Change your order')
  })
})
