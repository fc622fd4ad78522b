import { startSmtpFake } from '#test/fakes/smtp-fake.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectFineAtBothSizes } from '#e2e/support/axe.ts'
import { expect } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { testWithSupplier } from '#e2e/support/dedicated-shop.ts'

/** A shop that sends its mails to a mail server. */
const test = testWithSupplier({
  start: startSmtpFake,
  variables: ({ port }) => ({ SMTP_URL: `smtp://127.0.0.1:${port}` }),
  stop: (server) => server.stop(),
})

test('a bounced address is shown to staff, allowed again, and gets its mail resent', async ({
  shopper,
  records,
  page,
  supplier: server,
}) => {
  test.slow()
  server.disturb('rcpt', '550 5.1.1 No such user here', [shopper.email])
  const product = await records.addProduct({ name: 'Undeliverable Hoodie', price: 100, stock: 5 })
  await shopper.isAboutToPayFor(product)
  await shopper.payWith('pays')
  await shopper.isThanked()
  const number = (await records.ordersOf(shopper.email))[0]?.number ?? ''
  await expect.poll(() => server.mails.map(({ parsed }) => parsed.subject).join()).toContain('New order')

  const staff = new StaffMember(page, STAFF)
  await staff.openLogin()
  await staff.signIn()
  await staff.isOnDashboard()
  await page.goto(`/admin/orders/${number}`)
  await expect(
    page.getByText(/^An email to this address bounced on .*550 5\.1\.1 No such user here/),
  ).toBeVisible()
  await expect(page.getByText('550 5.1.1')).toHaveCount(1)
  await expect(page.getByText(/^Gave up .*, because the address bounced$/)).toBeVisible()

  await page.goto('/admin/overview')
  await page.getByRole('link', { name: '1 bounced address' }).click()
  await expect(staff.heading('Bounced addresses')).toBeVisible()
  const allow = staff.button(`Allow email to ${shopper.email}`)
  await untilHydrated(allow)
  await expectFineAtBothSizes(page, 'the bounced addresses')
  await allow.click()
  await expect(page.getByText(`Email to ${shopper.email} is allowed again.`)).toBeVisible()
  await expect(page.getByText('No email has bounced.')).toBeVisible()

  server.disturb('rcpt', null)
  await page.goto(`/admin/orders/${number}`)
  await expect(page.getByText('bounced on')).toHaveCount(0)
  const resend = staff.button(`Resend “Order confirmation” to ${shopper.email}`)
  await untilHydrated(resend)
  await resend.click()
  await expect(page.getByText('Resent an email: Order confirmation')).toBeVisible()
  await expect.poll(() => server.mails.map(({ to }) => to)).toContain(shopper.email)
})
