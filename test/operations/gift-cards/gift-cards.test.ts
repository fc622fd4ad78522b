import { beforeEach, expect, test } from 'vitest'
import {
  insertFirstEntries,
  findGiftCard,
  listEntries,
  lockGiftCards,
  hashOfTyped,
} from '#db/gift-cards/gift-card-ledger.ts'
import { transact } from '#db/engine/transact.ts'
import { spacedGiftCode } from '#domain/gift-cards/gift-code.ts'
import { toGiftCardId, toStaffId, type GiftCardId } from '#domain/ids.ts'
import { cents, signedCents } from '#domain/money.ts'
import {
  adjustGiftCard,
  issueAsStaff,
  renewCode,
  setGiftCardState,
} from '#operations/gift-cards/change-gift-card.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const WHY = { reason: 'Won the raffle', by: 'owner@shop.test' }

describeOnEachDatabase('gift cards', (open, { connectAgain }) => {
  let shop: TestShop

  beforeEach(async () => {
    shop = await openTestShop(open())
    const [id, at] = [toStaffId('ada'), new Date(shop.now()).toISOString()]
    const ada = {
      id,
      email: 'ada@shop.test',
      name: 'Ada',
      role: 'owner',
      created_at: at,
      updated_at: at,
    } as const
    await open().db.insertInto('staff_members').values(ada).execute()
    shop.author = { id, email: ada.email, address: '', userAgent: '' }
  })

  async function issue(amount: number) {
    const { id } = await issueAsStaff(shop, { amount: cents(amount), ...WHY })
    const made = await renewCode(shop, id)
    return { id, code: made!.code }
  }
  const adjust = (id: GiftCardId, amount: number) =>
    adjustGiftCard(shop, id, { amount: signedCents(amount), ...WHY })

  test('a code is found as people type it, and the database has only a digest and its last four letters', async () => {
    const { id, code } = await issue(50_00)
    const hash = hashOfTyped(shop, ` ${spacedGiftCode(code).toLowerCase()} `)!
    expect(await findGiftCard(open().db, { codeHash: hash })).toEqual({
      id,
      kind: 'gift-card',
      state: 'active',
      lastFour: code.slice(-4),
      balance: 50_00,
    })
    const stored = JSON.stringify([
      await open().db.selectFrom('gift_cards').selectAll().execute(),
      await open().db.selectFrom('audit_events').selectAll().execute(),
      await open().db.selectFrom('gift_card_entries').selectAll().execute(),
    ])
    expect(stored).toContain(code.slice(-4))
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(spacedGiftCode(code))
  })

  test('a new code ends the one before', async () => {
    const { id, code } = await issue(50_00)
    const again = await renewCode(shop, id)
    expect(await findGiftCard(open().db, { codeHash: hashOfTyped(shop, code)! })).toBeNull()
    expect(await findGiftCard(open().db, { codeHash: hashOfTyped(shop, again!.code)! })).toMatchObject({ id })
  })

  test('staff change a balance with a reason, never below zero and never above the most', async () => {
    const { id } = await issue(50_00)
    expect(await adjust(id, -20_00)).toMatchObject({ kind: 'changed', card: { balance: 30_00 } })
    expect(await adjust(id, -30_01)).toEqual({ kind: 'too-much', balance: 30_00 })
    expect(await adjust(id, 1_970_01)).toEqual({ kind: 'above-the-most', balance: 30_00 })
    expect(await adjust(toGiftCardId('none'), 1)).toEqual({ kind: 'unknown-gift-card' })
    expect(
      (await listEntries(open().db, id)).map(({ kind, amount, balance, reason }) => [
        kind,
        amount,
        balance,
        reason,
      ]),
    ).toEqual([
      ['adjust', -20_00, 30_00, WHY.reason],
      ['issue', 50_00, 50_00, WHY.reason],
    ])
  })

  test('disabling keeps the balance, and can be undone; all of it is in the audit trail', async () => {
    const { id, code } = await issue(50_00)
    const disabled = await setGiftCardState(shop, id, { ...WHY, state: 'disabled' })
    expect(disabled).toMatchObject({ card: { state: 'disabled', balance: 50_00 } })
    const enabled = await setGiftCardState(shop, id, { ...WHY, state: 'active' })
    expect(enabled).toMatchObject({ card: { state: 'active', balance: 50_00 } })
    await adjust(id, -5_00)
    const events = await open().db.selectFrom('audit_events').selectAll().orderBy('id').execute()
    expect(events.map(({ action, subject_name: name }) => [action, name])).toEqual([
      ['gift-card-issued', 'C$50.00'],
      ['gift-card-code-made', ''],
      ['gift-card-disabled', `•••• ${code.slice(-4)}`],
      ['gift-card-enabled', `•••• ${code.slice(-4)}`],
      ['gift-card-adjusted', `•••• ${code.slice(-4)}`],
    ])
    expect(events.at(-1)?.changes).toContain('5000')
    expect(events.at(-1)?.changes).toContain(WHY.reason)
  })

  test('the database refuses to change or delete an entry, a second one of a number, and a balance below zero', async () => {
    const { id } = await issue(50_00)
    const { db } = open()
    await expect(
      db
        .updateTable('gift_card_entries')
        .set({ amount_cents: signedCents(1) })
        .execute(),
    ).rejects.toThrow('append-only')
    await expect(db.deleteFrom('gift_card_entries').execute()).rejects.toThrow('append-only')
    const entry = { id, kind: 'issue', amount: cents(1), by: 'owner', at: 1 } as const
    await expect(insertFirstEntries(db, [entry])).rejects.toThrow(/unique/i)
    const below = {
      gift_card_id: id,
      number: 2,
      kind: 'debit',
      reason: '',
      actor: '',
      created_at: 1,
    } as const
    await expect(
      db
        .insertInto('gift_card_entries')
        .values({
          ...below,
          amount_cents: signedCents(-50_01),
          balance_cents: -1 as never,
          payment_id: null,
          refund_id: null,
        })
        .execute(),
    ).rejects.toThrow(/check/i)
  })

  test('balance spent twice by two tabs: of many who take at once, in two processes, each takes what the others left', async () => {
    const { id } = await issue(100_00)
    const other = await connectAgain()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        transact(at % 2 === 0 ? open() : other, async (tx) => {
          const cards = await lockGiftCards(tx, [id])
          const isTaken = cards.add({ id, kind: 'debit', amount: signedCents(-30_00), by: 'shopper', at })
          await cards.write()
          return isTaken
        }),
      ),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(3)
    expect((await findGiftCard(open().db, { id }))?.balance).toBe(10_00)
  })
})
