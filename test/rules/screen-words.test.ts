import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readablePage, words } from '#test/support/readable-page.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'

const STOREFRONT = [
  '/',
  '/shop',
  '/product/emblem-hoodie',
  '/about',
  '/contact',
  '/cart',
  '/checkout',
  '/thank-you',
  '/privacy-policy',
  '/delivery-returns',
]

describeOnEachDatabase('The words of the screens, as the server sends them', (open) => {
  let shop: TestShop
  let served: ServedShop

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.catalog.add(hoodie())
    await shop.catalog.add(hoodie({ name: 'Bare Tee', description: 'Plain cotton.', sizes: [] }))
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  const read = (path: string) => readablePage(served.url + path)

  test.each([...STOREFRONT, '/admin', '/admin/reset'])(
    '%s has the bar: logo, SHOP, Contact, currency, search, cart, and a menu with all three',
    async (path) => {
      const { status, html } = await read(path)
      expect(status).toBe(path === '/admin/reset' ? 410 : 200)
      const bar = between(html, '<header', '</header>')
      expect(link(bar, '/')).toContain('Redemption, home')
      expect(textOf(bar, '/shop')).toBe('SHOP')
      expect(textOf(bar, '/contact')).toBe('Contact')
      expect(link(bar, '/cart')).toContain('Cart')
      expect(bar).toMatch(/<select[^>]* name="currency"/)
      expect(bar).toMatch(/<button[^>]* aria-label="Search"/)
      expect(bar).toMatch(/<button[^>]* aria-label="Menu"/)
      const menu = between(bar, '<nav id="menu"', '</nav>')
      expect(words(menu)).toBe('SHOP Contact Cart (0)')
    },
  )

  test.each(STOREFRONT)('%s has the footer: both policies, whom to follow, and the year', async (path) => {
    const { html } = await read(path)
    const footer = between(html, '<footer', '</footer>')
    expect(textOf(footer, '/privacy-policy')).toBe('Privacy Policy')
    expect(textOf(footer, '/delivery-returns')).toBe('Delivery & Returns')
    expect(textOf(footer, 'https://instagram.example/shop')).toBe('Instagram')
    expect(words(footer)).toContain('Follow us')
    expect(words(footer)).toContain('© 2026 Redemption')
  })

  test.each([
    ['/shop', 'SHOP'],
    ['/contact', 'Contact'],
    ['/about', null],
  ])('on %s the bar marks only %s as the current page', async (path, label) => {
    const links = between((await read(path)).html, '<nav aria-label="Main"', '</nav>')
    const current = links.match(/<a[^>]* aria-current="page"[^>]*>([^<]*)/g) ?? []
    expect(current.map((element) => words(element))).toEqual(label === null ? [] : [label])
  })

  test('the selector offers ten currencies, and the visitor’s when it is another one', async () => {
    const offered = async (cookie: string) => {
      const { html } = await readablePage(`${served.url}/shop`, { cookie })
      return between(html, '<select id="currency"', '</select>').match(/(?<=<option value=")\w+/g)
    }
    const ten = ['CAD', 'USD', 'EUR', 'GBP', 'JPY', 'AUD', 'NGN', 'INR', 'CNY', 'BRL']
    expect(await offered('currency=USD')).toEqual(ten)
    expect(await offered('currency=SEK')).toEqual(['SEK', ...ten])
  })

  test('home has the tagline, the logo as its heading, and a still image where the video may not play', async () => {
    const { html, text } = await read('/')
    expect(text).toContain('Where Style Meets Street')
    expect(between(html, '<h1', '</h1>')).toMatch(/Redemption|REDEMPTION/)
    expect(between(html, '<main', '</main>')).toMatch(/<img[^>]* src="\/hero\/hero-landscape-poster\.webp"/)
  })

  test('the shop counts what it shows, and its cards have no add-to-cart button', async () => {
    const { html, text } = await read('/shop')
    expect(text).toContain('Home Shop All')
    expect(words(between(html, '<h1', '</h1>'))).toBe('SHOP ALL')
    expect(text).toContain('2 items')
    expect(text).not.toContain('Clear Search')
    expect(text).not.toMatch(/add to cart/i)
    const [card = '', other = ''] = html.match(/<a href="\/product\/.*?<\/a>/gs) ?? []
    expect(words(card)).toBe('Out of Stock Bare Tee $118.00')
    expect(words(other)).toBe('Emblem Hoodie $118.00')
  })

  test('a card without a picture shows a placeholder', async () => {
    const { html } = await read('/shop')
    const [card = ''] = html.match(/<a href="\/product\/.*?<\/a>/gs) ?? []
    expect(card).not.toContain('<img')
    expect(card).toContain('<svg')
  })

  test('a search shows its query and number of results, and can be cleared', async () => {
    const { text } = await read('/shop?q=%20emblem%20')
    for (const words of ['Clear Search', 'SEARCH RESULTS FOR "emblem"', '1 item'])
      expect(text).toContain(words)
    expect(text).not.toContain('Bare Tee')
  })

  test('a search without results says so and links to all products', async () => {
    const { html, text } = await read('/shop?q=overcoat')
    for (const words of [
      'SEARCH RESULTS FOR "overcoat"',
      '0 items',
      'No products found for "overcoat"',
      'Try adjusting your search terms or browse all products.',
    ]) {
      expect(text).toContain(words)
    }
    expect(html).toMatch(/<a [^>]*href="\/shop"[^>]*>Browse All Products<\/a>/)
  })

  test('a product shows all six sizes, marks the unavailable ones, and preselects the first available', async () => {
    const { html, text } = await read('/product/emblem-hoodie')
    const sizes = html.match(/<input type="radio"[^>]*>/g) ?? []
    expect(sizes.map((size) => /value="(\w+)"/.exec(size)?.[1])).toEqual(['XS', 'S', 'M', 'L', 'XL', 'XXL'])
    for (const size of ['XS', 'L', 'XL', 'XXL']) {
      const input = sizes.find((one) => one.includes(`value="${size}"`))
      expect(input).toContain('disabled')
      expect(input).toContain(`title="Size ${size} is not available"`)
    }
    expect(sizes.filter((size) => size.includes('checked'))).toEqual([expect.stringContaining('value="S"')])
    expect(text).not.toContain('Please select a size to add to cart')
    expect(text).toContain('ADD TO CART')
  })

  test.each([
    ['Accessories', 'One size'],
    ['Hoodies', 'One size: M'],
  ] as const)('a product of %s in one size says %s, and strikes no size out', async (category, said) => {
    await shop.catalog.add(hoodie({ name: 'Only One', category, sizes: [{ size: 'M', stock: null }] }))
    const { html } = await read('/product/only-one')
    expect(words(between(html, '<fieldset', '</fieldset>'))).toBe(`Size ${said}`)
    expect(html.match(/<input type="radio"[^>]*>/g)).toEqual([expect.stringContaining('checked')])
    expect(html).not.toContain('is not available')
  })

  test('the bar on a phone shows the chosen size, and offers to change it', async () => {
    const { html } = await read('/product/emblem-hoodie')
    expect(words(/<button[^>]* popoverTarget="sizes"[^>]*>.*?<\/button>/is.exec(html)?.[0] ?? '')).toBe(
      'Size S Change',
    )
    expect(words(between(html, '<div id="sizes"', '</ul>'))).toBe('Choose your size S M')
  })

  test('cards on a list filtered by size link to that size, in the fragment of the product’s address', async () => {
    const { html } = await read('/shop?size=M')
    expect(html).toContain('href="/product/emblem-hoodie#size=M"')
    expect((await read('/shop')).html).toContain('href="/product/emblem-hoodie"')
  })

  test('a product has a back link, its name, its price, and an open description and size chart', async () => {
    const { html, text } = await read('/product/emblem-hoodie')
    expect(textOf(between(html, '<main', '</main>'), '/shop')).toBe('Back')
    expect(words(between(html, '<h1', '</h1>'))).toBe('Emblem Hoodie')
    expect(text).toContain('Emblem Hoodie $118.00')
    const folds = html.match(/<details open="">.*?<\/summary>/gs) ?? []
    expect(folds.map((fold) => words(fold))).toEqual(['DESCRIPTION', 'SIZE CHART'])
    expect(text).toContain('DESCRIPTION Heavy fleece with the emblem in red.')
  })

  test('a product page says how long delivery takes, and that all sales are final', async () => {
    const { html, text } = await read('/product/emblem-hoodie')
    expect(text).toContain('Delivery in 7 to 14 business days. All sales are final. Delivery & Returns')
    expect(textOf(between(html, '<main', '</main>'), '/delivery-returns')).toBe('Delivery & Returns')
  })

  test('a product without sizes is OUT OF STOCK, and no size can be chosen', async () => {
    const { html, text } = await read('/product/bare-tee')
    expect(text).toContain('OUT OF STOCK')
    expect(text).not.toContain('ADD TO CART')
    expect(text).not.toContain('Please select a size to add to cart')
    expect(html.match(/<input type="radio"[^>]*>/g)?.every((size) => size.includes('disabled'))).toBe(true)
  })

  test('a sold-out product leads to its category and to the newsletter', async () => {
    const { html, text } = await read('/product/bare-tee')
    expect(text).toContain('Sold out in every size. See all Hoodies or join the newsletter.')
    expect(html).toContain('href="/shop?category=Hoodies"')
    expect(text).toContain('Join Our Community')
    expect((await read('/product/emblem-hoodie')).text).not.toContain('Join Our Community')
  })

  test('home shows the newest products below the film', async () => {
    const { html } = await read('/')
    expect(words(between(html, '<h2 id="newest"', '</ul>'))).toMatch(
      /^New arrivals Out of Stock Bare Tee .* Emblem Hoodie/,
    )
    expect(html.indexOf('id="newest"')).toBeGreaterThan(html.indexOf('<video'))
  })

  test('a product page shows up to three related products, each with a badge when it has no sizes', async () => {
    for (const name of ['Second Tee', 'Third Tee', 'Fourth Tee']) await shop.catalog.add(hoodie({ name }))
    const { html } = await read('/product/emblem-hoodie')
    const others = between(html, '<section aria-labelledby="related"', '</section>')
    expect(words(others)).toMatch(/^You May Also Like /)
    expect(others.match(/<a href="\/product\//g)).toHaveLength(3)
    const beside = between(
      (await read('/product/second-tee')).html,
      '<section aria-labelledby="related"',
      '</section>',
    )
    expect(beside).not.toContain('href="/product/second-tee"')
    for (const name of ['second-tee', 'third-tee', 'fourth-tee'])
      await shop.catalog.archive(toProductId(name))
    await shop.changes.publish('catalogue')
    const left = between(
      (await read('/product/emblem-hoodie')).html,
      '<section aria-labelledby="related"',
      '</section>',
    )
    expect(words(left)).toBe('You May Also Like Out of Stock Bare Tee $118.00')
  })

  test('the story has its sections, three values and three people', async () => {
    const { html, text } = await read('/about')
    expect(words(between(html, '<h1', '</h1>'))).toBe('Our Story')
    expect(text).toContain('Redemption Wears Red.')
    const headings = html.match(/<h2.*?<\/h2>/gs) ?? []
    expect(headings.map((heading) => words(heading))).toEqual([
      'The Beginning',
      'Our Mission',
      'Meet the Team',
    ])
    expect(text).toMatch(/The Beginning .*founded in 2023.* Our Mission/)
    const values = html.match(/<dt.*?<\/dt>/gs) ?? []
    expect(values.map((value) => words(value))).toEqual(['Quality', 'Authenticity', 'Innovation'])
    expect(between(html, '>Meet the Team<', '</section>').match(/<li/g)).toHaveLength(3)
  })

  test('contact has an email, a phone number, the profiles and a form with the four subjects', async () => {
    const { html, text } = await read('/contact')
    expect(textOf(html, 'mailto:hello@shop.example')).toBe('hello@shop.example')
    expect(textOf(html, 'tel:+13065550199')).toBe('+1 306 555 0199')
    expect(link(between(html, '<main', '</main>'), 'https://instagram.example/shop')).not.toBe('')
    const subjects = between(html, 'name="subject"', '</select>').match(/(?<=<option value=")\w+/g)
    expect(subjects).toEqual(['general', 'support', 'wholesale', 'other'])
    for (const field of ['name', 'email', 'subject', 'message']) {
      expect(control(html, field)).toContain('required=""')
    }
    expect(text).toContain('Send Message')
  })

  test('cart and checkout have their headings before the cart is loaded', async () => {
    const trail = async (path: string) =>
      words(between((await read(path)).html, '<nav aria-label="Breadcrumb"', '</nav>'))
    expect(await trail('/cart')).toBe('HOME CART')
    expect(await trail('/checkout')).toBe('HOME CART CHECKOUT')
  })

  test('the thank-you page links to the shop', async () => {
    const { html, text } = await read('/thank-you')
    expect(text).toContain('Thanks for your order!')
    expect(textOf(between(html, '<main', '</main>'), '/shop')).toBe('Continue Shopping')
  })

  test.each([
    'Effective December 2024',
    'your name and email address',
    'your shipping and billing address',
    'your phone number',
    'your payment details, via third-party providers',
    'basic analytics about how the site is used',
    'to process and deliver your orders',
    'to send you order updates and to support you',
    'to improve the site',
    'to comply with the law',
    'We do not sell your information, and we do not share it for marketing.',
    'hello@shop.example',
    'Saskatoon, SK, Canada',
  ])('the privacy policy says: %s', async (sentence) => {
    expect((await read('/privacy-policy')).text).toContain(sentence)
  })

  test.each([
    'We deliver locally in Saskatoon and internationally.',
    'Delivery is estimated at 7 to 14 business days from order confirmation.',
    'Customs or couriers may cause delays.',
    'All sales are final. There are no returns or exchanges.',
    'Tell us within 3 days of delivery, with the contact form or by email to hello@shop.example',
  ])('delivery and returns says: %s', async (sentence) => {
    expect((await read('/delivery-returns')).text).toContain(sentence)
  })

  test('the login asks for email and password, both required', async () => {
    const { status, html, text } = await read('/admin')
    expect(status).toBe(200)
    expect(text).toMatch(/Admin Login .*Sign in Forgot your password\?/)
    for (const field of ['email', 'password']) {
      expect(control(html, field)).toContain('required=""')
      expect(control(html, field)).toContain(`type="${field}"`)
    }
  })
})

/** The text from the first `start` to the next `end`; empty when there is none. */
function between(html: string, start: string, end: string): string {
  const from = html.indexOf(start)
  return from < 0 ? '' : html.slice(from, html.indexOf(end, from))
}

/** The first link to an address. */
function link(html: string, href: string): string {
  const links = html.match(/<a\b[^>]*>.*?<\/a>/gs) ?? []
  return links.find((one) => one.includes(`href="${href}"`)) ?? ''
}

function textOf(html: string, href: string): string {
  return words(link(html, href))
}

/** The opening tag of the field with this name. */
function control(html: string, name: string): string {
  const controls = html.match(/<(input|select|textarea)\b[^>]*>/g) ?? []
  return controls.find((one) => one.includes(` name="${name}"`)) ?? ''
}
