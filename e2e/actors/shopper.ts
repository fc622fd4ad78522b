import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Cents } from '#domain/money.ts'

/** The published test numbers (decisions 4). */
export const CARDS = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  expired: '4000 0000 0000 0069',
  wrongCode: '4000 0000 0000 0127',
  asksTheBank: '4000 0025 0000 3155',
  doubtful: '4000 0000 0000 9235',
  disputed: '4000 0000 0000 0259',
} as const

/** The sentence about the charge when the response to the payment was lost. */
export const UNSURE =
  "We can't tell yet whether your card was charged. Try again: you won't be charged twice."

/** The errors of a checkout whose request for a payment was not answered. */
export const NO_SECRET = {
  now: 'Failed to get payment secret. Nothing was charged. Wait a moment and try again.',
  inTime: "Failed to get payment secret: the shop didn't answer. Nothing was charged. Try again.",
  offline:
    "Failed to get payment secret: you're offline. Nothing was charged. Try again when your connection is back.",
}

/** The delivery address, by the labels of the form. */
const DELIVERY = {
  Phone: '306 555 0142',
  'Full name': 'Sam Okafor',
  Address: '12 Broadway Ave',
  City: 'Saskatoon',
  'Postal code': 'S7N 1B4',
}

/** A shopper who uses the site through its visible labels. */
export class Shopper {
  readonly page: Page
  readonly email: string

