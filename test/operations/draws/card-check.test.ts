import { beforeEach, describe, expect, test } from 'vitest'
import { hasDraw, type DrawnDrop } from '#domain/drops/draw.ts'
import type { Product } from '#domain/catalog/product.ts'
import { DROPS, dropsSchema } from '#domain/settings/drops.ts'
import { createDrawCheck } from '#operations/draws/check-card.ts'
import { confirmEntry, enterDraw, withdrawEntry } from '#operations/draws/enter-draw.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { ASKS, DECLINED, one, PAYS } from '#test/support/buyer.ts'
import { drop } from '#test/support/drop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { serveShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { acceptEvent } from '#web/api/checkout/payments-webhook.ts'
import * as v from 'valibot'

const HOUR = 3_600_000
const OTHER = { ...PAYS, cvc: '987' }

test('a drop that was saved before draws could check cards checks none', () => {
  const saved = drop({
    soldFrom: HOUR,
    draw: { entriesFrom: 0, payHours: 12, showsCounts: true, checksCard: true },
  })
  const { checksCard, ...draw } = saved.draw!
  const parsed = v.parse(dropsSchema, { drops: [{ ...saved, draw }] })
  expect([checksCard, parsed.drops[0]?.draw?.checksCard]).toEqual([true, false])
})

