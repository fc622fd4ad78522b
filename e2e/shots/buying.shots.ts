import { expect } from '@playwright/test'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { shootAddresses, test } from '#e2e/support/shots.ts'

const TEE = { id: 'emblem-tee-bone', name: 'Emblem Tee' }

shootAddresses({ 'cart-empty': '/cart', 'checkout-empty': '/checkout', 'thank-you-plain': '/thank-you' })

test('cart panel', async ({ page, shopper, records, shoot }) => {
  const product = await records.findProduct('blackletter', 'L')
  await shopper.openProduct(product)
  const toggle = page.getByRole('button', { name: 'Cart panel', exact: true })
  await untilHydrated(toggle)
  await toggle.press('Enter')
  await expect(shopper.cartPanel()).toBeVisible()
  await shoot('cart-panel-empty', 'screen')
  await shopper.closeCartPanel()
  await shopper.chooseSize('L')
  await shopper.addToCart()
  await expect(shopper.cartPanel().getByText('Just added')).toBeVisible()
  await shoot('cart-panel-added', 'screen')
})

test('cart', async ({ page, shopper, records, shoot }) => {
  await shopper.putInCart(await records.findProduct('blackletter', 'L'), 'L')
  await shopper.putInCart(await records.findProduct('sweatpant', 'M'), 'M')
  await shopper.open('/cart')
  await expect(shopper.summary()).toBeVisible()
  await shoot('cart-filled')
  await page.getByLabel('Add Order Note').fill('Please leave it at the side door. '.repeat(6))
  await shopper.changeCurrency('JPY')
  await expect(shopper.summary().getByText("You'll be charged")).toBeVisible()
  await shoot('cart-foreign-and-note')
  await page
    .getByRole('button', { name: /^REMOVE/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await shoot('cart-removed')
})

test('cart of very long names', async ({ shopper, records, shoot }) => {
  const name = `${TEE.name} heavyweight garment-dyed double-knit Donaudampfschifffahrtsgesellschaft edition`
  await shopper.putInCart(await records.addProduct({ name, price: 9_999 }), 'S')
  await shopper.open('/cart')
  await expect(shopper.summary()).toBeVisible()
  await shoot('cart-long-name')
})

test('checkout', async ({ page, shopper, records, shoot }) => {
  const product = await records.addProduct({ name: 'Counted Hoodie', price: 100 })
  await shopper.putInCart(product, 'M')
  await shopper.open('/checkout')
  await expect(shopper.payButton()).toBeEnabled()
  await shoot('checkout-new')
  await shopper.payNow()
  await expect(page.getByLabel('Email')).toBeFocused()
  await shoot('checkout-errors')
  await page.getByText('Test cards', { exact: true }).click()
  await shopper.fillDelivery()
  await shopper.typeCard('4000 0000 0000 0002')
  await shoot('checkout-filled')
  await shopper.payNow()
  await shopper.isRefusedWith('Your card was declined.')
  await shoot('checkout-declined')
  await shopper.payWith('asksTheBank')
  await expect(page.getByRole('dialog', { name: 'Confirm your payment' })).toBeVisible()
  await shoot('checkout-3-d-secure', 'screen')
  await shopper.answersTheBank('Approve')
  await shopper.isThanked()
  await shoot('thank-you-with-number')
  await page.getByRole('link', { name: 'See your order' }).click()
  await expect(shopper.heading('Paid')).toBeVisible()
  await shoot('order-own-paid')
})

test('checkout, processing and in a foreign currency', async ({ page, shopper, records, shoot }) => {
  await shopper.isAboutToPayFor(await records.addProduct({ name: 'Slow Hoodie', price: 100 }))
  await shopper.changeCurrency('NGN')
  await expect(page.getByText("You'll be charged").first()).toBeAttached()
  await shoot('checkout-foreign')
  await shopper.fillDelivery()
  await shopper.typeCard('4242 4242 4242 4242')
  await page.route('**/create-payment-intent', () => {})
  await shopper.payNow()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await shoot('checkout-processing', 'screen')
})
