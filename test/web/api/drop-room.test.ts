import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Drop } from '#domain/drops/drop.ts'
import { placeOf, type RoomStatus } from '#domain/drops/room.ts'
import { solve } from '#domain/drops/work.ts'
import { toProductId } from '#domain/ids.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { changeRoom } from '#operations/drops/change-room.ts'
import type { DropWithRoom } from '#operations/drops/room-status.ts'
import { serveRooms } from '#operations/drops/serve-rooms.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const ID = toProductId('comet-jacket')
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const ROOM = { opensMinutes: 30, turnMinutes: 10, turns: 100, perMinute: 60 }

/** A process of the shop, with its own clock and memory. */
interface Process {
  shop: TestShop
  served: ServedShop
}

/** The cookies of one browser. */
class Browser {
  readonly #cookies = new Map<string, string>()

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The value of its cookie whose name begins so. */
  holds(start: string): string | undefined {
    return [...this.#cookies].find(([name]) => name.startsWith(start))?.[1]
  }

  put(start: string, value: string): void {
    for (const name of this.#cookies.keys()) if (name.startsWith(start)) this.#cookies.set(name, value)
  }

  async ask({ served }: Process, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as object), cookie: this.cookie }
    const answer = await fetch(served.url + path, { redirect: 'manual', ...init, headers })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return answer
  }

  async post(
    process: Process,
    path: string,
    { drop = 'winter', work = '', from = '' } = {},
  ): Promise<string> {
    const answer = await this.ask(process, path, {
      method: 'POST',
      body: new URLSearchParams({ drop, work }),
      ...(from && { headers: { 'x-forwarded-for': from } }),
    })
    await answer.text()
    return `${answer.status} ${answer.headers.get('location')}`
  }

  join = (process: Process) => this.post(process, '/api/drops/join')
  takeTurn = (process: Process) => this.post(process, '/api/drops/turn')

  /** The number of its arrival. */
  get number(): number {
    return Number(this.holds('place-')?.split('.')[0])
  }
}