describeOnEachDatabase('The card check of a draw', (open) => {
  let shop: TestShop
  let product: Product
  let of: DrawnDrop

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.identity.addMember({ email: 'bo@redemption.example', password: 'wears red' })
    product = await shop.catalog.add(
      hoodie({ name: 'Comet Jacket', stock: null, sizes: [{ size: 'M', stock: 3 }] }),
    )
    of = await save('winter', true)
  })

  async function save(id: string, checksCard: boolean): Promise<DrawnDrop> {
    const draw = { entriesFrom: shop.now(), payHours: 12, showsCounts: true, checksCard }
    const saved = drop({ id, handle: id, products: [product.id], soldFrom: shop.now() + HOUR, draw })
    await saveAsStaff(shop, DROPS, { drops: [saved] })
    if (!hasDraw(saved)) throw new Error('It has a draw')
    return saved
  }
  async function secret(): Promise<string> {
    const check = await createDrawCheck(shop, of, null)
    if (typeof check === 'string') throw new Error(check)
    return check.clientSecret
  }
  async function checked(card = PAYS): Promise<string> {
    const clientSecret = await secret()
    await shop.gateway.confirm(clientSecret, card)
    return clientSecret
  }
  const entryOf = (name: string) => ({
    customer: { ...CUSTOMER, email: `${name}@shopper.example`, address: `${name} Elm St` },
    item: one(product),
    language: 'en',
  })
  const enter = (name: string, cardSecret: string) => enterDraw(shop, of, { ...entryOf(name), cardSecret })
  /** The tokens of the links in the mails since the last time. */
  async function links(): Promise<string[]> {
    shop.mails = []
    while ((await deliverOutbox(shop)) > 0);
    return shop.mails.map(({ text }) => /token=(\S+)/.exec(text)?.[1] ?? '')
  }
  async function enters(name: string, card = PAYS) {
    expect(await enter(name, await checked(card))).toBe('sent')
    const [token = ''] = await links()
    return { token, outcome: await confirmEntry(shop, token, name) }
  }

  test('a card enters once, and again once its entry is taken back', async () => {
    const first = await enters('ada')
    expect(first.outcome).toBe('entered')
    expect((await enters('bea')).outcome).toBe('known')
    expect((await enters('cem', OTHER)).outcome).toBe('entered')
    await withdrawEntry(shop, first.token)
    expect((await enters('dan')).outcome).toBe('entered')
  })

  test('a card that was not checked enters nobody', async () => {
    const [open, declined, asks, failed] = await Promise.all([secret(), secret(), secret(), secret()])
    await shop.gateway.confirm(declined, DECLINED)
    await shop.gateway.confirm(asks, ASKS)
    await shop.gateway.confirm(failed, ASKS)
    await shop.gateway.authenticate(failed, 'fail')
    for (const one of ['', 'nonsense', open, declined, asks, failed])
      expect(await enter('ada', one)).toBe('no-card')
    expect(await links()).toEqual([])
    await shop.gateway.authenticate(asks, 'approve')
    expect(await enter('ada', asks)).toBe('sent')
    expect(await links()).toHaveLength(1)
  })

  test('a check is good for one entry; the same form sent twice, also at once, is one', async () => {
    const card = await checked()
    expect(await Promise.all([enter('ada', card), enter('ada', card)])).toEqual(['sent', 'sent'])
    expect(await enter('ada', card)).toBe('sent')
    expect(await enter('bea', card)).toBe('no-card')
    expect(await links()).toHaveLength(1)
  })

  test('one that went wrong at the gateway is said as that, and nothing is entered', async () => {
    const card = await checked()
    shop.gateway.transport.failNext(1)
    expect(await enter('ada', card)).toBe('unavailable')
    shop.gateway.transport.failNext(1)
    expect(await createDrawCheck(shop, of, null)).toBe('unavailable')
    expect(shop.failures).toHaveLength(2)
    shop.failures.length = 0
    expect(await enter('ada', card)).toBe('sent')
  })

  test('what is kept of a card is a digest for one drop, and goes with the entry', async () => {
    const rows = () => shop.database.db.selectFrom('draw_entries').select(['card', 'card_check']).execute()
    await enters('ada')
    const [winter] = await rows()
    const { card } = (await shop.gateway.findCardVerification(await checked()))!
    expect(winter?.card).not.toContain(card!)
    await eraseCustomer(shop, { email: 'ada@shopper.example', by: 'bo@redemption.example' })
    expect(await rows()).toEqual([])
    expect(await open().db.selectFrom('draw_signs').select('sign').execute()).toEqual([])
    product = await shop.catalog.add(hoodie({ stock: null, sizes: [{ size: 'M', stock: 3 }] }))
    of = await save('summer', true)
    await enters('ada')
    expect((await rows())[0]?.card).not.toBe(winter?.card)
  })

  test('the page keeps what was typed and the checked card, and says what is wrong with it', async () => {
    const served = await serveShop(shop)
    const send = async (changes: Record<string, string>) => {
      const form = { ...CUSTOMER, piece: `${product.id} M`, quantity: '1', ...changes }
      const answer = await fetch(`${served.url}/drop/winter/draw`, {
        method: 'POST',
        body: new URLSearchParams(form),
      })
      return answer.text()
    }
    const without = await send({})
    expect(without).toContain('Enter a card: this draw checks it, without a charge.')
    expect(without).toContain(`value="${CUSTOMER.address}"`)
    expect(await send({ card: await secret() })).toContain('The check of this card cannot be used.')
    const card = await checked()
    const wrong = await send({ card, postal: '1' })
    expect(wrong).toContain(`name="card" value="${card}"`)
    expect(await send({ card: '"><script>' })).not.toContain('"><script>')
    expect(await send({ card })).toContain('Check your email')
    await served.close()
  })

  test('the secret is only for a draw that is open and checks cards, and few for a network', async () => {
    const served = await serveShop(shop)
    const ask = async (name: string, from: string, site = 'same-origin') => {
      const answer = await fetch(`${served.url}/api/drops/card-check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from, 'sec-fetch-site': site },
        body: JSON.stringify({ drop: name }),
      })
      return [answer.status, await answer.text()] as const
    }
    const [status, body] = await ask('winter', '203.0.113.5')
    expect([status, Object.keys(JSON.parse(body) as object)]).toEqual([200, ['clientSecret']])
    expect((await ask('summer', '203.0.113.5'))[0]).toBe(409)
    expect((await ask('../x', '203.0.113.5'))[0]).toBe(422)
    expect((await ask('winter', '203.0.113.5', 'cross-site'))[0]).toBe(403)
    const many = []
    for (let at = 0; at < 25; at += 1) many.push((await ask('winter', `2001:db8:7:${at}::1`))[0])
    expect(many.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(many.at(-1)).toBe(429)
    shop.gateway.transport.failNext(1)
    expect((await ask('winter', '198.51.100.7'))[0]).toBe(502)
    shop.failures.length = 0
    of = await save('winter', false)
    expect((await ask('winter', '198.51.100.7'))[0]).toBe(409)
    await served.close()
  })

  test('asking the gateway is limited across processes, also for secrets that somebody makes up', async () => {
    const guess = () =>
      enterDraw(shop, of, { ...entryOf('ada'), cardSecret: 'seti_x_secret_y', network: '203.0.113' })
    for (let at = 0; at < 40; at += 1) expect(await guess()).toBe('no-card')
    expect(await guess()).toBe('too-many')
    expect(await createDrawCheck(shop, of, '203.0.113')).toBe('too-many')
  })

  describe('trying cards out with the secret of a check, without the shop', () => {
    const deliver = () =>
      shop.gateway.deliverWebhooks(({ rawBody, headers }) => acceptEvent(shop, rawBody, new Headers(headers)))
    const stateOf = async (clientSecret: string) =>
      (await shop.gateway.findCardVerification(clientSecret))?.state
    async function declined(clientSecret: string, times: number) {
      for (let card = 0; card < times; card += 1) await shop.gateway.confirm(clientSecret, DECLINED)
    }

    test('ends with the fifth card that is declined', async () => {
      const [tried, other] = [await secret(), await secret()]
      await declined(tried, 4)
      await declined(other, 1)
      await deliver()
      expect([await stateOf(tried), await stateOf(other)]).toEqual([
        'requires_payment_method',
        'requires_payment_method',
      ])
      await declined(tried, 1)
      await deliver()
      expect([await stateOf(tried), await stateOf(other)]).toEqual(['canceled', 'requires_payment_method'])
      await shop.gateway.confirm(tried, PAYS)
      expect(await enter('ada', tried)).toBe('no-card')
      await shop.gateway.confirm(other, PAYS)
      expect(await enter('ada', other)).toBe('sent')
    })

    test('ends later when the gateway was not there, because its event comes again', async () => {
      const tried = await secret()
      await declined(tried, 5)
      shop.gateway.transport.failNext(1)
      await expect(deliver()).rejects.toThrow()
      expect(await stateOf(tried)).toBe('requires_payment_method')
      shop.pass(10_000)
      await deliver()
      expect(await stateOf(tried)).toBe('canceled')
    })

    test('takes nothing from a check whose card was good', async () => {
      const tried = await secret()
      await declined(tried, 5)
      await shop.gateway.confirm(tried, PAYS)
      await deliver()
      expect(await enter('ada', tried)).toBe('sent')
    })
  })

  test('a draw that asks for no card takes none', async () => {
    of = await save('winter', false)
    expect(await enter('ada', 'seti_x_secret_y')).toBe('sent')
    const served = await serveShop(shop)
    expect(await (await fetch(`${served.url}/drop/winter/draw`)).text()).toContain('"cardEntry":null')
    await served.close()
  })
})
