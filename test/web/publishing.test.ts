import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchPublishing } from '#operations/catalog/watch-publishing.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { endpoints, pages } from '#web/routes.ts'
import { toProductId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { collection, rule } from '#test/support/collection.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { dropPreviewPath } from '#operations/drops/find-drop.ts'
import { drop } from '#test/support/drop.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'

const ID = toProductId('mz-77')
/** Words that nothing else has. */
const WORD = 'zephyrine'
const KEY = 'abcdef0123456789abcdef01'
const SECRET = new RegExp(`${WORD}|${KEY}`, 'i')
const HOUR = 3_600_000
/** Before the words of the catalogue are read again. */
const SOON = 30_000

/** What a bot would ask for: the product by its id, and what may be part of its name. */
const GUESSES = [
  ID,
  'winter',
  'picked',
  'warm',
  `${ID},open-hoodie`,
  'hoodie',
  WORD.slice(0, -1),
  'Hoodies',
  'zephirine',
  'zephirine hoodie',
]

/** Every public address, with every guess in the parts of its path or in each query that it knows. */
const ADDRESSES = [
  ...new Set(
    [...pages, ...endpoints.filter(({ method }) => method === 'GET')].flatMap((route) => {
      const queries = 'query' in route ? route.query : (route.kept?.query ?? ['q', 'query'])
      return GUESSES.map(encodeURIComponent).flatMap((guess) => {
        const path = route.path.replaceAll(/:\w+/g, guess)
        return [path, ...queries.map((name) => `${path}?${name}=${guess}`)]
      })
    }),
  ),
]

/** As long as its id, and of no product. */
const MISSING = 'mz-78'

/** What differs anyway; `etag` is of a body that is compared. */
const OF_ONE_REQUEST = new Set(['date', 'x-request-id', 'etag'])

interface Request {
  method: string
  /** With the id, as what is sent. */
  path: (id: string) => string
  sent: (id: string) => Record<string, unknown>
}

/** Whatever may name a product, by every method: in a path, in a query, and in every way that a body is sent. */
const REQUESTS: readonly Request[] = [
  ...pages.map(({ path, query }) => ({ method: 'GET', path, query })),
  ...endpoints.map(({ method, path, kept }) => ({ method, path, query: kept?.query ?? ['q', 'query'] })),
].flatMap(({ method, path, query }): Request[] => {
  const named = (id: string) => path.replaceAll(/:\w+/g, id)
  const items = (id: string) => [{ productId: id, size: 'M', quantity: 1 }]
  const sent = (id: string) => ({
    items: items(id),
    product: id,
    productId: id,
    piece: `${id} M`,
    topic: `size ${id} M`,
    ids: [id],
    size: 'M',
    amount: 1,
    currency: 'cad',
    email: 'eve@shopper.example',
    customer: CUSTOMER,
  })
  if (method !== 'GET') return [{ method, path: named, sent }]
  const paths = [named, ...query.map((name) => (id: string) => `${named(id)}?${name}=${id}`)]
  return ['GET', 'HEAD'].flatMap((as) => paths.map((at) => ({ method: as, path: at, sent: () => ({}) })))
})

/** Where it can be found once it is there. */
const PLACES = [
  '/',
  '/shop',
  '/shop?q=hoodie',
  '/shop?q=zephirine',
  '/shop?q=zephirine%20hoodie',
  '/shop?category=Hoodies',
  '/product/mz-77',
  '/drop/winter',
  '/collections/picked',
  '/collections/warm',
  '/api/search?q=hoodie',
  '/api/products?ids=mz-77%2Copen-hoodie',
  '/sitemap.xml',
  '/feed.xml',
]

/** A process of the shop: its own caches, its own clock, and its own watch, whose timers are called by hand. */
interface Process {
  shop: TestShop
  served: ServedShop
  fire: () => void
  isPlanned: () => boolean
  stop: () => void
}

describeOnEachDatabase('A product with a publishing time', (open) => {
  let processes: Process[] = []

  async function start(): Promise<Process> {
    const shop = await openTestShop(open())
    const timers = new Set<() => void>()
    const stop = watchPublishing(shop, (work) => {
      timers.add(work)
      return () => timers.delete(work)
    })
    const fire = () => {
      const due = [...timers]
      timers.clear()
      for (const work of due) work()
    }
    return { shop, served: await serveShop(shop), fire, isPlanned: () => timers.size > 0, stop }
  }

  beforeEach(async () => {
    processes = [await start(), await start()]
  })
  afterEach(async () => {
    for (const { stop, served } of processes) {
      stop()
      await served.close()
    }
  })

  /** The addresses whose answers, or headers, have a secret word. Each visitor has an address of its own. */
  async function leaks(
    { served }: Process,
    addresses: readonly string[],
    secret = SECRET,
  ): Promise<string[]> {
    const found: string[] = []
    for (const [at, path] of addresses.entries()) {
      const answer = await fetch(served.url + path, {
        redirect: 'manual',
        headers: { 'x-forwarded-for': `198.51.${Math.floor(at / 200)}.${at % 200}` },
      })
      const all = `${await answer.text()} ${[...answer.headers].join(' ')}`
      if (secret.test(all)) found.push(path)
    }
    return found
  }

  /** What is answered to a request that names this product, with its id left out. `visitor`: another address each. */
  async function answerTo(
    { served }: Process,
    { method, path, sent }: Request,
    { id, visitor, isForm = false }: { id: string; visitor: number; isForm?: boolean },
  ): Promise<string> {
    const fields = Object.entries(sent(id)).map(([name, value]) => [name, String(value)])
    const body = isForm ? String(new URLSearchParams(fields)) : JSON.stringify(sent(id))
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const answer = await fetch(served.url + path(id), {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': `198.18.${visitor >> 8}.${visitor & 255}`,
        ...(fields.length > 0 && { 'content-type': type }),
      },
      ...(fields.length > 0 && { body }),
    })
    const said = [...answer.headers]
      .filter(([name]) => !OF_ONE_REQUEST.has(name))
      .map(([name, value]) => [
        name,
        name === 'set-cookie' ? value.replace(/=[\w.-]{20,}/, '=RANDOM') : value,
      ])
      .join('\n')
    return `${answer.status}\n${said}\n${await answer.text()}`.replaceAll(new RegExp(id, 'gi'), 'ID')
  }

  const text = async ({ served }: Process, path: string) => (await fetch(served.url + path)).text()

  /** What the cart and the checkout answer about the product. */
  async function asked({ served }: Process): Promise<string> {
    const items = [{ productId: ID, size: 'M', quantity: 1 }]
    const bodies = [
      ['/api/cart/price', { items }],
      ['/create-payment-intent', { amount: 1, currency: 'cad', items, customer: CUSTOMER }],
    ] as const
    const answers = bodies.map(async ([path, body]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(served.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return answer.text()
    })
    return (await Promise.all(answers)).join('\n')
  }

  /** Saves in one process and notifies all of them, as in a running shop. */
  async function add(said: Parameters<typeof hoodie>[0]): Promise<void> {
    const [first] = processes
    const picture = { key: KEY, alt: WORD, width: 1_000, height: 1_250, placeholder: '' }
    const secret = { name: `The ${WORD} hoodie`, description: WORD, color: WORD, pictures: [picture] }
    await first?.shop.catalog.add(hoodie({ name: 'Open Hoodie' }), toProductId('open-hoodie'))
    await first?.shop.catalog.add(hoodie({ ...secret, searchTitle: WORD, ...said }), ID)
    await first?.shop.identity.addMember({ email: 'bo@redemption.example', password: 'wears red' })
    const collections = [
      collection({ handle: 'picked', products: [ID] }),
      collection({ id: 'c2', handle: 'warm', rule: rule({ categories: ['Hoodies'], newDays: 30 }) }),
    ]
    if (first) await saveAsStaff(first.shop, COLLECTIONS, { collections })
    for (const { shop } of processes) {
      await shop.changes.publish('catalogue')
      await shop.changes.publish('settings')
    }
    for (const one of processes) await expect.poll(() => one.isPlanned()).toBe(true)
  }

  /** Also tells the other processes. */
  async function saveDrop(changes: Partial<Drop> = {}): Promise<Drop> {
    const [first, second] = processes
    const at = (first?.shop.now() ?? 0) + SOON
    const saved = drop({ words: 'Once.', products: [ID], publicFrom: at, soldFrom: at, ...changes })
    if (first) await saveAsStaff(first.shop, DROPS, { drops: [saved] })
    await second?.shop.changes.publish('settings')
    return saved
  }

  test('of a drop has its page before; at that time it is everywhere, in every process, and nowhere before', async () => {
    await add({ publishedFrom: (processes[0]?.shop.now() ?? 0) + HOUR })
    const drop = await saveDrop({
      room: { opensMinutes: 30, turnMinutes: 10, turns: 10, perMinute: 60 },
    })
    const seeds = await open().db.selectFrom('drop_rooms').select('seed').execute()
    const seed = new RegExp(seeds.map((one) => one.seed).join('|'))
    for (const one of processes) {
      expect(await text(one, '/drop/winter')).toContain('Winter drop')
      expect(await text(one, '/drop/winter/calendar.ics')).toContain('SUMMARY:Winter drop\r\n')
      expect(await leaks(one, ADDRESSES, new RegExp(`${SECRET.source}|${seed.source}`, 'i'))).toEqual([])
    }
    for (const one of processes) {
      expect(await leaks(one, [dropPreviewPath(one.shop, drop)])).toHaveLength(1)
      expect(await leaks(one, [dropPreviewPath(one.shop, { ...drop, id: 'other' })])).toEqual([])
      expect(await asked(one)).not.toMatch(SECRET)
      one.shop.pass(SOON - 1)
      one.fire() // a timer that is early plans again
      await expect.poll(() => one.isPlanned()).toBe(true)
      expect(await leaks(one, PLACES)).toEqual([])
      one.shop.pass(1)
      one.fire()
      expect(await leaks(one, PLACES)).toEqual(PLACES)
      expect(await leaks(one, ['/api/drops/winter/room'], seed)).toHaveLength(1)
      expect(await asked(one)).toMatch(SECRET)
    }
  })

  test('of a drop is answered as one that does not exist, by every method and address, in as much time', async () => {
    await add({ publishedFrom: (processes[0]?.shop.now() ?? 0) + HOUR })
    await saveDrop()
    const [one] = processes
    const told: unknown[] = []
    for (const [visitor, request] of REQUESTS.entries()) {
      const isRead = Object.keys(request.sent(ID)).length === 0
      for (const isForm of isRead ? [false] : [false, true]) {
        const ask = (id: string) => answerTo(one!, request, { id, visitor, isForm })
        const [missing, secret] = [await ask(MISSING), await ask(ID)]
        expect(secret).not.toMatch(SECRET)
        if (secret !== missing) told.push(`${request.method} ${request.path(ID)}\n${missing}\n${secret}`)
      }
    }
    expect(told).toEqual([])

    // Neither takes longer much more often than by chance: by five standard deviations.
    const TRIES = 100
    for (const [method, path] of [
      ['GET', '/product/:id'],
      ['GET', '/api/products?ids=:id'],
      ['POST', '/api/cart/price'],
    ] as const) {
      const request = REQUESTS.find((asked) => asked.method === method && asked.path(':id') === path)!
      const timeOf = async (id: string) => {
        const began = performance.now()
        await answerTo(one!, request, { id, visitor: 0 })
        return performance.now() - began
      }
      let slower = 0
      for (let tried = 0; tried < TRIES; tried += 1) {
        const isFirst = tried % 2 === 0
        const before = isFirst ? await timeOf(ID) : 0
        const missing = await timeOf(MISSING)
        const secret = isFirst ? before : await timeOf(ID)
        slower += Number(secret > missing)
      }
      expect(Math.abs(slower / TRIES - 0.5), `${method} ${path}`).toBeLessThan(5 * Math.sqrt(0.25 / TRIES))
    }
  })

  test('is seen before it is sold, and the server refuses to sell it until then', async () => {
    const at = (processes[0]?.shop.now() ?? 0) + HOUR
    await add({ soldFrom: at })
    for (const one of processes) {
      const page = () => text(one, `/product/${ID}`)
      expect(await page()).toContain('NOT ON SALE YET')
      expect(await page()).toContain('"availabilityStarts"')
      expect(await asked(one)).toContain('"status":"not-yet"')
      expect(await asked(one)).toMatch(/"message":"Drops \w+, \w+ \d+ at \d+:\d\d/)
      one.shop.pass(HOUR)
      one.fire()
      expect(await page()).toContain('ADD TO CART')
      expect(await asked(one)).toContain('/problems/amount-differs')
    }
  })

  test('as a gift card of a coming drop is not sold either, and the press sees its amounts', async () => {
    const at = (processes[0]?.shop.now() ?? 0) + HOUR
    const sizes = ['25', '50'].map((size) => ({ size, stock: null }))
    await add({ giftAmounts: '25, 50', sizes, price: cents(25_00), stock: null, soldFrom: at })
    const drop = await saveDrop({ publicFrom: at - 2 * HOUR, soldFrom: at })
    for (const one of processes) {
      const press = dropPreviewPath(one.shop, drop).replace('preview?', `preview/${ID}?`)
      for (const address of [`/product/${ID}`, press]) {
        const page = await text(one, address)
        expect(page).toContain('NOT ON SALE YET')
        expect(page).toContain('Who is it for?')
        expect(page).not.toContain('ADD TO CART')
      }
      expect(await text(one, '/drop/winter')).toContain('from $25.00')
    }
  })

  test('of a draft of a drop is in the shop nowhere, and the drop has no page, but for who has its link', async () => {
    await add({ publishedFrom: (processes[0]?.shop.now() ?? 0) + HOUR })
    const drop = await saveDrop({ isDraft: true })
    for (const one of processes) {
      expect(await leaks(one, PLACES)).toEqual([])
      expect((await fetch(`${one.served.url}/drop/winter`)).status).toBe(404)
      expect(await text(one, '/sitemap.xml')).not.toContain('/drop/')
      expect(await leaks(one, [dropPreviewPath(one.shop, drop)])).toHaveLength(1)
    }
  })

  test('disappears everywhere when it ends', async () => {
    await add({ publishedUntil: (processes[0]?.shop.now() ?? 0) + HOUR })
    for (const one of processes) {
      expect(await leaks(one, PLACES)).toEqual(PLACES.filter((path) => path !== '/drop/winter'))
      one.shop.pass(HOUR)
      one.fire()
      expect(await leaks(one, PLACES)).toEqual([])
      expect((await fetch(`${one.served.url}/product/${ID}`)).status).toBe(404)
    }
  })

  test('is shown nowhere and needs no timer while it is a draft', async () => {
    await add({ draft: true, publishedFrom: (processes[0]?.shop.now() ?? 0) + HOUR })
    for (const one of processes) {
      expect(await leaks(one, PLACES)).toEqual([])
      one.shop.pass(HOUR)
      one.fire()
      expect(await leaks(one, PLACES)).toEqual([])
    }
  })
})