describeOnEachDatabase('The waiting room of a drop', (open, { connectAgain }) => {
  let processes: [Process, Process]
  let drop: Drop

  async function start(database = open()): Promise<Process> {
    const shop = await openTestShop(database)
    return { shop, served: await serveShop(shop) }
  }
  beforeEach(async () => {
    processes = [await start(), await start(await connectAgain())]
    const [{ shop }] = processes
    await shop.identity.addMember({ email: 'bo@redemption.example', password: 'wears red' })
    await shop.catalog.add(hoodie({ name: 'Comet Jacket', stock: 5 }), ID)
    const at = shop.now() + HOUR
    drop = {
      id: 'w',
      name: 'Winter drop',
      handle: 'winter',
      words: '',
      picture: null,
      isDraft: false,
      products: [ID],
      publicFrom: at,
      soldFrom: at,
      early: null,
      room: ROOM,
      draw: null,
      perPerson: null,
      payMinutes: null,
    }
    await save()
  })
  afterEach(() => Promise.all(processes.map(({ served }) => served.close())))

  async function save(changes: Partial<Drop> = {}): Promise<void> {
    const [first, second] = processes
    drop = { ...drop, ...changes }
    await saveAsStaff(first.shop, DROPS, { drops: [drop] })
    await second.shop.changes.publish('settings')
  }
  function pass(milliseconds: number): void {
    for (const { shop } of processes) shop.pass(milliseconds)
  }
  async function statusOf({ served }: Process): Promise<RoomStatus> {
    return (await fetch(`${served.url}/api/drops/winter/room`)).json() as Promise<RoomStatus>
  }
  const joined = (count: number, process: Process) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const browser = new Browser()
        await browser.join(process)
        return browser
      }),
    )
  const placeIn = ({ seed, present }: RoomStatus, { number }: Browser) =>
    placeOf(number, seed ?? '', present ?? 0)
  async function serveFor(seconds: number, by = processes): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      pass(SECOND)
      await Promise.all(by.map(({ shop }) => serveRooms(shop)))
    }
  }
  /** The browsers in the order of their places, as everybody can work it out. */
  async function inOrder(browsers: readonly Browser[], status: RoomStatus): Promise<Browser[]> {
    const placed = await Promise.all(
      browsers.map(async (browser) => ({ browser, place: await placeIn(status, browser) })),
    )
    return placed.toSorted((one, other) => one.place - other.place).map(({ browser }) => browser)
  }
  async function order(process: Process, browser: Browser, checkoutId: string = crypto.randomUUID()) {
    const { price } = hoodie()
    const amount = priceCart([{ price, quantity: 1 }], { destination: null, tariff: TARIFF }).total
    const items = [{ productId: ID, size: 'M', quantity: 1 }]
    const answer = await browser.ask(process, '/create-payment-intent', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ checkoutId, amount, currency: 'cad', items, customer: CUSTOMER }),
    })
    const body = (await answer.json()) as { type?: string; room?: string; orderNumber?: string }
    return { status: answer.status, kind: body.type?.split('/').at(-1), ...body }
  }
  async function priced(process: Process, browser: Browser): Promise<unknown> {
    const answer = await browser.ask(process, '/api/cart/price', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ productId: ID, size: 'M', quantity: 1 }] }),
    })
    return answer.json()
  }
  /** Runs the room until these browsers have taken their turns. */
  async function letIn(browsers: readonly Browser[]): Promise<void> {
    await serveFor(browsers.length)
    for (const browser of browsers) expect(await browser.takeTurn(processes[0])).toBe('303 /drop/winter/room')
    for (const browser of browsers) expect(browser.holds('turn-')).toBeTruthy()
  }

  test('opens before the sale, and gives every browser one number, whichever process it asks', async () => {
    const [first, second] = processes
    const ada = new Browser()
    await ada.join(first)
    expect(ada.number).toBeNaN()
    expect((await statusOf(first)).phase).toBe('before')
    pass(HOUR - 30 * MINUTE)
    expect((await statusOf(second)).phase).toBe('open')
    const browsers = [...(await joined(25, first)), ...(await joined(25, second))]
    expect(new Set(browsers.map(({ number }) => number))).toEqual(
      new Set(Array.from({ length: 50 }, (_, at) => at + 1)),
    )
    const [one] = browsers
    const before = one?.number
    await one?.join(second)
    expect(one?.number).toBe(before)
    pass(SECOND)
    expect((await statusOf(first)).arrived).toBe(50)
  })

  test('draws the places of those present at the start, by a seed that only its digest tells before', async () => {
    const [first, second] = processes
    pass(HOUR - MINUTE)
    const present = [...(await joined(300, first)), ...(await joined(200, second))]
    const { seed } = await open().db.selectFrom('drop_rooms').select('seed').executeTakeFirstOrThrow()
    const early = await Promise.all(
      ['/drop/winter', '/drop/winter/room', '/api/drops/winter/room', '/api/drops/winter/turn'].map(
        async (path) => (await new Browser().ask(second, path)).text(),
      ),
    )
    for (const text of early) expect(text).not.toContain(seed)
    const before = await statusOf(second)
    expect(before).toMatchObject({ seed: null, present: null })
    expect(before.commitment).toBe(createHash('sha256').update(seed, 'hex').digest('hex'))
    pass(MINUTE)
    const after = [...(await joined(150, second)), ...(await joined(100, first))]
    pass(SECOND)
    const status = await statusOf(first)
    expect(status).toMatchObject({ phase: 'running', seed, present: 500, arrived: 750 })
    const places = await Promise.all([...present, ...after].map((browser) => placeIn(status, browser)))
    expect(places.toSorted((one, other) => one - other)).toEqual(places.map((_, at) => at + 1))
    expect(places.slice(500)).toEqual(after.map(({ number }) => number))
    expect(places.slice(0, 500)).not.toEqual(present.map(({ number }) => number))
  })

  test('answers everyone the same, from memory, and says that a proxy may keep it for two seconds', async () => {
    const [first] = processes
    const answer = await fetch(`${first.served.url}/api/drops/winter/room`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=2')
    expect(answer.headers.getSetCookie()).toEqual([])
    const known = await answer.text()
    await open().db.updateTable('drop_rooms').set({ message: 'Soon.' }).execute()
    expect(await (await fetch(`${first.served.url}/api/drops/winter/room`)).text()).toBe(known)
    pass(SECOND)
    expect((await statusOf(first)).message).toBe('Soon.')
    expect((await fetch(`${first.served.url}/api/drops/summer/room`)).status).toBe(404)
  })

  test('tells what it knew last while the database is down, which is asked and logged once a second', async () => {
    const [, second] = processes
    const known = await statusOf(second)
    vi.spyOn(second.shop.database.db, 'selectFrom').mockImplementation(() => {
      throw new Error('The database is down')
    })
    const errors = vi.spyOn(second.shop.log, 'error').mockImplementation(() => {})
    for (const seconds of [1, 2]) {
      pass(SECOND)
      for (let crowd = 0; crowd < 3; crowd += 1) {
        const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(second)))
        for (const { commitment } of statuses) expect(commitment).toBe(known.commitment)
      }
      expect(errors).toHaveBeenCalledTimes(seconds)
    }
  })

  test('asks for work while it is attacked: once for each place, from where its page was opened, and of this drop', async () => {
    const [first, second] = processes
    pass(HOUR - MINUTE)
    const known = new Browser()
    await known.join(first)
    await changeRoom(first.shop, drop as DropWithRoom, { kind: 'ask-work' })
    pass(SECOND)
    expect(await statusOf(second)).toMatchObject({ asksWork: true })
    const from = '203.0.113.5'
    const path = '/drop/winter/room'
    const taskOf = async (address = from, room = path) => {
      const page = await new Browser().ask(second, room, { headers: { 'x-forwarded-for': address } })
      return /"task":"([^"]+)"/.exec(await page.text())?.[1] ?? ''
    }
    const done = async (task: string) => `${task} ${await solve(task, async () => {})}`
    const enters = async (work: string, process = first, address = from) => {
      const browser = new Browser()
      const answer = await browser.post(process, '/api/drops/join', { work, from: address })
      expect(answer).toBe(`303 ${path}${browser.number ? '' : '?asked=work'}`)
      return Boolean(browser.number)
    }
    // Without work, one of a network in ten minutes.
    expect(await enters('')).toBe(true)
    expect(await enters('')).toBe(false)
    const work = await done(await taskOf())
    expect(await enters(work)).toBe(true)
    expect(await enters(work)).toBe(false)
    expect(await enters(work, second)).toBe(false)
    const elsewhere = await done(await taskOf('203.0.113.6'))
    const task = await taskOf()
    const [, ...parts] = task.split('.')
    const forged = [`${first.shop.now()}1`, ...parts].join('.')
    for (const wrong of [
      elsewhere,
      await done(forged),
      `${task} ${elsewhere.split(' ')[1]}`,
      `${task} 1`,
      'x',
    ])
      expect(await enters(wrong)).toBe(false)
    const old = await done(task)
    const place = known.number
    await known.join(first)
    expect(known.number).toBe(place)
    pass(4 * HOUR)
    expect(await enters('')).toBe(true)
    expect(await enters(old)).toBe(false)
    await save({ id: 'other', handle: 'other', soldFrom: first.shop.now() + MINUTE })
    const ofAnother = await done(await taskOf(from, '/drop/other/room'))
    await save({ id: 'w', handle: 'winter' })
    await changeRoom(first.shop, drop as DropWithRoom, { kind: 'ask-work' })
    pass(SECOND)
    expect(await enters('')).toBe(true)
    expect(await enters(ofAnother)).toBe(false)
    await changeRoom(first.shop, drop as DropWithRoom, { kind: 'no-work' })
    pass(SECOND)
    expect(await enters('')).toBe(true)
  })

  test('lets in by place, as fast as it is set to, by one process at a time', async () => {
    const [first, second] = processes
    pass(HOUR - MINUTE)
    const browsers = await joined(12, first)
    pass(MINUTE)
    await serveFor(5)
    const status = await statusOf(second)
    expect(status.servedTo).toBe(6)
    const [next, ...others] = await inOrder(browsers, status)
    expect(await others.at(-1)?.takeTurn(first)).toBe('303 /drop/winter/room')
    expect(others.at(-1)?.holds('turn-')).toBeUndefined()
    await next?.takeTurn(second)
    expect(next?.holds('turn-')).toBeTruthy()
  })

  test('serves the next when turns are not used for three minutes, which stay open all the same', async () => {
    const [first] = processes
    await save({ room: { ...ROOM, turns: 2 } })
    pass(HOUR - MINUTE)
    const browsers = await joined(5, first)
    pass(MINUTE)
    await serveFor(3)
    const two = (await inOrder(browsers, await statusOf(first))).slice(0, 2)
    for (const browser of two) await browser.takeTurn(first)
    await serveFor(100)
    expect((await statusOf(first)).servedTo).toBe(2)
    await serveFor(100)
    expect((await statusOf(first)).servedTo).toBeGreaterThan(3)
    expect(two.every((browser) => browser.holds('turn-'))).toBe(true)
  })

  test('keeps places and order over the kill of a process, which loses only numbers that nobody has', async () => {
    const [first, second] = processes
    pass(HOUR - MINUTE)
    const browsers = await joined(10, first)
    // Killed after it took numbers, before it told them.
    await open().db.updateTable('drop_rooms').set({ arrived: 17 }).execute()
    pass(MINUTE)
    const before = await statusOf(second)
    const order = (await inOrder(browsers, before)).map(({ number }) => number)
    const restarted = await start(await connectAgain())
    restarted.shop.pass(HOUR + SECOND)
    const late = new Browser()
    await late.join(restarted)
    expect(late.number).toBe(18)
    const status = await statusOf(restarted)
    expect((await inOrder(browsers, status)).map(({ number }) => number)).toEqual(order)
    expect(status).toMatchObject({ present: 17, seed: before.seed })
    await restarted.served.close()
  })

  test('takes no forged token, none of another drop, and none whose turn has passed', async () => {
    const [first] = processes
    await save({ id: 'other', handle: 'other' })
    pass(HOUR - MINUTE)
    const stranger = new Browser()
    await stranger.post(first, '/api/drops/join', { drop: 'other' })
    const foreign = stranger.holds('place-') ?? ''
    await save({ id: 'w', handle: 'winter' })
    pass(MINUTE)
    const [ada, bea] = await joined(2, first)
    await serveFor(2)
    const number = ada?.number
    for (const token of [foreign, `1.${'x'.repeat(22)}`, `2.${ada?.holds('place-')?.split('.')[1]}`, 'x']) {
      bea?.put('place-', token)
      await bea?.takeTurn(first)
      expect(bea?.holds('turn-')).toBeUndefined()
    }
    await serveFor(2)
    pass(10 * MINUTE)
    await serveFor(1)
    await ada?.takeTurn(first)
    expect(ada?.holds('turn-')).toBeUndefined()
    pass(SECOND)
    await ada?.join(first)
    expect(ada?.number).toBeGreaterThan(number ?? 0)
  })

  test('sells only to who has a turn, once, and tells others where to wait', async () => {
    const [first, second] = processes
    pass(HOUR)
    const refused = { status: 403, kind: 'turn-needed', room: '/drop/winter/room' }
    expect(await order(first, new Browser())).toMatchObject(refused)
    const [ada] = await joined(1, first)
    if (!ada) throw new Error('Nobody joined')
    expect(await order(first, ada)).toMatchObject(refused)
    const waits =
      'Pieces of Winter drop are sold in turn, and you have no turn right now: its page leads to the waiting room.'
    expect(await priced(first, ada)).toMatchObject({ waits })
    await letIn([ada])
    expect(await priced(first, ada)).not.toHaveProperty('waits')
    const together = await Promise.all([order(first, ada), order(first, ada), order(second, ada)])
    expect(together.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 403, 403,
    ])
    expect(await open().db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })

  test('sells nothing while the room is missing, and the next look of the job makes it', async () => {
    const [first, second] = processes
    await open().db.deleteFrom('drop_rooms').execute()
    pass(HOUR)
    expect(await order(first, new Browser())).toMatchObject({ status: 403, kind: 'turn-needed' })
    await Promise.all(processes.map(({ shop }) => serveRooms(shop)))
    pass(SECOND)
    const [ada] = await joined(1, second)
    if (!ada) throw new Error('Nobody joined')
    await letIn([ada])
    expect(await order(second, ada)).toMatchObject({ status: 200 })
  })

  test('lets the same checkout be placed again in its turn, and while its stock is held, but no other after the end', async () => {
    const [first] = processes
    pass(HOUR)
    const [ada] = await joined(1, first)
    if (!ada) throw new Error('Nobody joined')
    await letIn([ada])
    pass(9 * MINUTE)
    expect(await order(first, ada, 'checkout-1')).toMatchObject({ status: 200 })
    pass(2 * MINUTE)
    expect(await order(first, ada, 'checkout-1')).toMatchObject({ status: 200 })
    expect(await order(first, ada, 'checkout-2')).toMatchObject({ status: 403 })
  })

  test('ends the turn of who did not pay in time, so that the piece goes to the next; they may join again behind', async () => {
    const [first] = processes
    await save({ payMinutes: 2 })
    pass(HOUR)
    const [ada] = await joined(3, first)
    if (!ada) throw new Error('Nobody joined')
    await letIn([ada])
    const { number } = ada
    expect(await order(first, ada, 'checkout-1')).toMatchObject({ status: 200 })
    expect(await (await ada.ask(first, '/drop/winter/room')).text()).toContain('"isOver":false')
    pass(2 * MINUTE)
    expect(await expireOrders(first.shop)).toBe(1)
    for (const checkout of ['checkout-1', 'checkout-2'])
      expect(await order(first, ada, checkout)).toMatchObject({ status: 403, kind: 'turn-needed' })
    expect(await (await ada.ask(first, '/drop/winter/room')).text()).toContain('"isOver":true')
    await ada.join(first)
    expect(ada.number).toBeGreaterThan(number)
  })

  test('says what is left: pieces that others hold may come back, and a new drop has a new room', async () => {
    const [first] = processes
    const { id } = await open().db.selectFrom('drop_rooms').select('id').executeTakeFirstOrThrow()
    pass(HOUR)
    const [ada] = await joined(3, first)
    if (!ada) throw new Error('Nobody joined')
    await first.shop.database.db.updateTable('products').set({ stock: 1 }).execute()
    await serveFor(1)
    expect(await statusOf(first)).toMatchObject({ pieces: 'some', servedTo: 2 })
    await ada.takeTurn(first)
    expect(await order(first, ada)).toMatchObject({ status: 200 })
    await serveFor(2)
    expect(await statusOf(first)).toMatchObject({ pieces: 'held', servedTo: 2, perMinute: null })
    await open().db.deleteFrom('holds').execute()
    await serveFor(1)
    expect((await statusOf(first)).pieces).toBe('none')
    await save({ soldFrom: first.shop.now() + HOUR })
    pass(SECOND)
    expect(await statusOf(first)).toMatchObject({ phase: 'before', seed: null, arrived: 0 })
    const again = await open().db.selectFrom('drop_rooms').select('id').executeTakeFirstOrThrow()
    expect(again.id).not.toBe(id)
  })
})
