import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Drop } from '#domain/drops/drop.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { remindOfDrops } from '#operations/drops/drop-reminders.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { drop } from '#test/support/drop.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const ADA = 'ada@shopper.example'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describeOnEachDatabase('Who asked to be told of a drop', (open) => {
  let shop: TestShop
  let served: ServedShop
  let winter: Drop

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
    shop.settings.publicUrl = served.url
    await shop.identity.addMember({ email: 'bo@redemption.example', password: 'wears red' })
    const at = shop.now() + 2 * DAY
    winter = drop({ publicFrom: at, soldFrom: at })
    await saveAsStaff(shop, DROPS, { drops: [winter] })
  })
  afterEach(() => served.close())

  async function ask(fields: Record<string, string> = {}): Promise<string> {
    const body = new URLSearchParams({ email: ADA, drop: 'winter', ...fields })
    const answer = await fetch(`${served.url}/api/drops/tell-me`, {
      method: 'POST',
      redirect: 'manual',
      body,
    })
    return `${answer.status} ${answer.headers.get('location')}`
  }
  const mails = async () => {
    await deliverOutbox(shop)
    return shop.mails.map(({ subject }) => subject)
  }
  const link = () => /http\S+\/drop-reminder\?token=\S+/.exec(shop.mails.at(-1)?.text ?? '')?.[0] ?? ''
  const press = (change: 'confirm' | 'leave', address = link()) =>
    fetch(address.replace('/drop-reminder?', `/drop-reminder/${change}?`), {
      method: 'POST',
      redirect: 'manual',
    })
  const CONFIRM = 'Confirm that we may tell you about Winter drop'
  const BEGINS = 'Winter drop begins soon'

  test('is told once, shortly before, and only after a confirmation, whoever of two processes looks first', async () => {
    expect(await ask({ email: ' Ada@Shopper.example' })).toBe('303 /drop/winter?asked=sent#tell-me')
    await ask({ email: 'never@shopper.example' })
    expect(await mails()).toEqual([CONFIRM, CONFIRM])
    const address = shop.mails.map(
      ({ text, to }) => [to.address, /http\S+\/drop-reminder\S+/.exec(text)?.[0]] as const,
    )
    const own = new Map(address).get(ADA) ?? ''
    expect(await (await fetch(own)).text()).toContain('One last step')
    await press('confirm', own)
    await press('confirm', own)
    expect(await (await fetch(own)).text()).toContain('You&#x27;re in')
    shop.pass(2 * DAY - 15 * MINUTE - 1)
    expect(await remindOfDrops(shop)).toBe(0)
    shop.pass(1)
    const told = await Promise.all([remindOfDrops(shop), remindOfDrops(shop)])
    expect(told.reduce((sum, one) => sum + one)).toBe(1)
    await remindOfDrops(shop)
    expect(await mails()).toEqual([CONFIRM, CONFIRM, BEGINS])
    expect(shop.mails.at(-1)).toMatchObject({ to: { address: ADA } })
    expect(shop.mails.at(-1)?.unsubscribe).toContain('/drop-reminder/leave?token=')
  })

  test('gets the same answer whether the address is known or a bot filled the form, and three links at most, an hour apart', async () => {
    const answers = new Set<string>()
    const again = async (after: number) => {
      shop.pass(after)
      answers.add(await ask())
      return (await mails()).length
    }
    expect(await again(0)).toBe(1)
    expect(await again(HOUR - 1)).toBe(1)
    expect(await again(1)).toBe(2)
    expect(await again(HOUR)).toBe(3)
    expect(await again(HOUR)).toBe(3)
    answers.add(await ask({ email: 'bot@shopper.example', leaveEmpty: 'x' }))
    expect(await mails()).toHaveLength(3)
    expect([...answers]).toEqual(['303 /drop/winter?asked=sent#tell-me'])
    expect(await ask({ email: 'ada' })).toBe('303 /drop/winter?asked=failed#tell-me')
  })

  test('who leaves is not told, nor is anyone of a drop that was taken back; a forged link does nothing', async () => {
    await ask()
    await mails()
    const forged = `${link().slice(0, -3)}xyz`
    await press('leave', forged)
    expect((await fetch(forged)).status).toBe(404)
    await press('confirm')
    await press('leave')
    expect((await fetch(link())).status).toBe(404)
    await ask({ email: 'cy@shopper.example' })
    await mails()
    await press('confirm')
    shop.pass(2 * DAY)
    await saveAsStaff(shop, DROPS, { drops: [{ ...winter, isDraft: true }] })
    expect(await remindOfDrops(shop)).toBe(0)
  })

  test('is forgotten when a customer is erased, and a month after', async () => {
    const reminders = () => shop.database.db.selectFrom('drop_reminders').select('email').execute()
    await ask()
    await ask({ email: 'cy@shopper.example' })
    expect(await eraseCustomer(shop, { email: ADA, by: 'bo@redemption.example' })).toMatchObject({
      kind: 'erased',
      subscriptions: 1,
    })
    expect(await reminders()).toEqual([{ email: 'cy@shopper.example' }])
    shop.pass(30 * DAY)
    await applyRetention(shop)
    expect(await reminders()).toHaveLength(1)
    shop.pass(1)
    await applyRetention(shop)
    expect(await reminders()).toEqual([])
  })
})
