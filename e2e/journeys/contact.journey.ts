import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'

const SENT = "Message sent successfully! We'll get back to you soon."
const FAILED = 'Failed to send message. Please try again later.'

test('a message reaches the owner, who answers by replying to the mail', async ({ shopper, page, shop }) => {
  await shopper.open('/contact')
  await shopper.writeMessage('Do you ship the red hoodie to Iceland?')
  await page.getByLabel('Email').fill('sam@gmial.com')
  await page.getByRole('button', { name: 'Did you mean gmail.com?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('sam@gmail.com')
  await page.getByLabel('Email').fill(shopper.email)
  await shopper.sendMessage()
  await shopper.isAnnounced(SENT)
  await expect(page.getByLabel('Name')).toHaveValue('')
  await expect(page.getByLabel('Email')).toHaveValue('')
  await expect(page.getByLabel('Subject')).toHaveValue('')
  await expect(page.getByLabel('Message')).toHaveValue('')
  await expect
    .poll(async () => (await findMails(shop.dataDir, shopper.email)).map(({ replyTo }) => replyTo))
    .toEqual([[{ address: shopper.email, name: '' }]])
})

test('errors are shown one at a time from the top, and the field has the focus', async ({
  shopper,
  page,
}) => {
  await shopper.open('/contact')
  await untilHydrated(page.getByLabel('Name'))
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const toast = page.getByRole('status')
  for (const [field, words, mend] of [
    ['Name', 'Name is required!', (text: string) => page.getByLabel('Name').fill(text)],
    ['Email', 'Please enter a valid email address!', () => page.getByLabel('Email').fill(shopper.email)],
    [
      'Subject',
      'Please select a subject!',
      async () => void (await page.getByLabel('Subject').selectOption('support')),
    ],
    [
      'Message',
      'Message must be at least 10 characters!',
      () => page.getByLabel('Message').fill('Where is it, please?'),
    ],
  ] as const) {
    await expect(page.getByLabel(field)).toHaveAttribute('required')
    await shopper.sendMessage()
    await expect(toast.getByText(words)).toBeVisible()
    await expect(page.getByLabel(field)).toBeFocused()
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(words)
    await page.clock.runFor(3_000)
    await expect(toast.getByText(words)).toBeHidden()
    await mend('Sam')
  }
  await shopper.sendMessage()
  await shopper.isAnnounced(SENT)
})

test('@phone neither the bar nor the toast covers the field with the error', async ({ shopper, page }) => {
  await shopper.open('/contact')
  await untilHydrated(page.getByLabel('Name'))
  await page.getByLabel('Name').fill('Sam')
  await page.getByLabel('Email').fill('sam')
  await shopper.sendMessage()
  await expect(page.getByLabel('Email')).toBeFocused()
  const toast = await page.getByRole('status').getByText('Please enter a valid email address!').boundingBox()
  const label = await page.locator('form label', { hasText: 'Email' }).boundingBox()
  expect(label!.y).toBeGreaterThanOrEqual(toast!.y + toast!.height)
})

test('a message that could not be sent stays in the form', async ({ shopper, page, complaints }) => {
  complaints.expect(/api\/contact|ERR_FAILED/)
  await page.route('**/api/contact', (route) => route.abort())
  await shopper.open('/contact')
  await shopper.writeMessage('Is anybody there today?')
  await shopper.sendMessage()
  await shopper.isAnnounced(FAILED)
  await expect(page.getByLabel('Message')).toHaveValue('Is anybody there today?')
  await page.unroute('**/api/contact')
  await shopper.sendMessage()
  await shopper.isAnnounced(SENT)
  expect(await page.getByText(FAILED).count()).toBe(0)
})

test('an invalid field and its toast are accessible', async ({ shopper, page }) => {
  await shopper.open('/contact')
  await shopper.sendMessage()
  await expect(page.getByRole('status').getByText('Name is required!')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name is required!')
  await expectNoAxeViolations(page)
})

test('the footer and the contact page link to the same profiles', async ({ shopper, page }) => {
  await shopper.open('/contact')
  for (const name of ['Instagram', 'TikTok', 'X (Twitter)']) {
    const inPage = page.getByRole('main').getByRole('link', { name, exact: true })
    const inFooter = page.getByRole('contentinfo').getByRole('link', { name, exact: true })
    expect(await inPage.getAttribute('href')).toBe(await inFooter.getAttribute('href'))
  }
})

test('the policies and the story are one link away and have the required text', async ({ shopper, page }) => {
  await shopper.open('/shop')
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(shopper.heading('Privacy Policy')).toBeVisible()
  await shopper.sees('Effective December 2024')
  await page.getByRole('link', { name: 'Delivery & Returns' }).click()
  await expect(shopper.heading('Delivery & Returns')).toBeVisible()
  await shopper.sees('7 to 14 business days')
  await shopper.sees('All sales are final.')
  await page.getByRole('link', { name: 'Our Story' }).click()
  await expect(shopper.heading('Our Story')).toBeVisible()
  await shopper.sees('Redemption Wears Red.')
  for (const name of ['The Beginning', 'Our Mission', 'Meet the Team']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
})

for (const path of ['/contact', '/about', '/privacy-policy', '/delivery-returns']) {
  test(`@phone ${path} fits into 320 pixels`, async ({ shopper, page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await shopper.open(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overhang).toBe(0)
  })
}
