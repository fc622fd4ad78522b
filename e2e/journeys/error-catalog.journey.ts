import type { Page, Route } from '@playwright/test'
import { expect, test } from '#e2e/support/journey.ts'
import { STAFF } from '#e2e/support/running-shop.ts'
import { NO_SECRET, untilHydrated, UNSURE } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

/** Ways in which a request can fail: no network, a response that is not JSON, a server error. */
const TROUBLES: Record<string, (route: Route) => Promise<void>> = {
  'the network is cut': (route) => route.abort('internetdisconnected'),
  'the answer is not JSON': (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hello</h1>' }),
  'the server fails': (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
}
const HEARD = /no answer|ERR_INTERNET_DISCONNECTED|\b500\b|status of 50\d|\b50[23]\b|\b4(01|22)\b/

const problem = (status: number, type: string, title: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: `/problems/${type}`, status, title }),
})

/** Does something while requests to an address fail. */
async function whileAnswering(
  page: Page,
  address: string,
  answer: (route: Route) => Promise<void>,
  act: () => Promise<void>,
): Promise<void> {
  await page.route(address, answer)
  await act()
  await page.unroute(address)
}

test('a search whose suggestions fail shows no error, and still finds products', async ({
  shopper,
  page,
  complaints,
}) => {
  complaints.expect(HEARD)
  await shopper.open('/shop')
  const box = await shopper.openSearch()
  for (const [what, trouble] of Object.entries(TROUBLES)) {
    await test.step(what, () =>
      whileAnswering(page, '**/api/search?*', trouble, async () => {
        const asked = page.waitForEvent('requestfinished').catch(() => null)
        const failed = page.waitForEvent('requestfailed').catch(() => null)
        await box.fill(`hoodie ${what.length}`)
        await Promise.race([asked, failed])
        await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(0)
        await expect(page.getByRole('alert')).toHaveCount(0)
      }),
    )
  }
  await box.fill('hoodie')
  await box.press('Enter')
  await expect(shopper.heading('SEARCH RESULTS FOR "hoodie"')).toBeVisible()
})

test('each reason why a product cannot be added to the cart has a message', async ({
  shopper,
  records,
  page,
}) => {
  await shopper.open('/product/washed-hoodie-grey')
  const soldOut = page.getByRole('button', { name: 'OUT OF STOCK' })
  await untilHydrated(soldOut)
  await expect(page.getByText('Please select a size to add to cart')).toBeHidden()
  await soldOut.press('Enter')
  await shopper.sees('This product is currently out of stock.')

  const line = (number: number) => ({
    product: { id: `full-${number}`, name: `Full ${number}`, price: 1, imageUrls: [] },
    quantity: 1,
    selectedSize: 'M',
  })
  const full = JSON.stringify(Array.from({ length: 100 }, (_, number) => line(number)))
  await page.evaluate((text) => localStorage.setItem('cart', text), full)
  const product = await records.addProduct({ name: 'One Too Many Hoodie', price: 50 })
  await shopper.openProduct(product)
  await shopper.chooseSize('M')
  await shopper.addToCart()
  await shopper.isAnnounced('Failed to add product to cart. Please try again.')
})

test('without any rate the cart shows C$ and the CAD amount; an outdated rate is used before that', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(HEARD)
  const product = await records.addProduct({ name: 'Rateless Hoodie', price: 50 })
  await shopper.putInCart(product, 'M')
  await shopper.changeCurrency('EUR')
  await page.route('**/cart', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/"rate":\{[^}]*\}/, '"rate":{"rate":null,"asOf":null}')
    await route.fulfill({ response, body })
  })
  await page.route('**/api/rates?*', (route) => route.abort('internetdisconnected'))
  await page.context().clearCookies({ name: 'rate_CAD_EUR' })
  await shopper.open('/cart')
  await shopper.seesTotals({ Subtotal: 'C$50.00', Total: 'C$76.00' })

  const twoDaysAgo = Date.now() - 2 * 24 * 60 * 60 * 1000
  await page.evaluate((at) => (document.cookie = `rate_CAD_EUR=0.5~${at}; Path=/`), twoDaysAgo)
  await page.reload()
  await expect(shopper.summary()).toContainText(/25,00\s€/)
})

