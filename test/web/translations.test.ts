import { DEMO_SIZE_CHARTS } from '#demo/size-charts.ts'
import { saveSizeChart } from '#operations/catalog/save-size-chart.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { FIRST_ROOM } from '#domain/drops/drop.ts'
import { hasDraw } from '#domain/drops/draw.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { enterDraw } from '#operations/draws/enter-draw.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { drop } from '#test/support/drop.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readablePage } from '#test/support/readable-page.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

interface Said {
  version: number
  counts: Record<string, number>
  texts: { field: string; text: string; translation: string; state: string; was: string }[]
}

describeOnEachDatabase('The owner’s texts in French', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  let ask: Ask

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add({ ...hoodie(), color: 'Bone' })
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
    await ask('PUT', '/api/staff/settings/languages', { version: 0, value: { fr: true } })
    await expect.poll(() => shop.languages.has('fr')).toBe(true)
  })
  afterEach(() => served.close())

  const at = (subject: string) => `/api/staff/translations/fr/${encodeURIComponent(subject)}`
  const texts = async (subject: string) => (await (await ask('GET', at(subject))).json()) as Said
  const read = (path: string) => readablePage(served.url + path)

  async function translate(subject: string, said: Record<string, string>): Promise<Response> {
    const { version, texts: own } = await texts(subject)
    const source = (field: string) => own.find((one) => one.field === field)?.text ?? ''
    return ask('PUT', at(subject), {
      version,
      texts: Object.entries(said).map(([field, text]) => ({ field, text, source: source(field) })),
    })
  }

  test('are on its pages, cards, suggestions and structured data, with English in place of what is missing', async () => {
    const subject = `product:${product.id}`
    expect((await texts(subject)).counts).toEqual({ missing: 2, changed: 0, done: 0 })
    expect((await read(`/fr/product/${product.id}`)).text).toContain(product.name)
    expect((await translate(subject, { name: 'Chandail Emblème' })).status).toBe(200)
    await translate('category:Hoodies', { label: 'Chandails à capuchon' })
    const { html, text } = await read(`/fr/product/${product.id}`)
    expect(text).toContain('Chandail Emblème')
    expect(text).toContain(product.description)
    expect(html).toContain('<title>Chandail Emblème')
    expect(html).toContain('"name":"Chandail Emblème')
    expect(html).not.toContain(product.name)
    for (const path of ['/fr', '/fr/shop', '/fr/shop?category=Hoodies'])
      expect((await read(path)).text, path).toContain('Chandail Emblème')
    expect((await read('/fr/shop')).text).toContain('Chandails à capuchon')
    for (const path of [`/product/${product.id}`, '/shop', '/'])
      expect((await read(path)).text, path).not.toContain('Chandail')
    const found = await fetch(`${served.url}/fr/api/search?q=chandail`)
    expect(JSON.stringify(await found.json())).toContain('Chandail Emblème')
  })

  test('name the measurements of a size chart, whose lengths are written as French has them', async () => {
    await saveSizeChart(shop, { category: 'Hoodies', version: 0, draft: DEMO_SIZE_CHARTS.Hoodies! })
    await translate('size-charts', { Chest: 'Poitrine' })
    const { html } = await read(`/fr/product/${product.id}`)
    expect(html).toContain('>Poitrine</th>')
    expect(html).toContain('>Sleeve</th>')
    expect(html).toContain('>58,5</span>')
    const own = await read(`/product/${product.id}`)
    expect(own.html).toContain('>Chest</th>')
    expect(own.html).toContain('>58.5</span>')
  })

  test('are found by a search in both languages', async () => {
    await translate(`product:${product.id}`, { name: 'Chandail Emblème', description: 'Molleton épais' })
    for (const query of ['chandail', 'molleton epais', 'emblem'])
      for (const start of ['', '/fr'])
        expect((await read(`${start}/shop?q=${encodeURIComponent(query)}`)).html, query).toContain(
          `/product/${product.id}`,
        )
    // Saving the product keeps it so.
    const saved = await shop.catalog.find(product.id)
    await shop.catalog.update(product.id, saved!.version, { ...saved!, color: 'Black' })
    expect((await read('/fr/shop?q=chandail')).html).toContain(`/product/${product.id}`)
  })

  test('name a drop and its pieces in the draw, in the waiting room and in their emails', async () => {
    const named = (id: string, changes: Partial<Drop>) =>
      drop({
        id,
        handle: id,
        name: 'Winter drop',
        products: [product.id],
        soldFrom: shop.now() + 3_600_000,
        ...changes,
      })
    const drawn = named('drawn', {
      draw: { entriesFrom: shop.now(), payHours: 12, showsCounts: true, checksCard: false },
    })
    const other = await shop.catalog.add(hoodie())
    const waited = named('waited', { room: FIRST_ROOM, products: [other.id] })
    await saveAsStaff(shop, DROPS, { drops: [drawn, waited] })
    await translate(`product:${product.id}`, { name: 'Chandail Emblème' })
    for (const id of ['drawn', 'waited']) await translate(`drop:${id}`, { name: 'Collection d’hiver' })
    for (const path of ['/fr/drop/drawn/draw', '/fr/drop/waited/room']) {
      const { html } = await read(path)
      expect(html, path).toContain('Collection d’hiver')
      expect(html, path).not.toContain('Winter drop')
    }
    expect((await read('/fr/drop/drawn/draw')).html).toContain('Chandail Emblème')
    expect((await read('/drop/drawn/draw')).html).toContain('Winter drop')

    const item = { productId: product.id, size: 'M', quantity: 1 }
    const entry = { customer: CUSTOMER, item, network: null, work: '', cardSecret: '' }
    if (!hasDraw(drawn)) throw new Error('Nothing is drawn')
    expect(await enterDraw(shop, drawn, { ...entry, language: 'fr' })).toBe('sent')
    shop.mails = []
    while ((await deliverOutbox(shop)) > 0);
    const mail = shop.mails.find(({ kind }) => kind === 'draw-entry')
    expect(mail?.subject).toContain('Collection d’hiver')
    const link = new URL(/http\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    expect((await read(link.pathname + link.search)).text).toContain('Chandail Emblème')
  })

  test('say when the English text changed, and stay until they are written anew', async () => {
    const subject = `product:${product.id}`
    await translate(subject, { name: 'Chandail Emblème' })
    await shop.catalog.update(product.id, product.version, { ...product, name: 'Emblem Hoodie II' })
    const { texts: all, counts } = await texts(subject)
    expect(counts).toEqual({ missing: 1, changed: 1, done: 0 })
    expect(all[0]).toMatchObject({ translation: 'Chandail Emblème', state: 'changed', was: product.name })
    expect((await read(`/fr/product/${product.id}`)).text).toContain('Chandail Emblème')
    await translate(subject, { name: 'Chandail Emblème II' })
    expect((await texts(subject)).counts).toMatchObject({ changed: 0, done: 1 })
  })

  test('are kept in versions, and only the newest is changed', async () => {
    const subject = `product:${product.id}`
    await translate(subject, { name: 'Chandail' })
    await translate(subject, { name: 'Pull' })
    const late = await ask('PUT', at(subject), { version: 1, texts: [] })
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({ current: { version: 2, value: { texts: [{ text: 'Pull' }] } } })
    expect((await ask('POST', `${at(subject)}/undo`, { version: 2, to: 1 })).status).toBe(200)
    expect((await texts(subject)).texts[0]?.translation).toBe('Chandail')
    expect((await ask('POST', `${at(subject)}/undo`, { version: 3, to: 9 })).status).toBe(404)
    const events = await shop.database.db
      .selectFrom('audit_events')
      .select(['action', 'subject_name as name'])
      .where('action', '=', 'translated')
      .execute()
    expect(events.map(({ name }) => name)).toEqual(
      Array.from({ length: 3 }, () => `${product.name} (Français)`),
    )
  })

  test('are refused where they cannot be shown', async () => {
    const subject = `product:${product.id}`
    const refused = await translate(subject, {
      name: 'x'.repeat(201),
      description: '<b>gras</b>',
      other: 'x',
    })
    expect(refused.status).toBe(422)
    expect(((await refused.json()) as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual(
      ['/other', '/name', '/description'],
    )
    expect((await ask('PUT', at('product:none'), { version: 0, texts: [] })).status).toBe(404)
    expect((await ask('GET', '/api/staff/translations/de')).status).toBe(404)
    const secret = await addKeyOf(['products.write'])
    const put = await fetch(`${served.url}${at('category:Hoodies')}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version: 0, texts: [] }),
    })
    expect(put.status).toBe(403)
  })

  async function addKeyOf(permissions: readonly string[]): Promise<string> {
    const made = await ask('POST', '/api/staff/keys', {
      name: 'Translator',
      permissions,
      days: 30,
      password: 'wears red',
    })
    expect(made.status).toBe(201)
    return ((await made.json()) as { secret: string }).secret
  }

  test('travel in a file', async () => {
    await translate(`product:${product.id}`, { name: '=Chandail' })
    const exported = await (await ask('GET', '/api/staff/translations/fr/file.csv')).text()
    expect(exported).toContain('Subject,Field,What,Thing,Text,English,Français,State')
    const again = await importing(exported)
    expect(again).toMatchObject({ saved: 0, same: 1, wrong: 0 })
    const filled = [
      'Subject,Field,English,Français',
      `product:${product.id},description,${product.description},"Molleton\n- épais"`,
      'category:Hoodies,label,Hoodies,Chandails',
      'category:Hats,label,Hats,Chapeaux',
    ].join('\r\n')
    expect(await importing(filled, true)).toMatchObject({
      saved: 2,
      wrong: 1,
      faults: [{ text: 'category:Hats label' }],
    })
    expect((await texts('category:Hoodies')).counts['done']).toBe(0)
    expect(await importing(filled)).toMatchObject({ saved: 2, wrong: 1 })
    const { texts: all } = await texts(`product:${product.id}`)
    expect(all.map(({ translation }) => translation)).toEqual(['=Chandail', 'Molleton\n- épais'])
    const answer = await ask('POST', '/api/staff/translations/fr/import', {
      text: 'a,b\nc,d',
      isTrial: false,
    })
    expect(answer.status).toBe(422)
  })

  async function importing(text: string, isTrial = false) {
    return (await ask('POST', '/api/staff/translations/fr/import', { text, isTrial })).json()
  }

  test('go with a product that is deleted for good', async () => {
    await translate(`product:${product.id}`, { name: 'Chandail' })
    expect(await shop.catalog.delete(product.id)).toBe(true)
    expect(await shop.database.db.selectFrom('translations').selectAll().execute()).toEqual([])
  })
})
