import { openBareBrowser } from '#e2e/actors/bare-browser.ts'
import { expect, test } from '#e2e/support/journey.ts'

const CARD = 'a[href="/product/wears-red-hoodie"]'
const KEPT = `JSON.stringify([localStorage.recentlyViewed ?? null, localStorage.cart, document.cookie])`
/** A line that the shop drops when it reads the cart. */
const BROKEN_CART = '[{"product":{"id":"gone"}}]'

test('@desktop a product under the pointer is prerendered, counts as viewed only when it is opened, and then appears instantly', async ({
  shop,
}) => {
  const browser = await openBareBrowser(`${shop.url}/shop`)
  try {
    const { first } = browser
    await first.evaluate(`localStorage.setItem('cart', ${JSON.stringify(BROKEN_CART)})`)
    const before = await first.evaluate(KEPT)
    await first.moveMouseTo(CARD)
    const next = await browser.prerendered()
    await expect.poll(() => next.evaluate('document.documentElement.dataset.hydrated ?? null')).toBe('')
    expect(await next.evaluate('document.prerendering')).toBe(true)
    expect(await next.evaluate('location.pathname')).toBe('/product/wears-red-hoodie')
    await next.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow'))`)
    expect(await next.evaluate(KEPT)).toBe(before)
    expect(await next.evaluate('document.querySelector("header a[href=\'/cart\']").textContent')).toBe('')

    await expect.poll(() => first.evaluate('document.querySelector("style").disabled')).toBe(true)
    await next.evaluate(`addEventListener('pagereveal', ({ viewTransition }) => {
      document.documentElement.dataset.transition = String(viewTransition !== null)
    })`)
    await first.moveMouseTo(CARD, true)
    await expect.poll(() => next.evaluate('document.prerendering')).toBe(false)
    expect(
      await next.evaluate('performance.getEntriesByType("navigation")[0].activationStart'),
    ).toBeGreaterThan(0)
    await expect.poll(() => next.evaluate('document.documentElement.dataset.transition')).toBe('false')
    await expect.poll(() => next.evaluate('localStorage.recentlyViewed')).toBe('["wears-red-hoodie"]')
    await expect.poll(() => next.evaluate('localStorage.cart')).toBe('[]')
  } finally {
    await browser.close()
  }
})

test('@desktop cart and checkout are never prerendered', async ({ shop }) => {
  const rules = (await (await fetch(`${shop.url}/speculation-rules.json`)).json()) as {
    prerender: { where: { href_matches: string[] } }[]
  }
  const addresses = rules.prerender.flatMap(({ where }) => where.href_matches)
  expect(addresses).toContain('/product/*')
  const patterns = addresses.map((address) => new URLPattern(address, shop.url))
  const never = [
    '/cart',
    '/checkout',
    '/thank-you',
    '/pay/1?key=2',
    '/order/RD-1?key=2',
    '/api/rates',
    '/admin',
  ]
  for (const path of [...never, '/admin/logout', '/newsletter/subscribed', '/newsletter/confirm?token=1'])
    expect(patterns.some((pattern) => pattern.test(path, shop.url))).toBe(false)
  expect(patterns.some((pattern) => pattern.test('/shop?category=Hoodies', shop.url))).toBe(true)
})
