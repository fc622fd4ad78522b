import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { testInFreshShop } from '#e2e/support/dedicated-shop.ts'
import { expect } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { visit } from '#e2e/support/screens.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const test = testInFreshShop()

const DRAWING =
  '<svg viewBox="0 0 300 60"><path d="M0 0h60v60H0zM80 20h220v8H80zM80 36h160v8H80z" fill="#7dd3fc"/></svg>'
const drawingOf = (svg: string) => ({ name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })

test('an owner makes the shop their own: wordmark, colors, corners and typefaces, on every page and in emails', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.expect(/404/)
  const owner = new StaffMember(page, STAFF)
  await owner.hasSignedIn()
  await visit(page, { route: '/admin/settings/:name', at: '/admin/settings/brand' })

  // A drawing that could do something is refused in words, and the form keeps what it has.
  const mark = page.getByLabel('Wordmark', { exact: true })
  await mark.setInputFiles(drawingOf(DRAWING.replace('<path', '<script>alert(1)</script><path')))
  await expect(
    page.getByRole('alert').filter({ hasText: 'mark.svg: The drawing has <script>' }),
  ).toBeVisible()
  await mark.setInputFiles(drawingOf(DRAWING))
  await expect(page.getByText('A drawing, sharp at every size')).toBeVisible()
  await page.getByLabel('Ground', { exact: true }).fill('#101418')
  await page.getByLabel('Ink', { exact: true }).fill('#f3f5f7')
  // The accent of the first brand cannot be read on this ground; the nearest that can is one tap away.
  await expect(page.getByText('Text and buttons in #c1121f cannot be read on #101418')).toBeVisible()
  await expectFineAtBothSizes(page, 'a color that cannot be read')
  await page.getByRole('button', { name: /^Use #/ }).click()
  await expect(page.getByText(/cannot be read on/)).toBeHidden()
  await page.getByLabel('Corners').selectOption('Round')
  await page.getByLabel('Typefaces').selectOption({ label: 'Oswald and Public Sans: condensed capitals' })
  await owner.button('Save').click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'Wordmark, Ground, Ink, Accent, Corners, Typefaces',
  )
  await page.reload()
  await expectFineAtBothSizes(page, 'the brand')

  const shopper = await page.context().newPage()
  const fonts: string[] = []
  shopper.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
  })
  for (const at of ['/', '/shop', '/cart', '/about', '/no-such-page']) {
    await shopper.goto(at)
    await expect(shopper.getByRole('link', { name: /, home$/ }).locator('[role=img]')).toBeVisible()
    await expect(shopper.locator('body')).toHaveCSS('background-color', 'rgb(16, 20, 24)')
    await expectFineAtBothSizes(shopper, at)
  }
  await visit(shopper, { route: '/product/:id', at: '/product/crew-sock' })
  await expectFineAtBothSizes(shopper, 'a product')
  await shopper.getByRole('button', { name: 'ADD TO CART' }).click()
  await expect(shopper.getByText(/added to cart!/)).toBeVisible()
  await visit(shopper, { route: '/checkout', at: '/checkout' })
  await expectFineAtBothSizes(shopper, 'the checkout')
  expect(fonts.filter((file) => !/\/(oswald|public-sans)-usual-/.test(file))).toEqual([])
  expect(await (await shopper.request.get('/site.webmanifest')).json()).toMatchObject({
    theme_color: '#101418',
  })

  await visit(shopper, { route: '/', at: '/' })
  await shopper.getByPlaceholder('YOUR EMAIL...').fill('ada@shopper.example')
  await shopper.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(shopper.getByText('Thank you for subscribing!')).toBeVisible()
  await expect.poll(async () => (await findMails(shop.dataDir, 'Confirm your')).length).toBe(1)
  const [mail] = await findMails(shop.dataDir, 'Confirm your')
  expect(mail?.html).toContain('background:#101418')
  const [logo = ''] = /\/brand\/1\.0\/logo\.png/.exec(mail?.html ?? '') ?? []
  for (const file of [logo, '/brand/1.0/card.jpg', '/brand/1.0/icon-512-maskable.png'])
    expect((await shopper.request.get(file)).headers()['content-type']).toMatch(/^image\//)

  await page
    .getByRole('region', { name: 'History' })
    .getByRole('button', { name: 'Restore the default' })
    .click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Version 2')
  await shopper.reload()
  await expect(shopper.locator('body')).toHaveCSS('background-color', 'rgb(244, 241, 234)')
})
