import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_SHIPPING, type ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import { findOrderByNumber } from '#db/orders/orders.ts'
import { toProductId } from '#domain/ids.ts'
import { ANNOUNCEMENT } from '#domain/settings/announcement.ts'
import { firstProducts, firstSections } from '#domain/settings/home-sections.ts'
import { SETTINGS } from '#domain/settings/settings.ts'
import { TIME_ZONE } from '#domain/settings/time-zone.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const CHOSEN = firstProducts('Our picks', ['emblem-hoodie'])
const tinyPicture = { key: 'a'.repeat(24), width: 100, height: 100, placeholder: '' }

describeOnEachDatabase('Settings of owners', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask
  const versions = new Map<string, number>()

  beforeEach(async () => {
    versions.clear()
    shop = await openTestShop(open())
    shop.settings.variables = {}
    await shop.catalog.add(hoodie(), toProductId('emblem-hoodie'))
    await shop.catalog.add(hoodie({ name: 'Rib Beanie', category: 'Accessories' }), toProductId('rib-beanie'))
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())

  /** React separates adjacent texts with comments. */
  const page = async (path: string) =>
    (await (await fetch(served.url + path)).text()).replaceAll('<!-- -->', '')

  async function save(name: string, changes: object): Promise<Response> {
    const setting = SETTINGS.find((one) => one.name === name)
    const version = versions.get(name) ?? 0
    const value = { ...setting?.fallback, ...changes }
    const answer = await ask('PUT', `/api/staff/settings/${name}`, { version, value })
    if (answer.ok) versions.set(name, version + 1)
    return answer
  }

  test('change no page until one is saved, nor when the same value is saved', async () => {
    const paths = ['/', '/shop', '/contact', '/privacy-policy', '/delivery-returns', '/llms.txt', '/none']
    const before = await Promise.all(paths.map(page))
    for (const { name } of SETTINGS) expect((await save(name, {})).status).toBe(200)
    served.cache.clear()
    expect(await Promise.all(paths.map(page))).toEqual(before)
    expect(before.join('')).not.toContain('announcement"')
  })

  test('a new name of the shop appears everywhere that the first one did', async () => {
    const name = 'Ox & Ash'
    const paths = ['/', '/shop', '/about', '/contact', '/privacy-policy', '/product/rib-beanie', '/none']
    const files = ['/feed.xml', '/llms.txt', '/site.webmanifest']
    for (const path of [...paths, ...files]) expect(await page(path)).toContain('Redemption')
    await save('shop', { name, address: 'Regina' })
    for (const path of [...paths, ...files]) {
      const text = await page(path)
      expect(text.replaceAll('alt="The word Redemption', ''), path).not.toMatch(/Redemption|REDEMPTION/)
      expect(text, path).toMatch(/Ox (?:&amp;|&) Ash/)
    }
    expect(await page('/shop')).toContain('role="img" aria-label="Ox &amp; Ash"')
    expect(await page('/shop')).toContain('data-shop="Ox &amp; Ash"')
    expect(await (await ask('GET', '/admin/settings')).text()).not.toContain('Redemption')
    await subscribeToNewsletter(shop, 'ada@shopper.example')
    await deliverOutbox(shop)
    const [mail] = shop.mails
    expect(mail).toMatchObject({
      subject: 'Confirm your Ox & Ash newsletter subscription',
      senderName: 'Ox & Ash',
    })
    expect(mail?.text).not.toContain('Redemption')
  })

  test('an announcement is above every page immediately, as text', async () => {
    expect(await page('/shop')).not.toContain('class="announcement"')
    await save('announcement', { text: 'Free hugs & “more”', link: '/shop?size=M&sort=name' })
    for (const path of ['/shop', '/cart', '/none'])
      expect(await page(path)).toContain(
        '<aside class="announcement" aria-label="Announcement"><a href="/shop?size=M&amp;sort=name">Free hugs &amp; “more”</a></aside>',
      )
    expect(await (await ask('GET', '/admin/dashboard')).text()).not.toContain('class="announcement"')
    await ask('POST', '/api/staff/settings/announcement/undo', { version: 1, to: 0 })
    expect(await page('/shop')).not.toContain('class="announcement"')
  })

  test('a brand changes the colors of pages, staff area, manifest and emails immediately, and its undo changes them back', async () => {
    const first = await page('/shop')
    const night = { ground: '#101418', ink: '#f3f5f7', accent: '#c6ff3d', corners: 'round' }
    expect((await save('brand', night)).status).toBe(200)
    const style =
      /<style>(@media screen\{:root\{--ink:#f3f5f7;--bone:#101418;[^<]*--radius:10px[^<]*color-scheme:dark[^<]*)<\/style>/
    for (const path of ['/shop', '/none', '/admin', '/checkout']) {
      const answer = await fetch(served.url + path)
      const text = await answer.text()
      const [, own = ''] = style.exec(text) ?? []
      const hash = createHash('sha256').update(own).digest('base64')
      expect(answer.headers.get('content-security-policy'), path).toContain(`'sha256-${hash}'`)
      expect(text).toContain('<meta name="theme-color" content="#101418">')
    }
    expect(await (await ask('GET', '/admin/settings')).text()).toMatch(style)
    expect(await page('/shop')).toContain(
      '<meta property="og:image" content="http://shop.example/brand/1.0/card.jpg">',
    )
    const manifest = JSON.parse(await page('/site.webmanifest'))
    expect(manifest).toMatchObject({ theme_color: '#101418', background_color: '#101418' })
    await subscribeToNewsletter(shop, 'ada@shopper.example')
    await deliverOutbox(shop)
    expect(shop.mails[0]?.html).toContain('background:#c6ff3d')
    expect(shop.mails[0]?.html).not.toMatch(/#f4f1ea|#c1121f/)
    await ask('POST', '/api/staff/settings/brand/undo', { version: 1, to: 0 })
    expect(await page('/shop')).toBe(first)
  })

  test('a wordmark takes the place of the drawn one, cleaned, and only in the style of the page', async () => {
    const wordmark = {
      svg: '<svg viewBox="0 0 300 60"><title>Nordic Row</title><path d="M0 0h300v60z" fill="#123456"/></svg>',
    }
    expect(await (await save('brand', { wordmark })).json()).toMatchObject({
      value: { wordmark: { width: 300, height: 60, svg: expect.not.stringContaining('Nordic') } },
    })
    await save('shop', { name: 'Nordic Row' })
    const text = await page('/')
    expect(text.match(/%23123456/g)).toHaveLength(2) // on the ground, and on what is dark
    expect(text.match(/<span role="img" aria-label="Nordic Row"/g)).toHaveLength(3) // bar, hero and footer
    expect(text).not.toContain('aria-label="Redemption')
  })

  test.each([
    ['announcement', { text: 'Hi', link: 'javascript:alert(1)' }, '/value/link'],
    ['announcement', { text: 'Hi', link: '//evil.example' }, '/value/link'],
    ['announcement', { text: 'Hi <b>you</b>' }, '/value/text'],
    ['contact', { email: 'nobody' }, '/value/email'],
    ['contact', { instagram: 'ftp://x.example' }, '/value/instagram'],
    ['time-zone', { timeZone: 'Mars/Olympus' }, '/value/timeZone'],
    ['mails', { senderName: 'Shop <boss@evil.example>' }, '/value/senderName'],
    ['policies', { privacy: 'Hello <script>1</script>' }, '/value/privacy'],
    ['home-page', { sections: [{ ...CHOSEN, products: ['a', 'a'] }] }, '/value/sections/0/products'],
    ['menus', { header: [{ label: '', href: '/shop' }] }, '/value/header/0/label'],
    ['menus', { header: [{ label: 'Run', href: 'javascript:alert(1)' }] }, '/value/header/0/href'],
    ['menus', { footer: [{ label: 'Lost', href: '/pages/none' }] }, '/value/footer/0/href'],
    ['menus', { footer: [{ label: 'Lost', href: '/nowhere' }] }, '/value/footer/0/href'],
    ['shop', { name: ' ' }, '/value/name'],
    ['brand', { accent: '#ffd0d0' }, '/value/accent'],
    ['brand', { ink: '#0b0b0c}body{display:none' }, '/value/ink'],
    ['brand', { corners: 'pointed' }, '/value/corners'],
    ['brand', { wordmark: { svg: '<svg viewBox="0 0 9 9"><script>1</script></svg>' } }, '/value/wordmark'],
    ['brand', { wordmark: tinyPicture }, '/value/wordmark'],
    ['home-page', { picture: tinyPicture, alt: 'A stamp' }, '/value/picture'],
  ])('a wrong value of %s is refused at its field: %o', async (name, changes, path) => {
    const answer = await save(name, changes)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path }] })
    expect(shop.announced).toEqual([])
  })

  test('when two owners change a setting, the second gets the version of the first, and nothing is written', async () => {
    await save('announcement', { text: 'First' })
    versions.set('announcement', 0)
    const answer = await save('announcement', { text: 'Second' })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      type: '/problems/changed-meanwhile',
      current: { version: 1, value: { text: 'First', link: '' } },
    })
    expect(await currentSetting(shop, ANNOUNCEMENT)).toEqual({ text: 'First', link: '' })
  })

  test('the menus have the links of owners in their order, and leave out what is gone', async () => {
    const header = [
      { label: 'Hoodies', href: '/shop?category=Hoodies' },
      { label: 'The beanie', href: '/product/rib-beanie' },
      { label: 'Elsewhere', href: 'https://row.example/a' },
    ]
    const footer = [{ label: 'Our Story', href: '/about' }]
    expect((await save('menus', { header, footer })).status).toBe(200)
    const shown = await page('/contact')
    const [, bar = ''] = /<nav[^>]* aria-label="Main"[^>]*>(.*?)<\/nav>/.exec(shown) ?? []
    expect(bar).toBe(
      '<a href="/shop?category=Hoodies">Hoodies</a><a href="/product/rib-beanie">The beanie</a><a href="https://row.example/a">Elsewhere</a>',
    )
    expect(shown).not.toContain('href="/privacy-policy"')
    await shop.catalog.archive(toProductId('rib-beanie'))
    expect(await page('/none')).not.toContain('rib-beanie')
    await ask('PUT', '/api/staff/pages', { version: 0, value: { pages: [] } })
    const later = await page('/contact')
    expect(later).not.toContain('The beanie')
    expect(later).not.toContain('href="/about"')
    expect(await page('/none')).not.toContain('href="/about"')
    const answer = await save('menus', { header: header.slice(0, 2), footer })
    expect(await answer.json()).toMatchObject({
      errors: [
        {
          path: '/value/header/1/href',
          message:
            'There is nothing at /product/rib-beanie. Choose another page for “The beanie”, or remove it.',
        },
      ],
    })
  })

  test('further networks follow those that the shop knows', async () => {
    await save('contact', { networks: [{ label: 'Threads', href: 'https://threads.example/row' }] })
    expect(await page('/cart')).toContain('<a href="https://threads.example/row" rel="noopener">Threads</a>')
  })

  test('contact details are on the contact page, in the footer, the policies and structured data', async () => {
    await save('contact', {
      email: 'team@phoenix.example',
      phone: '',
      instagram: '@phoenix',
      x: '',
    })
    const contact = await page('/contact')
    expect(contact).toContain('href="mailto:team@phoenix.example"')
    expect(contact).not.toContain('href="tel:')
    expect(contact).not.toContain('https://x.com')
    expect(await page('/cart')).toContain('href="https://www.instagram.com/phoenix"')
    expect(await page('/delivery-returns')).toContain('team@phoenix.example')
    expect(await page('/')).toContain('"sameAs":["https://www.instagram.com/phoenix"]')
    expect(await page('/llms.txt')).toContain('/contact): team@phoenix.example\n')
  })

  test('an environment variable takes precedence, and the screen says so', async () => {
    await save('contact', { email: 'team@phoenix.example' })
    shop.settings.variables = { CONTACT_EMAIL: 'fixed@shop.example' }
    served.cache.clear()
    expect(await page('/contact')).toContain('fixed@shop.example')
    const screen = await (await ask('GET', '/admin/settings/contact')).text()
    expect(screen).toContain('Set by CONTACT_EMAIL on the server, which overrides what is saved here.')
  })

  test.each([
    ['time-zone', 'SHOP_TIME_ZONE', 'America/Halifax'],
    ['mails', 'MAIL_FROM', 'Phoenix Orders'],
  ])('the screen of %s says that %s takes precedence', async (name, variable, value) => {
    shop.settings.variables = { [variable]: value }
    const screen = await (await ask('GET', `/admin/settings/${name}`)).text()
    expect(screen.replaceAll('<!-- -->', '')).toContain(
      `Set by ${variable} on the server, which overrides what is saved here.`,
    )
    expect(screen).toContain(value)
  })

  test('the name and address of the shop are in titles, metadata and policies', async () => {
    await save('shop', { name: 'Phoenix & Co', address: '1 First Ave\nRegina, SK' })
    expect(await page('/contact')).toContain('<title>Contact – Phoenix &amp; Co</title>')
    const home = await page('/')
    expect(home).toContain('<title>Phoenix &amp; Co – Where Style Meets Street</title>')
    expect(home).toContain('<meta property="og:site_name" content="Phoenix &amp; Co">')
    expect(home).toContain('"name":"Phoenix & Co"')
    expect(await page('/privacy-policy')).toContain('Phoenix &amp; Co<br/>1 First Ave<br/>Regina, SK')
  })

  test('the home page shows the chosen texts and products, or the newest products when none of those is on sale', async () => {
    const sections = firstSections('Our picks', ['emblem-hoodie'])
    await save('home-page', { tagline: 'Increase again', sections })
    const home = await page('/')
    expect(home).toContain('Increase again')
    expect(home).toContain('Our picks')
    expect(home).toContain('Emblem Hoodie')
    expect(home).not.toContain('Rib Beanie')
    await shop.catalog.archive(toProductId('emblem-hoodie'))
    await shop.changes.publish('catalogue')
    expect(await page('/')).toContain('Rib Beanie')
  })

  test('an order remembers the version of the policies that were current', async () => {
    const buy = async () => {
      const product = await shop.catalog.find(toProductId('rib-beanie'))
      if (!product) throw new Error('There is no beanie')
      const placed = await place(shop, orderFor([product], [one(product)]))
      return (await ask('GET', `/api/staff/orders/${placed.orderNumber}`)).json()
    }
    expect(await buy()).toMatchObject({ policiesVersion: 0 })
    await save('policies', { delivery: '# Returns\n\nWithin 30 days: write to team@phoenix.example.' })
    const text = await page('/delivery-returns')
    expect(text).toContain('Within 30 days: write to <a href="mailto:team@phoenix.example">')
    expect(text).not.toContain('All sales are final')
    expect(await page('/privacy-policy')).toContain('Effective December 2024')
    expect(await buy()).toMatchObject({ policiesVersion: 1 })
  })

  test('all sales are final wherever the shop sells, as long as the policy says so', async () => {
    const product = '/product/rib-beanie'
    const inTheBrowser = ['/cart', '/checkout']
    const final = 'Delivery in 7 to 14 business days. All sales are final. <a href="/delivery-returns">'
    expect(await page(product)).toContain(final)
    for (const path of inTheBrowser) expect(await page(path), path).not.toContain('notFinal')
    await save('policies', { delivery: '# Returns\n\nWithin 30 days.' })
    for (const path of [product, '/llms.txt', '/delivery-returns']) {
      expect(await page(path), path).not.toMatch(/All sales are final|MerchantReturnNotPermitted/)
    }
    expect(await page(product)).toContain('Delivery in 7 to 14 business days. <a href="/delivery-returns">')
    for (const path of inTheBrowser) expect(await page(path), path).toContain('"notFinal":true')
    await save('policies', { delivery: 'Posted on Fridays.\n\nAll sales\nare final. Tell us within 5 days.' })
    expect(await page(product)).toContain(final)
    for (const path of inTheBrowser) expect(await page(path), path).not.toContain('notFinal')
  })

  test('delivery and returns follow the shipping methods, until owners write the policy themselves', async () => {
    let version = 0
    const ship = async (country: string, changes: object) => {
      const [zone] = DEFAULT_SHIPPING.zones
      const [method] = zone!.methods
      const zones = [
        {
          ...zone!,
          places: [{ country, region: '', postal: [] }],
          methods: [{ ...method!, ...changes }],
        },
      ] satisfies ShippingTariff['zones']
      const body = { version, value: { ...DEFAULT_SHIPPING, pickupPlace: 'The counter', zones } }
      expect((await ask('PUT', '/api/staff/shipping', body)).status).toBe(200)
      version += 1
      return page('/delivery-returns')
    }
    expect(await ship('*', { name: 'Post' })).toContain('<strong>7 to 14 business days</strong>')
    const quick = await ship('CA', { leastDays: 2, mostDays: 5 })
    expect(quick).toContain('We deliver to Canada.')
    expect(quick).toContain('estimated at <strong>2 to 5 business days</strong> from order confirmation.')
    expect(quick).toContain('<strong>All sales are final.</strong>')
    expect(quick).not.toContain('7 to 14')
    const pickup = await ship('CA', { kind: 'pickup', leastDays: 1, mostDays: 1 })
    expect(pickup).toContain('ready for pickup within <strong>1 business day</strong> of order confirmation.')
    expect(pickup).not.toContain('couriers')
    await save('policies', { privacy: 'Nothing is kept.' })
    expect(await page('/delivery-returns')).toContain('<strong>1 business day</strong>')
    await save('policies', { delivery: 'Soon.' })
    expect(await page('/delivery-returns')).not.toContain('business day')
  })

  test('mails have the name, the footer and the sender that owners chose', async () => {
    await save('shop', { name: 'Phoenix', orderPrefix: 'px' })
    await save('contact', { email: 'hello@phoenix.example' })
    await save('mails', {
      senderName: 'Phoenix Shop',
      footer: 'Phoenix\n1 First Ave <Regina>'.replace(/[<>]/g, ''),
    })
    const product = await shop.catalog.find(toProductId('rib-beanie'))
    if (!product) throw new Error('There is no beanie')
    const placed = await place(shop, orderFor([product], [one(product)]))
    const intent = (await shop.gateway.findIntentBySecret(placed.clientSecret))!
    await settlePayment(shop, { ...intent, state: 'succeeded' })
    await deliverOutbox(shop)
    const mail = shop.mails.find(({ kind }) => kind === 'order-confirmation')
    expect(placed.orderNumber).toMatch(/^PX-\w{4}-\w{4}$/)
    expect((await findOrderByNumber(shop.database.db, placed.orderNumber))?.number).toBe(placed.orderNumber)
    expect(mail?.replyTo).toBe('hello@phoenix.example')
    expect(shop.mails.find(({ kind }) => kind === 'order-notification')?.to.name).toBe('Phoenix')
    expect(mail?.subject).toBe(`[TEST] Your Phoenix order ${placed.orderNumber}`)
    expect(mail?.senderName).toBe('Phoenix Shop')
    expect(mail?.text).toContain('\n\nPhoenix\n1 First Ave Regina\n')
    expect(mail?.html).toContain('Phoenix<br>1 First Ave Regina')
    expect(mail?.html).toContain('>PHOENIX<')
  })

  test('staff read times in the time zone of the shop', async () => {
    expect(shop.settings.timeZone).toBe('America/Regina')
    await save('time-zone', { timeZone: 'Asia/Tokyo' })
    expect(shop.settings.timeZone).toBe('Asia/Tokyo')
    expect(await currentSetting(shop, TIME_ZONE)).toEqual({ timeZone: 'Asia/Tokyo' })
  })

  test('the screen of a setting lists its history, and shows an older version', async () => {
    await save('announcement', { text: 'First' })
    await save('announcement', { text: 'Second' })
    const screen = async (query = '') =>
      (await (await ask('GET', `/admin/settings/announcement${query}`)).text()).replaceAll('<!-- -->', '')
    expect(await screen()).toContain('Version 2, ')
    expect(await screen('?version=1')).toContain('Restore this version')
    expect(await screen('?version=99&before=x')).not.toContain('Restore this version')
    const list = await (await ask('GET', '/admin/settings')).text()
    expect(list).toContain('by ada@redemption.example')
    const unknown = await ask('GET', '/admin/settings/nothing')
    expect(new URL(unknown.url).pathname).toBe('/admin/settings')
  })
})
