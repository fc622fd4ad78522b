import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ShopPage } from '#domain/settings/page.ts'
import { PAGES } from '#domain/settings/pages.ts'
import { watchPublishing } from '#operations/catalog/watch-publishing.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { block, ownPage } from '#test/support/page.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const HOUR = 3_600_000
const [STORY] = PAGES.fallback.pages

describeOnEachDatabase('Pages of the shop’s own', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask
  let version: number

  beforeEach(async () => {
    version = 0
    shop = await openTestShop(open())
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())

  async function save(...pages: (ShopPage | undefined)[]): Promise<Response> {
    const answer = await ask('PUT', '/api/staff/pages', { version, value: { pages } })
    if (answer.ok) version += 1
    return answer
  }

  const read = async (path: string) =>
    (await (await fetch(served.url + path)).text()).replaceAll('<!-- -->', '')
  const status = async (path: string) => (await fetch(served.url + path)).status

  const FAQ = ownPage({
    name: 'Questions',
    heading: 'Frequently asked',
    handle: 'faq',
    searchTitle: 'Answers',
    blocks: [
      block('text', { heading: 'Before you **write**', text: 'Read [this](/about).\n\n- one\n- two' }),
      block('questions', {
        items: [{ name: 'Do you ship?', text: 'Yes, **daily**.', picture: null }],
      }),
      block('map', { heading: 'Where', text: '1 First Ave\nRegina' }),
      block('people', { heading: 'Us', items: [{ name: 'Ada', text: 'Cuts', picture: null }] }),
    ],
  })

  test('show their blocks as text, with what search engines need, immediately', async () => {
    expect(await status('/pages/faq')).toBe(404)
    expect((await save(STORY, FAQ)).status).toBe(200)
    const html = await read('/pages/faq')
    expect(html).toContain('<title>Answers – Redemption</title>')
    expect(html).toContain('<h1 class="')
    expect(html).toContain('>Frequently asked</h1>')
    expect(html).toContain('Read <a href="/about">this</a>.')
    expect(html).toContain('<ul><li>one</li><li>two</li></ul>')
    expect(html).toContain('>Do you ship?</summary>')
    expect(html).toContain('Yes, <strong>daily</strong>.')
    expect(html).toContain('href="https://www.openstreetmap.org/search?query=1+First+Ave%2C+Regina"')
    expect(html).toContain('"@type":"FAQPage"')
    expect(html).toContain('"acceptedAnswer":{"@type":"Answer","text":"Yes, daily."}')
    expect(html).toContain('<link rel="canonical" href="http://shop.example/pages/faq">')
    expect(await read('/sitemap.xml')).toContain('<loc>http://shop.example/pages/faq</loc>')
    expect(await read('/llms.txt')).toContain('- [Frequently asked](http://shop.example/pages/faq)\n')
  })

  test('keep the story at its address, and both it and another one can be deleted and restored', async () => {
    expect(await read('/about')).toContain('"@type":"AboutPage"')
    await save(FAQ)
    expect(await status('/about')).toBe(404)
    expect(await read('/sitemap.xml')).not.toContain('/about')
    await ask('POST', '/api/staff/pages/undo', { version, to: 0 })
    expect(await status('/about')).toBe(200)
    expect(await status('/pages/faq')).toBe(404)
  })

  test('of a shop with another name do not tell the first story of the first shop', async () => {
    await ask('PUT', '/api/staff/settings/shop', { version: 0, value: { name: 'Nordic Row', address: '' } })
    const html = await read('/about')
    expect(html).toContain('>Nordic Row</p>')
    expect(html).toContain('Our Mission')
    expect(html).not.toMatch(/Redemption|Saskatoon|2023|Team member/)
    expect(await (await ask('GET', '/admin/pages/about')).text()).not.toContain('Saskatoon')
  })

  test('are seen by staff alone as drafts, and by everyone at their time', async () => {
    const at = shop.now() + HOUR
    const planned = ownPage({ id: 'p2', name: 'Terms', handle: 'terms', publishedFrom: at })
    await save(STORY, { ...FAQ, isDraft: true }, planned)
    for (const path of ['/pages/faq', '/pages/terms']) expect(await status(path), path).toBe(404)
    expect(await read('/sitemap.xml')).not.toContain('/pages/')
    const preview = await (await ask('GET', '/admin/pages/p1/preview')).text()
    expect(preview).toContain('Do you ship?')
    expect(preview).toContain('content="noindex')
    const waits: (() => void)[] = []
    const stop = watchPublishing(shop, (work) => {
      waits.push(work)
      return () => {}
    })
    await expect.poll(() => waits.length).toBe(1)
    shop.pass(HOUR)
    waits[0]?.()
    await expect.poll(() => status('/pages/terms')).toBe(200)
    expect(await status('/pages/faq')).toBe(404)
    stop()
  })

  test.each([
    [{ handle: 'admin' }, 'handle', '“admin” is an address of the shop itself. Choose another one.'],
    [{ handle: 'about' }, 'handle', 'This address is of the story of the shop. Choose another one.'],
    [{ handle: 'Größe' }, 'handle', 'Use small letters, digits and hyphens, such as size-guide.'],
    [{ name: ' ' }, 'name', 'Enter a name. Menus and breadcrumbs show it.'],
    [{ publishedFrom: -1 }, 'publishedFrom', 'Enter a day and a time.'],
    [
      { blocks: [block('text', { text: 'Hi <b>you</b>' })] },
      'blocks/0/text',
      'Use plain text: customers would see “<b>” as typed.',
    ],
    [{ blocks: [block('picture')] }, 'blocks/0/picture', 'Upload an image, or remove this part.'],
    [
      { blocks: [block('people', { items: [{ name: '', text: '', picture: null }] })] },
      'blocks/0/items/0/name',
      'Fill this in, or remove it.',
    ],
  ])('are refused at the field that is wrong: %o', async (changes, place, message) => {
    const answer = await save(STORY, ownPage(changes))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: `/value/pages/1/${place}`, message }] })
  })

  test('have an address each, and pictures that are kept as long as their history', async () => {
    const twice = await save(STORY, FAQ, { ...FAQ, id: 'p2' })
    expect(await twice.json()).toMatchObject({
      errors: [{ path: '/value/pages/2/handle', message: 'The address faq is of Questions already.' }],
    })
    const picture = { key: 'a'.repeat(24), width: 900, height: 600, placeholder: '', alt: 'A rack' }
    const shown = [block('picture', { picture, text: 'Our rack' })]
    expect((await save(STORY, ownPage({ blocks: shown }))).status).toBe(200)
    const kept = await open().db.selectFrom('setting_pictures').select(['key', 'setting']).execute()
    expect(kept).toEqual([{ key: picture.key, setting: 'pages' }])
    const html = await read('/pages/size-guide')
    expect(html).toMatch(/srcSet="[^"]* 320w[^"]*" sizes="\(min-width: 90rem\)/)
    expect(html).toContain('alt="A rack" width="900" height="600"')
    expect(html).toContain('<meta property="og:image:alt" content="A rack">')
  })
})
