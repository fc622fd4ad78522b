import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/journey.ts'

const META = { description: 'name', 'og:title': 'property', 'og:image': 'property', 'twitter:card': 'name' }

test('@desktop every public page has metadata for search engines', async ({ shopper, page, shop }) => {
  const listed = await addressesIn(page, '/sitemap.xml', 'loc')
  const products = listed.filter((url) => url.includes('/product/'))
  expect(products.length).toBeGreaterThan(5)
  const titles = new Set<string>()
  const pictures = new Set<string | null | undefined>()
  const own = ['/cart', '/checkout', '/thank-you', '/shop?q=hoodie'].map((path) => shop.url + path)
  expect(listed.filter((url) => own.includes(url))).toEqual([])
  const visited = [...listed.filter((url) => !products.includes(url)), ...products.slice(0, 2), ...own]
  for (const url of visited) {
    await shopper.open(url.replace(shop.url, ''))
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    const head = await headOf(page)
    expect(head.lang).toBe('en-CA')
    expect(head.canonical).toBe(own.includes(url) ? null : url)
    expect(head.robots).toBe(own.includes(url) ? 'noindex,follow' : null)
    expect(head.meta['og:title']).toBe(head.title)
    expect(head.meta['twitter:card']).toBe('summary_large_image')
    expect(head.meta.description?.length).toBeGreaterThan(10)
    for (const json of head.structured) {
      expect(JSON.parse(json)).toMatchObject({ '@context': 'https://schema.org' })
    }
    titles.add(head.title)
    pictures.add(head.meta['og:image'])
  }
  expect(titles.size).toBe(visited.length)
  expect(pictures.size).toBe(3)
})

test('@desktop every address in the sitemap and every picture in the feed exists', async ({
  shopper,
  page,
  shop,
}) => {
  await shopper.open('/about')
  const named = new Set(await addressesIn(page, '/sitemap.xml', 'loc'))
  for (const url of await addressesIn(page, '/sitemap.xml', 'image:loc')) named.add(url)
  for (const url of await addressesIn(page, '/feed.xml', 'g:image_link')) named.add(url)
  named.add(`${shop.url}/social-card.jpg`)
  for (const url of named) {
    expect(url.startsWith(`${shop.url}/`), url).toBe(true)
    expect((await page.request.get(url)).status(), url).toBe(200)
  }
})

test('@desktop the shop can be installed on a home screen', async ({ shopper, page, shop }) => {
  await shopper.open('/')
  const address = await page.evaluate(
    () => document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '',
  )
  const answer = await page.request.get(address)
  expect(answer.headers()['content-type']).toBe('application/manifest+json')
  const manifest = (await answer.json()) as { icons: { src: string; sizes: string; type: string }[] }
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(shop.url + src)
    expect({ status: icon.status(), type: icon.headers()['content-type'] }, src).toEqual({
      status: 200,
      type,
    })
    if (type !== 'image/png') continue
    const bytes = await icon.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
  }
  expect((await page.request.get('/favicon.ico')).status()).toBe(200)
})

/** The text of elements with this name, in a document that the browser parses as well formed. */
async function addressesIn(page: Page, path: string, name: string): Promise<string[]> {
  const text = await (await page.request.get(path)).text()
  return page.evaluate(
    ({ text, name }) => {
      const parsed = new DOMParser().parseFromString(text, 'application/xml')
      if (parsed.getElementsByTagName('parsererror').length > 0) throw new Error('not well formed')
      return [...parsed.getElementsByTagName(name)].map((found) => found.textContent ?? '')
    },
    { text, name },
  )
}

function headOf(page: Page) {
  return page.evaluate((names) => {
    const attribute = (selector: string, name: string) =>
      document.querySelector(selector)?.getAttribute(name) ?? null
    return {
      lang: document.documentElement.lang,
      title: document.title,
      canonical: attribute('link[rel=canonical]', 'href'),
      robots: attribute('meta[name=robots]', 'content'),
      structured: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }) => textContent ?? '',
      ),
      meta: Object.fromEntries(
        Object.entries(names).map(([name, kind]) => [name, attribute(`meta[${kind}="${name}"]`, 'content')]),
      ),
    }
  }, META)
}
