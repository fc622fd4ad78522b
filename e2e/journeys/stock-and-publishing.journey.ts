import { clockTime } from '#domain/shop-time.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'
import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#e2e/support/layout.ts'
import { STAFF } from '#e2e/support/running-shop.ts'

// A time zone far from the shop's, because times are entered and shown in the time zone of the shop.
test.use({ timezoneId: 'Asia/Tokyo' })

test('@phone staff count the shelf while the shop sells, and read how the stock came about', async ({
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'A Counted Cap', price: 30, counts: { S: 4, M: 6 } })
  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await page.getByRole('link', { name: 'Count stock' }).click()
  await expect(page.getByRole('heading', { name: 'Count stock' })).toBeVisible()
  const item = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: product.name, exact: true }) })
  const counted = (size: string) =>
    item.getByRole('textbox', { name: `Counted of ${product.name}, ${size},` })
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page, 'stock')
  await counted('S').fill('three')
  await page.getByRole('button', { name: 'Apply counts' }).click()
  await expect(counted('S')).toBeFocused()
  await expect(item).toContainText('a whole number from 0')
  await counted('S').fill('3')
  await counted('M').fill('6')
  await expect(item).toContainText('−1')
  await expect(page.getByText('2 counted, 1 differs.')).toBeVisible()
  await records.takeUnits(product.id, 'M', 2)
  await page.getByRole('button', { name: 'Apply counts' }).click()
  await expect(item).toContainText('Applied. M: 2 sold in the meantime, 4 in stock now')
  await expect(counted('S')).toHaveValue('')
  await expectNoAxeViolations(page)

  await item.getByRole('link', { name: product.name }).click()
  await expect(page.getByRole('heading', { name: 'Stock history' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Counted' }).first()).toContainText(STAFF.email)
  await expect(page.getByRole('row').filter({ hasText: 'Sold' }).first()).toContainText('−2')
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page, 'stock')
})

test('@phone a product with a publishing time is visible to staff only until then', async ({
  records,
  complaints,
  page,
}) => {
  complaints.expect(/404/)
  const { id, name } = await records.addProduct({ name: 'Midnight Drop', price: 80, stock: 5 })
  const staff = new StaffMember(page, STAFF)
  const publish = async (days: number) => {
    await page.goto('/admin/dashboard?q=Midnight+Drop')
    await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
    await page.getByText('Publishing', { exact: true }).click()
    const at = clockTime(Date.now() + days * 86_400_000, 'America/Regina')
    await page.getByLabel('Published from').fill(at)
    const inAnHour = clockTime(Date.now() + 3_600_000, 'America/Regina')
    await page.getByLabel('Sold from').fill(days < 0 ? inAnHour : '')
    await expect(page.getByText('In the shop’s time zone: America/Regina.').first()).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    return at
  }
  await staff.opensDashboard()
  const clock = await publish(1)
  const shown = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const [hour = ''] = /\d+:\d+/.exec(shown.format(Date.parse(`${clock}Z`))) ?? []
  await expect(page.getByText(/^In the shop from/)).toContainText(hour)
  await page.getByRole('link', { name: `Preview ${name}` }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText(/^Preview: customers see this product from [^.]+ [ap]\.m\.$/)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto(`/product/${id}`)
  await expect(page.getByText('Product not found.')).toBeVisible()
  await page.goto('/shop?q=Midnight+Drop')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Midnight Drop')
  await expect(page.getByRole('link', { name: new RegExp(name) })).toHaveCount(0)

  await publish(-1)
  await page.goto('/shop?q=Midnight+Drop')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText(/^Drops \w+, /)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^00:5[89]:\d\d$|^01:00:00$/)
  await expect(page.getByRole('button', { name: 'NOT ON SALE YET' })).toHaveAttribute('aria-disabled', 'true')
  await expectNoAxeViolations(page)
})
