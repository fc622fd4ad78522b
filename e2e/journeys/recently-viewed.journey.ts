import { expectNoAxeViolations } from '#e2e/support/axe.ts'
import { expect, test } from '#e2e/support/journey.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'

const HOODIE = { id: 'wears-red-hoodie', name: 'Wears Red Hoodie' }
const TEE = { id: 'emblem-tee-bone', name: 'Emblem Tee' }

test('viewed products are listed later, without the current one, until the list is cleared', async ({
  shopper,
  page,
}) => {
  const recent = page.getByRole('region', { name: 'Recently viewed' })
  await shopper.openProduct(HOODIE)
  await untilHydrated(shopper.heading(HOODIE.name))
  await expect(recent).toBeHidden()
  await shopper.openProduct(TEE)
  await recent.scrollIntoViewIfNeeded()
  await expect(recent.getByRole('link')).toHaveCount(1)
  await expect(recent.getByRole('link')).toContainText(HOODIE.name)
  await expectNoAxeViolations(page)

  await shopper.open('/cart')
  await expect(recent.getByRole('link')).toHaveCount(2)
  await expect(recent.getByRole('link').first()).toContainText(TEE.name)
  await expectNoAxeViolations(page)
  await recent.getByRole('button', { name: 'Clear' }).click()
  await expect(recent).toBeHidden()
  await page.reload()
  await shopper.sees('Your cart is empty')
  await expect(recent).toBeHidden()
})

test('the page works with any content of the storage', async ({ shopper, page }) => {
  await page.addInitScript(() => localStorage.setItem('recentlyViewed', '[1,"gone-long-ago","<b>"'))
  await shopper.openProduct(HOODIE)
  await expect(page.getByRole('region', { name: 'Recently viewed' })).toBeHidden()
})
