import type { Page } from '@playwright/test'
import { FIRST_ROOM } from '#domain/drops/drop.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { Shopper, untilHydrated } from '#e2e/actors/shopper.ts'
import { expectAccessible, expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'

const test = testInFreshShop()
/** Until the sale begins: long enough to enter the room before. */
const SOON_MS = 20_000
const ROOM = '/drop/winter/room'

const expectLiveAccessible = (page: Page) => expectAccessible(page, '/admin/drops/:id/room')
const expectDrawAccessible = (page: Page) => expectAccessible(page, '/admin/drops/:id/draw')
const expectReportAccessible = (page: Page) => expectAccessible(page, '/admin/drops/:id/report')

test('@phone a shopper waits in the room of a drop by keyboard, takes the turn, and only then may order', async ({
  page,
  records,
  browser,
  shop,
}) => {
  const product = await records.addProduct({ name: 'Comet Jacket', price: 240, stock: 5 })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  const at = Date.now() + SOON_MS
  const drop = {
    id: 'winter',
    name: 'Winter drop',
    handle: 'winter',
    words: '',
    picture: null,
    isDraft: false,
    products: [product.id],
    publicFrom: at - 86_400_000,
    soldFrom: at,
    room: { ...FIRST_ROOM, turns: 1, perMinute: 600 },
  }
  const saved = await desk.request.put('/api/staff/drops', {
    data: { version: 0, value: { drops: [drop] } },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(saved.status()).toBe(200)

  await page.goto('/drop/winter')
  await page.getByRole('link', { name: 'To the waiting room' }).press('Enter')
  await page.getByRole('button', { name: 'Enter the waiting room' }).press('Enter')
  await expect(page.getByRole('heading', { name: "You're in" })).toBeVisible()
  await expectAccessible(page, '/drop/:name/room')
  const take = page.getByRole('button', { name: 'Take your turn' })
  await expect(take).toBeVisible({ timeout: SOON_MS + 15_000 })

  await take.press('Enter')
  await expect(page.getByText(/^Your turn lasts until \w+, /)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^00:09:\d\d$|^00:10:00$/)
  await expectFineAtBothSizes(page, 'a turn')

  const office = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const later = await office.newPage()
  await later.goto(ROOM)
  await later.getByRole('button', { name: 'Join the queue' }).click()
  await expect(later.getByRole('heading', { name: 'Your place' })).toBeVisible()
  await later.getByRole('link', { name: 'Look again' }).click()
  await expect(later.getByText("You're next")).toBeVisible()

  await desk.goto('/admin/drops/winter/room')
  await expect(desk.getByText('1 of 1')).toBeVisible()
  await expectLiveAccessible(desk)
  await expectFineAtBothSizes(desk, 'the room of a drop')
  const pause = desk.getByRole('button', { name: 'Pause' })
  await untilHydrated(pause)
  await pause.click()
  await expect(desk.getByRole('heading', { name: 'Paused' })).toBeVisible()
  await desk.getByLabel('To everyone who waits').fill('Back in five minutes.')
  await desk.getByRole('button', { name: 'Show message' }).click()
  await expect(desk.getByText('Message shown').first()).toBeVisible()
  await desk.getByRole('button', { name: 'Ask for a puzzle' }).click()
  await expect(desk.getByRole('button', { name: 'No puzzle any more' })).toBeVisible()
  await later.reload()
  await expect(later.getByText('Back in five minutes.')).toBeVisible()
  await expect(later.getByText('Paused for a moment')).toBeVisible()
  await office.close()
  await expect(desk.getByRole('heading', { name: 'Orders a minute' })).toBeVisible()
  await desk.getByRole('link', { name: 'Report' }).click()
  await expect(desk.getByRole('heading', { name: 'Comet Jacket M, left' })).toBeVisible()
  await desk.getByText('View as a table').click()
  await expect(desk.getByRole('table', { name: 'The sale, step by step' })).toBeVisible()
  await expectReportAccessible(desk)
  await expectFineAtBothSizes(desk, 'the report of a drop')

  // The puzzle is made for scripts that are optimized, which playwright.config.ts turns off.
  const quick = await browser.browserType().launch({ args: ['--no-sandbox'] })
  const passer = new Shopper(
    await quick.newPage({ baseURL: shop.url, viewport: page.viewportSize() }),
    'pat@shopper.example',
  )
  await passer.openProduct(product)
  await expect(passer.page.getByText('Sold in turn, through the waiting room.')).toBeVisible()
  await passer.page.getByRole('link', { name: 'To the waiting room' }).click()
  await expect(passer.page.getByText('your browser first solves a puzzle')).toBeVisible()
  await expectFineAtBothSizes(passer.page, 'a room that asks for a puzzle')
  const queue = passer.page.getByRole('button', { name: 'Join the queue' })
  await untilHydrated(queue)
  await queue.click()
  await expect(passer.page.getByText('1 ahead of you')).toBeVisible()
  await expectFineAtBothSizes(passer.page, 'a place in the room')
  await quick.close()
  await page.getByRole('link', { name: 'To the drop' }).press('Enter')
  await page.getByRole('link', { name: new RegExp(product.name) }).click()
  await expect(page.getByText('Your turn ends in')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ADD TO CART' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'To the waiting room' })).toHaveCount(0)
  await page.getByRole('button', { name: 'ADD TO CART' }).click()
  await expect(page.getByText(/added to cart!$/).first()).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/cart')
  await expect(page.getByText('you have no turn right now')).toBeVisible()
})

test('@desktop a person enters the draw of a drop without a script, wins, and pays by the link', async ({
  page,
  records,
  browser,
  shop,
}) => {
  const tee = await records.addProduct({ name: 'Meteor Tee', price: 60, stock: 1 })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  const day = 86_400_000
  const drop = {
    id: 'meteor',
    name: 'Meteor drop',
    handle: 'meteor',
    words: '',
    picture: null,
    isDraft: false,
    products: [tee.id],
    publicFrom: Date.now() - day,
    soldFrom: Date.now() + day,
    draw: { entriesFrom: Date.now() - day, payHours: 12, showsCounts: true, checksCard: false },
  }
  const save = async (version: number, one: typeof drop) => {
    const answer = await desk.request.put('/api/staff/drops', {
      data: { version, value: { drops: [one] } },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status()).toBe(200)
  }
  await save(0, drop)

  await desk.goto('/admin/drops/meteor/draw')
  const entries = desk.getByRole('definition').first()
  await expect(entries).toHaveText('0')
  const entrant = await (await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })).newPage()
  await entrant.goto('/drop/meteor')
  await entrant.getByRole('link', { name: 'To the draw' }).click()
  await expect(entrant.getByText('1 piece · 0 entries so far')).toBeVisible()
  await entrant.getByLabel('Product and size').selectOption({ index: 1 })
  await new Shopper(entrant, 'eve@shopper.example').fillDelivery()
  await entrant.getByLabel('Postal code').fill('S7N')
  await entrant.getByRole('button', { name: 'Enter the draw' }).click()
  await expect(entrant.getByText('Nothing was entered yet.')).toBeVisible()
  await entrant.getByLabel('Postal code').fill('S7N 1B4')
  await entrant.getByRole('button', { name: 'Enter the draw' }).click()
  await expect(entrant.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const mailed = async (path: string) =>
    (await findMails(shop.dataDir, path)).map(
      ({ text }) => /http\S+(?:token|key)=\S+/.exec(text ?? '')?.[0] ?? '',
    )
  await expect.poll(() => mailed('/draw?token=')).toHaveLength(1)
  const [link = ''] = await mailed('/draw?token=')
  await entrant.goto(link)
  await entrant.getByRole('button', { name: 'Confirm your entry' }).click()
  await expect(entrant.getByText('Your entry has the number 1.')).toBeVisible()
  await expect(entries).toHaveText('1')
  await page.goto('/drop/meteor/draw')
  await expect(page.getByText('1 entry so far')).toBeVisible()
  await expectAccessible(page, '/drop/:name/draw')
  await expectFineAtBothSizes(page, 'a draw')

  await save(1, { ...drop, soldFrom: Date.now() + 1_000 })
  await expect.poll(() => mailed('/pay/'), { timeout: 15_000 }).toHaveLength(1)
  const [pay = ''] = await mailed('/pay/')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: "You've won" })).toBeVisible()
  await expectAccessible(page, '/draw')
  await page.goto(pay)
  await expect(page.getByRole('heading', { name: /^You've won: pay/ })).toBeVisible()
  await new Shopper(page, 'eve@shopper.example').typeCard('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay C/ }).click()
  await expect(page.getByRole('heading', { name: 'Thanks for your payment!' })).toBeVisible()
  await expect(desk.getByText(/^R-\S+ paid$/)).toBeVisible()
  await expectDrawAccessible(desk)
  await expectFineAtBothSizes(desk, 'the draw of a drop')
})

test('@phone a person enters a draw with a card that is checked, and the same card enters once', async ({
  page,
  complaints,
  records,
  browser,
  shop,
}) => {
  complaints.expect(/\b402\b/) // the declined card, and the bank's refusal
  const tee = await records.addProduct({ name: 'Comet Tee', price: 60, stock: 1 })
  const { page: desk } = await StaffMember.atAnotherDesk(browser, shop)
  const day = 86_400_000
  const draw = { entriesFrom: Date.now() - day, payHours: 12, showsCounts: true, checksCard: false }
  const drop = {
    id: 'comet',
    name: 'Comet drop',
    handle: 'comet',
    words: '',
    picture: null,
    isDraft: false,
    products: [tee.id],
    publicFrom: Date.now() - day,
    soldFrom: Date.now() + day,
    draw,
  }
  const kept = await (await desk.request.get('/api/staff/drops')).json()
  const saved = await desk.request.put('/api/staff/drops', {
    data: { version: kept.version, value: { drops: [...kept.value.drops, drop] } },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(saved.status()).toBe(200)
  await desk.goto('/admin/drops/comet')
  await desk.getByLabel(/^Check a card when somebody enters/).check()
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(desk.getByText('Saved').first()).toBeVisible()
  await desk.goto('/admin/drops/comet/draw')
  await expect(desk.getByText('Each has a card that the payment gateway has checked.')).toBeVisible()

  const enter = page.getByRole('button', { name: 'Enter the draw' })
  const fill = async (email: string, street: string) => {
    await page.goto('/drop/comet/draw')
    await untilHydrated(enter)
    await page.getByLabel('Product and size').selectOption({ index: 1 })
    const shopper = new Shopper(page, email)
    await shopper.fillDelivery()
    await page.getByLabel('Address', { exact: true }).fill(street)
    await expect(page.getByLabel('Card number')).toBeVisible()
    return shopper
  }
  const mailed = async (email: string) =>
    (await findMails(shop.dataDir, '/draw?token='))
      .filter(({ to }) => to?.some(({ address }) => address === email))
      .map(({ text }) => /http\S+token=\S+/.exec(text ?? '')?.[0] ?? '')

  const eve = await fill('eve@card.example', '7 Comet Rd')
  await enter.click()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expectAccessible(page, '/drop/:name/draw')
  await expectFineAtBothSizes(page, 'a draw that checks a card')
  await eve.typeCard('4000 0000 0000 0002')
  await enter.click()
  await expect(page.getByRole('alert')).toContainText('declined')
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('7 Comet Rd')
  await eve.typeCard('4000 0025 0000 3155')
  await enter.click()
  await expect(page.getByText('Nothing is charged. This is a test')).toBeVisible()
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await eve.typeCard('4242 4242 4242 4242')
  await page.getByLabel('Postal code').fill('S7N')
  await enter.click()
  await expect(page.getByText('Nothing was entered yet.')).toBeVisible()
  await expect(page.getByText('Your card is checked. Nothing was charged.')).toBeVisible()
  await expectFineAtBothSizes(page, 'a draw with a checked card')
  await untilHydrated(enter)
  await page.getByLabel('Postal code').fill('S7N 1B4')
  await enter.click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect.poll(() => mailed('eve@card.example')).toHaveLength(1)
  await page.goto((await mailed('eve@card.example'))[0] ?? '')
  await page.getByRole('button', { name: 'Confirm your entry' }).click()
  await expect(page.getByText('Your entry has the number 1.')).toBeVisible()

  await page.context().clearCookies()
  const ann = await fill('ann@card.example', '9 Other Ave')
  await ann.typeCard('4242 4242 4242 4242')
  await enter.click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect.poll(() => mailed('ann@card.example')).toHaveLength(1)
  await page.goto((await mailed('ann@card.example'))[0] ?? '')
  await page.getByRole('button', { name: 'Confirm your entry' }).click()
  await expect(page.getByRole('heading', { name: "You're in already" })).toBeVisible()
  await expect(page.getByText('delivery address, browser or card')).toBeVisible()
})
