import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchPublishing } from '#operations/catalog/watch-publishing.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'

const ID = toProductId('midnight-hoodie')
/** A word that nothing else has. */
const NAME = 'Midnight Hoodie'
const SECRET = /midnight/i
const HOUR = 3_600_000

/** Everything public that could name a product. */
const PLACES = [
  '/',
  '/shop',
  '/shop?q=hoodie',
  '/shop?category=Hoodies',
  '/product/open-hoodie',
  '/product/midnight-hoodie',
  '/api/search?q=hoodie',
  '/api/products?ids=midnight-hoodie,open-hoodie',
  '/sitemap.xml',
  '/feed.xml',
  '/llms.txt',
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

  const shown = async ({ served }: Process) => {
    const found: string[] = []
    for (const path of PLACES) {
      if (SECRET.test(await (await fetch(served.url + path)).text().then(withoutAddress))) found.push(path)
    }
    return found
  }
  /** A not-found page contains the requested address. */
  const withoutAddress = (text: string) => text.replaceAll('/product/midnight-hoodie"', '"')

  /** Saves in one process and notifies all of them, as in a running shop. */
  async function add(said: Parameters<typeof hoodie>[0]): Promise<void> {
    const [first] = processes
    await first?.shop.catalog.add(hoodie({ name: 'Open Hoodie' }), toProductId('open-hoodie'))
    await first?.shop.catalog.add(hoodie({ name: NAME, description: NAME, ...said }), ID)
    for (const { shop } of processes) await shop.changes.publish('catalogue')
    for (const one of processes) await expect.poll(() => one.isPlanned()).toBe(true)
  }

  test('appears everywhere at that time, in every process, and nowhere before', async () => {
    const at = (processes[0]?.shop.now() ?? 0) + HOUR
    await add({ publishedFrom: at })
    for (const one of processes) {
      expect(await shown(one)).toEqual([])
      one.shop.pass(HOUR - 1)
      one.fire() // a timer that is early plans again
      await expect.poll(() => one.isPlanned()).toBe(true)
      expect(await shown(one)).toEqual([])
      one.shop.pass(1)
      one.fire()
      expect(await shown(one)).toEqual(PLACES.filter((path) => path !== '/llms.txt'))
    }
  })

  test('disappears everywhere when it ends', async () => {
    await add({ publishedUntil: (processes[0]?.shop.now() ?? 0) + HOUR })
    for (const one of processes) {
      expect(await shown(one)).toContain('/product/midnight-hoodie')
      one.shop.pass(HOUR)
      one.fire()
      expect(await shown(one)).toEqual([])
      expect((await fetch(`${one.served.url}/product/midnight-hoodie`)).status).toBe(404)
    }
  })

  test('is shown nowhere and needs no timer while it is a draft', async () => {
    await add({ draft: true, publishedFrom: (processes[0]?.shop.now() ?? 0) + HOUR })
    for (const one of processes) {
      expect(await shown(one)).toEqual([])
      one.shop.pass(HOUR)
      one.fire()
      expect(await shown(one)).toEqual([])
    }
  })
})
