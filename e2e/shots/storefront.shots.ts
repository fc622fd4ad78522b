import { expect } from '@playwright/test'
import { SHOP_PAGE_SIZE } from '#domain/catalog/shop-list.ts'
import { untilHydrated } from '#e2e/actors/shopper.ts'
import { shootAddresses, test } from '#e2e/support/shots.ts'

const LONG_NAME =
  'Redemption Wears Red heavyweight garment-dyed double-knit hooded pullover, winter edition Donaudampfschifffahrtsgesellschaft'

shootAddresses({
  home: '/',
  'shop-everything': '/shop',
  'shop-filtered': '/shop?category=Hoodies&size=M&sort=price-asc',
  'shop-filtered-nothing': '/shop?category=Accessories&size=XXL',
  'shop-search': '/shop?q=hoodie',
  'shop-search-nothing': '/shop?q=overcoat',
  'shop-past-the-end': '/shop?page=99',
  'product-in-stock': '/product/wears-red-hoodie',
  'product-sold-out': '/product/washed-hoodie-grey',
  'product-missing': '/product/no-such-thing',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy-policy',
  delivery: '/delivery-returns',
  withdrawal: '/withdraw',
  'newsletter-subscribed': '/newsletter/subscribed',
  'newsletter-not-subscribed': '/newsletter/not-subscribed',
  'newsletter-confirm-bad-link': '/newsletter/confirm?token=none',
  'problem-not-found': '/no-such-page',
  'order-bad-link': '/order/R-AAAA-AAAA?key=none',
})

test('shop, a second page', async ({ page, shopper, records, shoot }) => {
  for (let i = 0; i < SHOP_PAGE_SIZE; i += 1)
    await records.addProduct({ name: `Numbered Tee ${i}`, price: 40 + i })
  await shopper.open('/shop')
  await shopper.seesProductCount(await records.onSale())
  await shoot('shop-pages')
  await page.getByRole('link', { name: 'Next' }).click()
  await shoot('shop-last-page')
})

test('shop, filters open', async ({ page, shopper, shoot }) => {
  await shopper.open('/shop?category=Hoodies')
  const summary = page.getByText('Filter and sort', { exact: true })
  if (!(await summary.isVisible())) return
  await summary.click()
  await shoot('shop-filters-open')
})

test('product, without pictures and with a long name', async ({ shopper, records, shoot }) => {
  await shopper.openProduct(await records.addProduct({ name: 'Bare Hoodie', price: 90 }))
  await shoot('product-no-pictures')
  await shopper.openProduct(await records.addProduct({ name: LONG_NAME, price: 99_999 }))
  await shoot('product-long-name')
  await shopper.open('/shop')
  await shoot('shop-long-name')
})

test('product, enlarged and recently viewed', async ({ page, shopper, shoot }) => {
  await shopper.open('/product/emblem-tee-bone')
  await shopper.open('/product/wears-red-hoodie')
  const picture = page.getByRole('link', { name: /^Enlarge image 1/ })
  await untilHydrated(picture)
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeAttached()
  await shoot('product-recently-viewed')
  await picture.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot('product-enlarged', 'screen')
})

test('search overlay', async ({ page, shopper, shoot }) => {
  await shopper.open('/shop')
  const box = await shopper.openSearch()
  await shoot('search-empty', 'screen')
  await box.fill('hoodie')
  await expect(page.getByRole('dialog').getByText('Wears Red Hoodie')).toBeVisible()
  await shoot('search-suggestions', 'screen')
})

test('mobile menu', async ({ page, shopper, shoot }) => {
  await shopper.open('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  if (!(await menu.isVisible())) return
  await menu.click()
  await shoot('menu-open', 'screen')
})

test('contact, with a toast and sent', async ({ page, shopper, shoot }) => {
  await shopper.open('/contact')
  await untilHydrated(page.getByRole('button', { name: 'Send Message' }))
  await shopper.writeMessage('Too short')
  await shopper.sendMessage()
  await expect(page.getByText('Message must be at least 10 characters!').first()).toBeVisible()
  await shoot('contact-refused', 'screen')
  await page.getByLabel('Message').fill('This is long enough to be read.')
  await shopper.sendMessage()
  await shopper.sees("Message sent successfully! We'll get back to you soon.")
  await shoot('contact-sent', 'screen')
})

test('newsletter box, thanked', async ({ page, shopper, shoot }) => {
  await shopper.open('/')
  const field = page.getByRole('textbox', { name: 'Your email' })
  await untilHydrated(field)
  await field.fill(shopper.email)
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await shopper.sees('Thank you for subscribing!')
  await shoot('home-subscribed')
})
