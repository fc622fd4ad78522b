import type { Page } from '@playwright/test'
import { expectAccessible, expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { STAFF, type RunningShop } from '#e2e/support/running-shop.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const THANKS = 'Thank you for subscribing!'
const SORRY = 'Sorry, there was an error. Please try again.'
const NOT_OUR_SERVER = 'Server returned an invalid response. Please check if the backend server is running.'

const emailField = (page: Page) => page.getByRole('textbox', { name: 'Your email' })
const submitButton = (page: Page) => page.getByRole('button', { name: /^SUBMIT/ })

async function signIn(page: Page): Promise<void> {
  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
}

/** The two links of the confirmation mail to this address. */
async function mailedLinks(shop: RunningShop, email: string): Promise<{ confirm: string; leave: string }> {
  let text = ''
  await expect
    .poll(async () => {
      const mails = await findMails(shop.dataDir, '/newsletter/confirm?token=')
      text = mails.find(({ to }) => to?.some(({ address }) => address === email))?.text ?? ''
      return text
    })
    .not.toBe('')
  const link = (name: string) => new RegExp(`http\\S+/newsletter/${name}\\S+`).exec(text)?.[0] ?? ''
  return { confirm: link('confirm'), leave: link('unsubscribe') }
}

/** Delays the next response with a list of subscribers, as a slow connection does, until `arrive` is called. */
async function delayList(page: Page) {
  const read = Promise.withResolvers<void>()
  const arrival = Promise.withResolvers<void>()
  const list = /\/admin\/subscribers\?/
  const done = Promise.withResolvers<void>()
  await page.route(
    list,
    async (route) => {
      const response = await route.fetch()
      read.resolve()
      await arrival.promise
      await route.fulfill({ response })
      done.resolve()
    },
    { times: 1 },
  )
  return {
    isRead: read.promise,
    arrive: () => {
      arrival.resolve()
      return done.promise
    },
  }
}

test('a visitor subscribes, confirms and unsubscribes, and staff see each step', async ({
  shopper,
  page,
  shop,
}) => {
  await shopper.open('/')
  await expect(page.getByRole('heading', { name: 'Join Our Community' })).toBeVisible()
  const field = emailField(page)
  await untilHydrated(field)
  await expect(field).toHaveAttribute('placeholder', 'YOUR EMAIL...')
  await expect(field).toHaveAttribute('type', 'email')
  await expect(field).toHaveAttribute('required')
  await field.fill(shopper.email)
  await submitButton(page).click()
  await shopper.sees(THANKS)
  await expect(field).toHaveValue('')

  const links = await mailedLinks(shop, shopper.email)
  await page.goto(links.confirm)
  await expect(shopper.heading('One last step')).toBeVisible()
  await expectAccessible(page, '/newsletter/confirm')
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(shopper.heading("You're in")).toBeVisible()

  await signIn(page)
  await new StaffMember(page, STAFF).goesTo('Subscribers')
  const row = page.getByRole('row', { name: new RegExp(shopper.email) })
  await expect(row.getByText('Subscribed', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)

  await page.goto(links.leave)
  await expectAccessible(page, '/newsletter/unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(shopper.heading("You're unsubscribed")).toBeVisible()

  await page.goto('/admin/subscribers')
  await page.getByLabel('Search').fill(shopper.email.toUpperCase())
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(row.getByText('Unsubscribed', { exact: true })).toBeVisible()
  const remove = row.getByRole('button', { name: `Delete ${shopper.email}` })
  await untilHydrated(remove)
  const late = await delayList(page)
  await page.getByLabel('Search').fill(shopper.email)
  await late.isRead
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await shopper.sees(`${shopper.email} is deleted.`)
  await expect(row).toBeHidden()
  await late.arrive()
  await expect(page.getByText('No subscriber matches.')).toBeVisible()
  await expect(row).toBeHidden()
})

test('every failure shows one sentence for three seconds and keeps the address', async ({
  shopper,
  page,
  complaints,
}) => {
  complaints.expect(/Failed to subscribe|api\/newsletter|ERR_FAILED/)
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  const start = Date.now()
  await page.clock.install({ time: start })
  await shopper.open('/')
  await untilHydrated(emailField(page))
  await emailField(page).fill(shopper.email)
  await page.clock.pauseAt(start + 60_000)
  const json = 'application/json'
  for (const [reason, answer] of [
    ['Failed to fetch', null],
    [NOT_OUR_SERVER, { status: 200, contentType: 'text/html', body: '<p>hello</p>' }],
    [NOT_OUR_SERVER, { status: 200, contentType: json, body: '{"received":' }],
    ['No room', { status: 503, contentType: json, body: '{"error":"No room"}' }],
    ['HTTP error! status: 500', { status: 500, contentType: json, body: '{}' }],
  ] as const) {
    await page.route('**/api/newsletter/subscribe', (route) =>
      answer === null ? route.abort() : route.fulfill(answer),
    )
    await submitButton(page).click()
    const sorry = page.getByText(SORRY)
    await expect(sorry).toBeVisible()
    await expect.poll(() => said.some((text) => text.includes(`Failed to subscribe: ${reason}`))).toBe(true)
    await page.clock.runFor(2_999)
    await expect(sorry).toBeVisible()
    await page.clock.runFor(1)
    await expect(sorry).toBeHidden()
    await expect(emailField(page)).toHaveValue(shopper.email)
    await page.unroute('**/api/newsletter/subscribe')
    said.length = 0
  }
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/api/newsletter/subscribe', async (route) => {
    await held
    await route.continue()
  })
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('SUBMITTING...')
  await expect(submitButton(page)).toBeDisabled()
  goOn()
  await expect(page.getByText(THANKS)).toBeVisible()
  await expect(submitButton(page)).toHaveText('SUBMIT')
  await page.clock.runFor(2_999)
  await expect(page.getByText(THANKS)).toBeVisible()
  await page.clock.runFor(1)
  await expect(page.getByText(THANKS)).toBeHidden()
})

test('staff read a message, mark it as answered, and delete it on request', async ({ shopper, page }) => {
  const words = `May I see the red hoodie, please? ${'x'.repeat(300)}`
  await shopper.open('/contact')
  await shopper.writeMessage(words)
  await shopper.sendMessage()
  await expect(page.getByLabel('Message')).toHaveValue('')
  await signIn(page)
  await new StaffMember(page, STAFF).goesTo('Messages')
  await page.getByLabel('Search').fill(shopper.email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('row', { name: /Not answered/ })).toHaveCount(1)
  await expectNoAxeViolations(page)
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overhang).toBe(0)
  await page.getByRole('table').getByRole('link').click()
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    `mailto:${shopper.email}?subject=Re%3A%20Customer%20support`,
  )
  const mark = page.getByRole('button', { name: 'Mark as answered' })
  await untilHydrated(mark)
  await mark.click()
  await expect(page.getByText(`by ${STAFF.email}`)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/admin\/messages$/)
  await expect(page.getByRole('table').getByText(shopper.email)).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the newsletter box leads to a page that thanks, and the mail can be confirmed', async ({
    shopper,
    page,
    shop,
  }) => {
    await shopper.open('/')
    await emailField(page).fill(shopper.email)
    await submitButton(page).click()
    await expect(shopper.heading(THANKS)).toBeVisible()
    await page.goto((await mailedLinks(shop, shopper.email)).confirm)
    await page.getByRole('button', { name: 'Confirm my subscription' }).click()
    await expect(shopper.heading("You're in")).toBeVisible()
  })
})

