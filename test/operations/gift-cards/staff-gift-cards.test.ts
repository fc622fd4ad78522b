import { expect, test } from 'vitest'
import { findGiftCard } from '#db/gift-cards/gift-card-ledger.ts'
import { cents } from '#domain/money.ts'
import { issueAsStaff, setGiftCardState } from '#operations/gift-cards/change-gift-card.ts'
import { hashOfTyped } from '#db/gift-cards/gift-card-ledger.ts'
import { readGiftCards, readLiability } from '#operations/gift-cards/read-gift-cards.ts'
import { sendDueGiftCards } from '#operations/gift-cards/sell-gift-cards.ts'
import { sendAgain } from '#operations/gift-cards/send-gift-card.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'

const BY = { by: 'owner@shop.example', reason: 'Test' }
const ADA = { name: 'Ada', email: 'Ada@friend.example', sender: '', message: '', sendOn: '2026-11-21' }

describeOnEachDatabase('gift cards in the staff area', (open) => {
  let shop: TestShop

  shopBeforeEach(open, (opened) => ({ shop } = opened), hoodie())

  const list = async (query: string, state: Parameters<typeof readGiftCards>[1]['state'] = '') =>
    (await readGiftCards(shop, { query, state }, 1)).rows.map(({ balance }) => balance)
  const deliver = async () => {
    while ((await deliverOutbox(shop)) > 0);
  }
  const codes = () =>
    shop.mails.filter(({ kind }) => kind === 'gift-card').map(({ text }) => /Code: (\S+)/.exec(text)![1]!)
  const cardWith = (code: string) => findGiftCard(shop.database.db, { codeHash: hashOfTyped(shop, code)! })

  test('are found by their last four letters, an email address, their order and their state', async () => {
    const sent = await issueAsStaff(shop, { amount: cents(50_00), ...BY, recipient: ADA })
    await issueAsStaff(shop, { amount: cents(25_00), ...BY })
    const disabled = await issueAsStaff(shop, { amount: cents(10_00), ...BY })
    await setGiftCardState(shop, disabled.id, { ...BY, state: 'disabled' })
    expect(await list('', 'to-send')).toEqual([50_00])
    await sendDueGiftCards(shop)
    await deliver()
    const [code] = codes()
    expect((await cardWith(code!))!.id).toBe(sent.id)
    expect(await list(code!.slice(-4).toLowerCase())).toEqual([50_00])
    expect(await list('ada@FRIEND')).toEqual([50_00])
    expect(await list('100%')).toEqual([])
    expect((await list('')).toSorted()).toEqual([10_00, 25_00, 50_00])
    expect(await list('', 'disabled')).toEqual([10_00])
    expect((await list('', 'active')).toSorted()).toEqual([25_00, 50_00])
    expect(await list('', 'to-send')).toEqual([])
    expect(await list('', 'empty')).toEqual([])
    expect(await readLiability(shop)).toBe(85_00)
  })

  test('are sent again to another address with a new code, and the code from before stops working', async () => {
    const { id } = await issueAsStaff(shop, { amount: cents(50_00), ...BY, recipient: ADA })
    await sendDueGiftCards(shop)
    await deliver()
    expect(await sendAgain(shop, id, 'bo@friend.example')).toBe('sent')
    await deliver()
    const [before, after] = codes()
    expect(await cardWith(before!)).toBeNull()
    expect(await cardWith(after!)).toMatchObject({ id, balance: 50_00 })
    expect(shop.mails.at(-1)!.to.address).toBe('bo@friend.example')
  })

  test('are not sent while they cannot be used, nor to nobody', async () => {
    const { id } = await issueAsStaff(shop, { amount: cents(50_00), ...BY })
    expect(await sendAgain(shop, id, '')).toBe('no-recipient')
    await setGiftCardState(shop, id, { ...BY, state: 'disabled' })
    expect(await sendAgain(shop, id, 'bo@friend.example')).toBe('not-usable')
    await deliver()
    expect(codes()).toEqual([])
  })

  test('that are disabled before their day are not sent', async () => {
    const { id } = await issueAsStaff(shop, { amount: cents(50_00), ...BY, recipient: ADA })
    await sendDueGiftCards(shop)
    await setGiftCardState(shop, id, { ...BY, state: 'disabled' })
    await deliver()
    expect(codes()).toEqual([])
  })
})