test('every error during payment is shown in the error block, and the same order can be paid afterwards', async ({
  shopper,
  records,
  page,
  complaints,
}) => {
  complaints.expect(HEARD)
  await page.clock.install()
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Unlucky Hoodie', price: 50 }))
  for (const [what, trouble] of Object.entries(TROUBLES)) {
    await test.step(`no payment secret: ${what}`, () =>
      whileAnswering(page, '/create-payment-intent', trouble, async () => {
        await shopper.payWith('pays')
        await shopper.isRefusedWith(what === 'the server fails' ? NO_SECRET.now : NO_SECRET.inTime)
      }))
  }
  const never = () => new Promise<void>(() => {})
  await test.step('no payment secret: the shop never answers', () =>
    whileAnswering(page, '/create-payment-intent', never, async () => {
      await shopper.payWith('pays')
      await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
      await page.clock.fastForward(8_000)
      await shopper.isAnnounced('This is taking longer than usual. Keep this page open.')
      await page.clock.fastForward(40_000)
      await shopper.isRefusedWith(NO_SECRET.inTime)
      await expect(page.getByText('This is taking longer than usual.')).toBeHidden()
    }))
  for (const [what, trouble] of Object.entries({ ...TROUBLES, 'it never answers': never })) {
    await test.step(`no confirmation: ${what}`, () =>
      whileAnswering(page, '/test-gateway/confirm', trouble, async () => {
        const asked = page.waitForRequest('**/test-gateway/confirm')
        await shopper.payWith('pays')
        await asked
        await page.clock.fastForward(30_000)
        await shopper.isRefusedWith("We didn't get an answer about your card.", UNSURE)
      }))
  }
  for (const [answer, words, money] of [
    [{ paymentIntent: { status: 'processing' } }, 'Payment not successful', UNSURE],
    [{ error: { message: 'Your bank is closed today.' } }, 'Your bank is closed today.'],
    [{ error: { message: '' } }, 'Payment failed, please try again.'],
  ] as const) {
    await test.step(words, () =>
      whileAnswering(
        page,
        '/test-gateway/confirm',
        (route) => route.fulfill({ json: answer }),
        async () => {
          await shopper.payWith('pays')
          await shopper.isRefusedWith(words, money)
        },
      ),
    )
  }
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  await page.route('/create-payment-intent', async (route) => {
    await waiting
    await route.continue()
  })
  await shopper.payNow()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  answer()
  await shopper.isThanked()
  await expect.poll(() => records.ordersOf(shopper.email)).toMatchObject([{ state: 'paid', total: 7_600 }])
})

test('the sign-in page shows account errors, in the server’s words when there is no fixed message', async ({
  page,
  complaints,
}) => {
  complaints.expect(HEARD)
  const staff = new StaffMember(page, STAFF)
  await staff.openLogin()
  const unavailable = problem(
    503,
    'auth-unavailable',
    'Authentication not available - Firebase not configured',
  )
  const failsWith = async (ownWords: string, address: string, act: () => Promise<void>) => {
    for (const [answer, words] of [
      [unavailable, 'Authentication not available - Firebase not configured'],
      [problem(500, 'failed', 'Something went wrong on our side.'), 'Something went wrong on our side.'],
      [{ body: '<h1>Hello</h1>' }, ownWords],
    ] as const) {
      await whileAnswering(
        page,
        address,
        (route) => route.fulfill(answer),
        async () => {
          await act()
          await staff.isRefused(words)
        },
      )
    }
  }
  await failsWith('An error occurred during login', '**/api/staff/sign-in', () => staff.signIn())
  await staff.asksForReset('ada@redemption')
  await staff.isRefused('Invalid email address')
  await page.getByLabel('Email').fill('nobody@redemption.example')
  await staff.button('Send Reset Link').click()
  await staff.isRefused('No account found with this email')
  await failsWith('Failed to send password reset email', '**/api/staff/request-reset', () =>
    staff.button('Send Reset Link').click(),
  )
})

test('the dashboard shows what failed, with the message of the table store', async ({
  records,
  page,
  complaints,
}) => {
  complaints.expect(HEARD)
  const product = await records.addProduct({ name: 'Troubled Hoodie', price: 50 })
  const staff = new StaffMember(page, STAFF)
  await staff.opensDashboard()
  await staff.page.getByLabel('Search').fill(product.name)
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
  const store = problem(502, 'table-store', 'Airtable error: The base is locked')

  await whileAnswering(
    page,
    '**/api/staff/products/*',
    (route) => route.fulfill(store),
    async () => {
      await staff.button(`Delete ${product.name}`).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      const toasts = page.getByRole('status')
      await expect(toasts.getByText('Failed to delete product. Please try again.')).toBeVisible()
      await expect(toasts.getByText('Airtable error: The base is locked')).toBeVisible()
      await expect(staff.button(`Delete ${product.name}`)).toBeVisible()

      await staff.button(`Edit ${product.name}`).click()
      const form = page.getByRole('dialog', { name: 'Edit Product' })
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form.getByRole('alert')).toHaveText('Airtable error: The base is locked')
      await expect(form.getByText('Failed to save product. Please try again.')).toBeVisible()
      await form.getByRole('button', { name: 'Cancel' }).click()
    },
  )
  await whileAnswering(
    page,
    '**/api/staff/products?*',
    (route) => route.fulfill(store),
    async () => {
      await page.getByLabel('Category').selectOption('Pants')
      await expect(page.getByRole('alert')).toContainText('Failed to load products. Please try again later.')
      await expect(page.getByRole('alert')).toContainText('Airtable error: The base is locked')
    },
  )
  await staff.button('Try again').click()
  await expect(page.getByText('Failed to load products.')).toBeHidden()
  await expect(page.getByText('No product matches.')).toBeVisible()
})