test('staff write a newsletter, see it as its readers will, and send it to everyone who confirmed', async ({
  shopper,
  page,
  shop,
  complaints,
}) => {
  // Products without a product are refused.
  complaints.expect(/api\/staff\/newsletters/)
  await shopper.open('/')
  const field = emailField(page)
  await untilHydrated(field)
  await field.fill(shopper.email)
  await submitButton(page).click()
  await shopper.sees(THANKS)
  const links = await mailedLinks(shop, shopper.email)
  await page.goto(links.confirm)
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(shopper.heading("You're in")).toBeVisible()

  await signIn(page)
  await page.goto('/admin/newsletters')
  await page.getByRole('button', { name: 'New newsletter' }).click()
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await untilHydrated(subject)
  const said = `Winter ${shopper.email.split('@')[0]}`
  await subject.fill(said)
  await page.getByRole('textbox', { name: 'Preview line' }).fill('Warm pieces, few of each')
  await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('It is cold')
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('Here are **warm** pieces.\n\n- one\n- two')
  await page.getByRole('combobox', { name: 'Another part' }).selectOption('Products')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Choose a product, or remove this part.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Add a product' }).fill('wears red hoodie')
  await page
    .getByRole('button', { name: /^Add .*hoodie/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Newsletter saved')).toBeVisible()
  const email = page.frameLocator('iframe')
  await expect(email.getByRole('heading', { name: 'It is cold', level: 1 })).toBeVisible()
  await expect(email.getByRole('link', { name: /hoodie/i })).toBeVisible()
  await page.getByRole('button', { name: 'Phone' }).click()
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect(page.getByLabel('Plain text')).toContainText('Here are warm pieces.\n\n- one\n- two')
  await expectAccessible(page, '/admin/newsletters/:id')

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByRole('button', { name: 'Take it back' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible({ timeout: 60_000 })
  const mail = (await findMails(shop.dataDir, said)).find(({ to }) =>
    to?.some(({ address }) => address === shopper.email),
  )
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const leave = header('list-unsubscribe').replaceAll(/[<>]/g, '')
  const left = await fetch(leave, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(left.status).toBe(200)
  await page.goto('/admin/newsletters')
  await expect(page.getByRole('row', { name: new RegExp(said) })).toContainText('Sent')
  await page.goto(`/admin/subscribers?q=${shopper.email}`)
  await expect(page.getByRole('row', { name: new RegExp(shopper.email) })).toContainText('Unsubscribed')
})
