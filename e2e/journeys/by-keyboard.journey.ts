import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#e2e/support/journey.ts'
import { findMails } from '#e2e/support/mails.ts'
import { expectAccessible } from '#e2e/support/axe.ts'
import { CARDS, isSettled, untilHydrated } from '#e2e/actors/shopper.ts'

const FARTHEST = 60

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible()
  for (let presses = 0; presses < FARTHEST; presses += 1) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((node) => node === document.activeElement)) return
  }
  throw new Error(`${element.toString()} cannot be reached with Tab`)
}

async function typeInto(page: Page, element: Locator, text: string): Promise<void> {
  await tabTo(page, element)
  await page.keyboard.type(text)
}

test('@desktop a hoodie can be found, chosen and paid for without a mouse', async ({
  shopper,
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'Keyboard Hoodie', price: 50 })
  await shopper.open('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Skip/ })).toBeFocused()
  await untilHydrated(page.getByRole('button', { name: 'Search', exact: true }))
  await tabTo(page, page.getByRole('button', { name: 'Search', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByPlaceholder('Search products...')).toBeFocused()
  await page.keyboard.type('keyboard hoodie')
  await page.keyboard.press('Enter')
  await expect(shopper.heading('SEARCH RESULTS FOR "keyboard hoodie"')).toBeVisible()

  await tabTo(page, page.getByRole('main').getByRole('link', { name: product.name }).first())
  await page.keyboard.press('Enter')
  await expect(shopper.heading(product.name)).toBeVisible()
  await untilHydrated(shopper.size('S'))
  await tabTo(page, shopper.size('S'))
  await page.keyboard.press('ArrowRight')
  await expect(shopper.size('M')).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: 'ADD TO CART' }))
  await page.keyboard.press('Enter')
  await shopper.sees('Keyboard Hoodie (Size: M) added to cart!')

  await expect(shopper.cartPanel().getByRole('button', { name: 'Close cart panel' })).toBeFocused()
  await tabTo(page, shopper.cartPanel().getByRole('link', { name: 'Checkout' }))
  await page.keyboard.press('Enter')
  await expect(shopper.heading('Checkout')).toBeVisible()
  await typeInto(page, page.getByLabel('Email', { exact: true }), shopper.email)
  await typeInto(page, page.getByLabel('Phone'), '306 555 0142')
  await tabTo(page, page.getByRole('combobox', { name: 'Country' }))
  await typeInto(page, page.getByLabel('Full name'), 'Sam Okafor')
  await typeInto(page, page.getByLabel('Address', { exact: true }), '12 Broadway Ave')
  await typeInto(page, page.getByLabel('City'), 'Saskatoon')
  await tabTo(page, page.getByRole('combobox', { name: 'Province' }))
  await page.keyboard.type('Sask')
  await typeInto(page, page.getByLabel('Postal code'), 'S7N 1B4')
  await typeInto(page, page.getByLabel('Card number'), CARDS.asksTheBank)
  await typeInto(page, page.getByLabel('Expiry date'), '0439')
  await typeInto(page, page.getByLabel('CVC'), '123')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('dialog', { name: 'Confirm your payment' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Approve' }))
  await page.keyboard.press('Enter')
  await shopper.isThanked()
})

test('@phone a contract is withdrawn from without a mouse, and the receipt says from which, and when', async ({
  shopper,
  shop,
  page,
}) => {
  await shopper.open('/')
  await tabTo(page, page.getByRole('link', { name: 'Withdraw from contract' }))
  await page.keyboard.press('Enter')
  await expect(shopper.heading('Withdraw from contract')).toBeVisible()
  await typeInto(page, page.getByLabel('Your name'), 'Sam Okafor')
  await typeInto(page, page.getByLabel('Email for your receipt'), shopper.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Say which order this is about.')).toBeVisible()
  await typeInto(page, page.getByLabel('Order number'), 'R-7K3M-9QX2')
  await page.keyboard.press('Enter')
  await expect(shopper.heading('Check what you’re telling us')).toBeVisible()
  await expectAccessible(page, 'the withdrawal to confirm')
  await tabTo(page, page.getByRole('button', { name: 'Confirm withdrawal' }))
  await page.keyboard.press('Enter')
  await expect(shopper.heading('We received your withdrawal')).toBeVisible()
  await expectAccessible(page, 'the received withdrawal')
  await expect
    .poll(async () => (await findMails(shop.dataDir, 'Keep this email: it is your receipt.'))[0]?.text)
    .toMatch(/R-7K3M-9QX2[^]*The whole contract[^]*Received: .*\d{4}/)
})

test('what has the focus is never hidden, on the way forward and back, nor behind the open menu @phone', async ({
  shopper,
  records,
  page,
}) => {
  const product = await records.addProduct({ name: 'Seen Hoodie', price: 50 })
  await shopper.hasInCart(product, 'M')
  /** What has the focus, where none of it is seen. */
  const hidden = () =>
    page.evaluate(async () => {
      // The skip link comes into view with a transition.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      const { activeElement: focused } = document
      if (!(focused instanceof HTMLElement) || focused === document.body) return null
      const { left, top, width, height } = focused.getBoundingClientRect()
      const parts = [0.1, 0.5, 0.9]
      const isSeen = parts.some((across) =>
        parts.some((down) => {
          const hit = document.elementFromPoint(left + width * across, top + height * down)
          return (
            hit !== null &&
            (focused.contains(hit) || hit.contains(focused) || hit.closest('label')?.control === focused)
          )
        }),
      )
      return isSeen ? null : focused.outerHTML.slice(0, 120)
    })
  const walks = async (key: string, presses: number, where: string) => {
    for (let press = 0; press < presses; press += 1) {
      await page.keyboard.press(key)
      expect.soft(await hidden(), `${where}, ${key} ${press + 1}`).toBeNull()
    }
  }
  for (const path of ['/shop', `/product/${product.id}`, '/cart', '/checkout']) {
    await page.goto(path)
    await isSettled(page)
    await walks('Tab', 25, path)
    await walks('Shift+Tab', 20, path)
  }
  await page.goto(`/product/${product.id}`)
  await untilHydrated(page.getByRole('button', { name: 'Menu' }))
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  await walks('Tab', 8, 'the menu')
  await page.getByRole('button', { name: /^Size . Change$/ }).press('Enter')
  await walks('Tab', 10, 'the sizes')
})

test('@desktop Escape closes the search and returns the focus', async ({ shopper, page }) => {
  await shopper.open('/shop')
  const search = page.getByRole('button', { name: 'Search', exact: true })
  await untilHydrated(search)
  await search.press('Enter')
  await expect(page.getByPlaceholder('Search products...')).toBeFocused()
  await page.keyboard.type('tee')
  // The first press may clear the field, as in every search field.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByPlaceholder('Search products...')).toBeHidden()
  await expect(search).toBeFocused()
  await search.press('Enter')
  await expect(page.getByPlaceholder('Search products...')).toHaveValue('')
})