  constructor(page: Page, email: string) {
    this.page = page
    this.email = email
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path)
  }

  /** Searches through the overlay and opens the results page. */
  async findBySearch(query: string): Promise<void> {
    const box = await this.openSearch()
    await box.fill(query)
    await box.press('Enter')
    await isShown(this.heading(`SEARCH RESULTS FOR "${query}"`))
  }

  async openSearch(): Promise<Locator> {
    const button = this.page.getByRole('button', { name: 'Search', exact: true })
    await untilHydrated(button)
    await button.click()
    const box = this.page.getByPlaceholder('Search products...')
    await expect(box).toBeFocused()
    return box
  }

  /** Opens the product from a grid of cards. */
  async chooseProduct(name: string): Promise<void> {
    await this.page.getByRole('main').getByRole('link', { name }).first().click()
    await isShown(this.heading(name))
  }

  async openProduct({ id, name }: { id: string; name: string }): Promise<void> {
    await this.open(`/product/${id}`)
    await isShown(this.heading(name))
  }

  async chooseSize(size: string): Promise<void> {
    await untilHydrated(this.size(size))
    await this.size(size).check()
    await expect(this.size(size)).toBeChecked()
  }

  size(size: string): Locator {
    return this.page.getByRole('radio', { name: new RegExp(`^(Size )?${size}\\b`) })
  }

  async addToCart(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'ADD TO CART' })
    await untilHydrated(button)
    await button.click()
  }

  /** The cart panel, which opens when a product is added. */
  cartPanel(): Locator {
    return this.page.getByRole('dialog', { name: 'Cart', exact: true })
  }

  async closeCartPanel(): Promise<void> {
    await this.cartPanel().getByRole('button', { name: 'Close cart panel' }).click()
    await isGone(this.cartPanel())
  }

  /** Adds a product to the cart from its page, and stays on that page. */
  async putInCart(product: { id: string; name: string }, size: string): Promise<void> {
    await this.openProduct(product)
    await this.chooseSize(size)
    await this.addToCart()
    await this.isAnnounced(`${product.name} (Size: ${size}) added to cart!`)
    await this.closeCartPanel()
  }

  async changeCurrency(code: string): Promise<void> {
    const selector = this.page.getByRole('combobox', { name: 'Currency' })
    if (!(await selector.isVisible())) await this.openMenu()
    await untilHydrated(selector)
    await selector.selectOption(code)
    await expect(selector).toHaveValue(code)
  }

  async openMenu(): Promise<void> {
    await this.page.getByRole('button', { name: 'Menu' }).click()
  }

  async openCart(): Promise<void> {
    await this.page.getByRole('link', { name: /^Cart/ }).first().click()
    await isShown(this.heading('Cart'))
  }

  async goToCheckout(): Promise<void> {
    await this.page.getByRole('link', { name: 'CHECKOUT' }).click()
    await isShown(this.heading('Checkout'))
  }

  /** Fills in a complete delivery form for Saskatoon. */
  async fillDelivery(): Promise<void> {
    await this.page.getByLabel('Email', { exact: true }).fill(this.email)
    for (const [label, text] of Object.entries(DELIVERY)) {
      await this.page.getByLabel(label, { exact: true }).fill(text)
    }
    await this.page.getByRole('combobox', { name: 'Country' }).selectOption('CA')
    await this.page.getByRole('combobox', { name: 'Province' }).selectOption('Saskatchewan')
  }

  async typeCard(number: string, expiry = '04 / 39', cvc = '123'): Promise<void> {
    await this.page.getByLabel('Card number').fill(number)
    await this.page.getByLabel('Expiry date').fill(expiry)
    await this.page.getByLabel('CVC').fill(cvc)
  }

  async payNow(): Promise<void> {
    await this.payButton().click()
  }

  payButton(): Locator {
    return this.page.getByRole('button', { name: 'Pay Now' })
  }

  async payWith(card: keyof typeof CARDS): Promise<void> {
    await this.typeCard(CARDS[card])
    await this.payNow()
  }

  /** Opens the checkout with one unit and fills in everything except the card. */
  async isAboutToPayFor(product: { id: string; name: string; price: Cents }, size = 'M'): Promise<void> {
    await this.hasInCart(product, size)
    // The page asks for current prices once: what changes before that is shown, what changes later is refused.
    const priced = this.page.waitForResponse(
      (response) => response.url().endsWith('/api/cart/price'),
      TIMEOUT,
    )
    await this.open('/checkout')
    await isShown(this.heading('Checkout'))
    await this.fillDelivery()
    await priced
  }

  /** Has one more unit in the cart, as after an earlier visit. */
  async hasInCart(
    { id, name, price }: { id: string; name: string; price: Cents },
    size: string,
  ): Promise<void> {
    await this.open('/robots.txt') // a page of the shop that loads nothing
    const product = { id, name, price: price / 100, imageUrls: [] }
    await this.page.evaluate(
      (line) => {
        const lines = JSON.parse(localStorage.getItem('cart') ?? '[]') as unknown[]
        localStorage.setItem('cart', JSON.stringify([...lines, line]))
      },
      { product, quantity: 1, selectedSize: size },
    )
  }

  /** The bank's confirmation step. */
  bank(): Locator {
    return this.page.getByRole('dialog', { name: 'Confirm your payment' })
  }

  async answersTheBank(answer: 'Approve' | 'Fail'): Promise<void> {
    await this.bank().getByRole('button', { name: answer }).click()
    await isGone(this.bank())
  }

  async isThanked(): Promise<void> {
    await this.page.waitForURL(/\/thank-you$/, TIMEOUT)
    await isShown(this.heading('Thanks for your order!'))
  }

  /** Follows the link on the thank-you page to the paid order; returns the address of its page. */
  async opensOwnOrder(number: string): Promise<string> {
    await this.sees(number)
    await this.page.getByRole('link', { name: 'See your order' }).click()
    await isShown(this.heading('Paid'))
    return this.page.url()
  }

  /** The contact form, about support. */
  async writeMessage(message: string): Promise<void> {
    await untilHydrated(this.page.getByLabel('Name'))
    await this.page.getByLabel('Name').fill(DELIVERY['Full name'])
    await this.page.getByLabel('Email').fill(this.email)
    await this.page.getByLabel('Subject').selectOption('support')
    await this.page.getByLabel('Message').fill(message)
  }

  async sendMessage(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Send Message' })
    await untilHydrated(button)
    await button.click()
  }

  /** A toast, or a notice in the page. */
  async sees(words: string): Promise<void> {
    await isShown(this.page.getByText(words))
  }

  /** The same, and a screen reader reads it out: it is in a live region, and not behind a dialog. */
  async isAnnounced(words: string): Promise<void> {
    await this.sees(words)
    const live = this.page.locator(
      '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]',
    )
    const isOpenDialog = await this.page.locator('dialog:modal').count()
    const reader = isOpenDialog > 0 ? this.page.locator('dialog:modal').last().locator(live) : live
    await expect(reader.filter({ hasText: words }).first(), `${words} is read out`).toBeVisible()
  }

  /** The error block above the button: these words, followed by whether the shopper was charged. */
  async isRefusedWith(words: string, money = 'Nothing was charged.'): Promise<void> {
    const block = this.page.getByRole('main').getByRole('alert')
    await isShown(block)
    const sentence = /[.!?]$/.test(words) ? words : `${words}.`
    await expect(block).toHaveText(/charged|back to your card/.test(words) ? words : `${sentence} ${money}`)
    await expect(block).toBeFocused()
    await expect(this.payButton()).toBeEnabled()
  }

  /** The summary of cart or checkout, amount by amount: Subtotal, Tax (2%), Shipping, Total. */
  async seesTotals(amounts: Record<string, string>): Promise<void> {
    await isShown(this.summary())
    const folded = this.summary().locator(':scope > details:not([open]) > summary')
    if (await folded.isVisible()) await folded.click()
    const rows = Object.entries(amounts).map(([label, amount]) => `- term: ${label}\n- definition: ${amount}`)
    await expect(this.summary()).toMatchAriaSnapshot(rows.join('\n'))
  }

  summary(): Locator {
    return this.page.getByRole('complementary', { name: /Summary$/ })
  }

  /** Changes by another process arrive within a second: repeats until the page is up to date. */
  async seesProductCount(products: number): Promise<void> {
    await expect(async () => {
      await this.page.reload()
      await expect(this.page.getByText(`${products} items`, { exact: true })).toBeVisible({ timeout: 1_000 })
    }).toPass()
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true })
  }
}

const TIMEOUT = { timeout: 20_000 }

/**
 * Waits until this is visible, as toBeVisible() does. Each failed attempt of toBeVisible() describes the whole page, so
 * what takes a moment, such as the effect of a click, is first waited for in this cheaper way.
 */
export async function isShown(locator: Locator): Promise<void> {
  await locator.waitFor(TIMEOUT)
}

async function isGone(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'hidden', ...TIMEOUT })
}

/**
 * The root of a page that is hydrated. It is a locator, because a function that runs in the page makes Playwright load
 * 0.7 MB of its own script into the page again.
 */
function hydratedRoot(page: Page): Locator {
  return page.locator('html[data-hydrated]')
}

/** Waits until the page is hydrated and its requests are answered, also those sent once a section is in view. */
export async function isSettled(page: Page): Promise<void> {
  await hydratedRoot(page).waitFor({ state: 'attached', ...TIMEOUT })
  await page.waitForFunction(() => {
    const loading = document.querySelector('[aria-busy="true"]')
    loading?.scrollIntoView()
    return loading === null
  })
}

/** Waits until the page of the control is hydrated: a click before that is lost. */
export async function untilHydrated(control: Locator): Promise<void> {
  await hydratedRoot(control.page())
    .filter({ has: control })
    .waitFor({ state: 'attached', ...TIMEOUT })
}
