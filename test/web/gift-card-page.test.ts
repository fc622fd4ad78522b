import { beforeEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { spacedGiftCode } from '#domain/gift-cards/gift-code.ts'
import { transact } from '#db/engine/transact.ts'
import { adjustGiftCard, setGiftCardState } from '#operations/gift-cards/change-gift-card.ts'
import { giveCode, issueGiftCards } from '#operations/gift-cards/issue-gift-card.ts'
import type { GiftCardId } from '#domain/ids.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const BY = { by: 'owner@shop.example', reason: 'Test' }

describeOnEachDatabase('the page of a gift card', (open) => {
  let shop: TestShop
  let served: ServedShop
  let id: GiftCardId
  let code: string

  serveBeforeEach(open, (opened) => ({ shop, served } = opened), hoodie())
  beforeEach(async () => {
    ;[id, code] = await transact(shop.database, async (tx) => {
      const [issued] = await issueGiftCards(tx, [{ amount: cents(50_00), ...BY }], shop.now())
      return [issued!, await giveCode(shop, tx, issued!)]
    })
  })

  const post = (typed: string, headers: Record<string, string> = {}) =>
    fetch(`${served.url}/gift-card`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.7', 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams({ code: typed }),
    })

  test('shows balance and history to whoever has the code, however it is typed', async () => {
    await adjustGiftCard(shop, id, { ...BY, amount: cents(25_00) })
    const answer = await post(` ${spacedGiftCode(code).toLowerCase()} `)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const html = await answer.text()
    for (const shown of ['C$75.00', spacedGiftCode(code), 'Changed by the shop', 'Issued', 'C$50.00'])
      expect(html).toContain(shown)
    for (const hidden of [BY.by, id]) expect(html).not.toContain(hidden)
  })

  test('a disabled card says so, and is not paid with', async () => {
    await setGiftCardState(shop, id, { ...BY, state: 'disabled' })
    expect(await (await post(code)).text()).toContain('This card cannot be used.')
  })

  test('an unknown code and one in the wrong form get the same answer', async () => {
    const answers = await Promise.all(
      ['BCDFGHJKMNPRTVWX', 'DROP10', ''].map(async (typed) => (await post(typed)).text()),
    )
    expect(new Set(answers.map((html) => /<main.*<\/main>/s.exec(html)?.[0])).size).toBe(1)
    expect(answers[0]).toContain('We know no gift card with this code.')
  })

  test('a network that tried too many codes waits, whatever it tries then', async () => {
    for (let tries = 0; tries < 20; tries += 1) await post('BCDFGHJKMNPRTVWX')
    const answer = await post(code)
    expect(answer.status).toBe(429)
    expect(await answer.text()).not.toContain('C$50.00')
  })

  test('is shown empty to everyone else, and takes no form of another site', async () => {
    const html = await (await fetch(`${served.url}/gift-card?code=${code}`)).text()
    expect(html).toContain('Gift card balance')
    expect(html).not.toContain('C$50.00')
    expect((await post(code, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})
