import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { countEntries } from '#db/drops/draw-entries.ts'
import { findRoom } from '#db/drops/drop-rooms.ts'
import { hasDraw, type DrawnDrop } from '#domain/drops/draw.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { solve } from '#domain/drops/work.ts'
import type { Product } from '#domain/catalog/product.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { placeOrder } from '#operations/checkout/place-order.ts'
import { changeDraw } from '#operations/draws/draw-desk.ts'
import { drawWinners } from '#operations/draws/draw-winners.ts'
import { confirmEntry, enterDraw, openEntry, withdrawEntry } from '#operations/draws/enter-draw.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { payByLink } from '#operations/payment-links/pay-by-link.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { DECLINED, deliverWebhooks, one, orderFor, ordersByState, PAYS } from '#test/support/buyer.ts'
import { drop } from '#test/support/drop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { serveShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describeOnEachDatabase('The draw of a drop', (open, { connectAgain }) => {
  let shop: TestShop
  let product: Product
  let of: DrawnDrop

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.identity.addMember({ email: 'bo@redemption.example', password: 'wears red' })
    await begin([
      { size: 'S', stock: 2 },
      { size: 'M', stock: 3 },
    ])
  })

  async function begin(sizes: Product['sizes'], more: Partial<Drop> = {}): Promise<void> {
    product = await shop.catalog.add(hoodie({ name: 'Comet Jacket', stock: null, sizes: [...sizes] }))
    await save({ products: [product.id], ...more })
  }
  async function save(changes: Partial<Drop>): Promise<void> {
    const saved = drop({
      soldFrom: shop.now() + HOUR,
      draw: { entriesFrom: shop.now(), payHours: 12, showsCounts: true, checksCard: false },
      ...changes,
    })
    await saveAsStaff(shop, DROPS, { drops: [saved] })
    if (hasDraw(saved)) of = saved
  }

  async function trySave(drops: Drop[]) {
    const [member] = await shop.identity.people.list()
    const editor = { memberId: member!.id, permissions: PERMISSIONS, address: '', userAgent: '' }
    const { version } = await currentVersion(shop, DROPS)
    return saveSetting(shop, DROPS, { version, value: { drops } }, editor)
  }

  async function mailed(): Promise<typeof shop.mails> {
    shop.mails = []
    while ((await deliverOutbox(shop)) > 0);
    return shop.mails
  }
  const linkIn = ({ text }: { text: string }) => new URL(/http:\S+/.exec(text)?.[0] ?? '')
  const tokenIn = (mail: { text: string }) => linkIn(mail).searchParams.get('token') ?? ''

  /** A person like no other, who asks for these pieces and confirms. Returns the token of the mailed link. */
  async function enters(
    name: string,
    {
      size = 'M',
      quantity = 1,
      isConfirmed = true,
      device = name,
      ...as
    }: {
      size?: 'S' | 'M'
      quantity?: number
      isConfirmed?: boolean
      device?: string
      email?: string
      address?: string
    } = {},
  ): Promise<string> {
    shop.pass(1)
    const customer = { ...CUSTOMER, email: `${name}@shopper.example`, address: `${name} Elm St`, ...as }
    expect(await enterDraw(shop, of, { customer, item: one(product, size, quantity), language: 'en' })).toBe(
      'sent',
    )
    const [mail] = await mailed()
    const token = tokenIn(mail!)
    if (isConfirmed) expect(await confirmEntry(shop, token, device)).toBe('entered')
    return token
  }
  async function drawAll(by: readonly TestShop[] = [shop]): Promise<void> {
    for (let done = 1; done > 0;) {
      const counts = await Promise.all(by.map((process) => drawWinners(process)))
      done = Math.max(...counts)
    }
  }
  const stateOf = async (token: string) => (await openEntry(shop, token))?.state ?? null
  /** Pays what was won, by the link of its email. */
  async function pays(mail: { text: string }, card = PAYS): Promise<void> {
    const link = linkIn(mail)
    const asked = await payByLink(shop, link.pathname.split('/')[2] ?? '', link.searchParams.get('key') ?? '')
    if (asked.kind !== 'requested') throw new Error(asked.kind)
    await shop.gateway.confirm(asked.clientSecret, card)
    await deliverWebhooks(shop)
  }

  test('orders what winners asked for, mails the link to pay it, and tells the others at the end', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const tokens = []
    for (const name of names) tokens.push(await enters(name))
    expect(await stateOf(tokens[0]!)).toBe('entered')
    await drawAll()
    expect(await mailed()).toEqual([])
    shop.pass(HOUR)
    await drawAll()
    const states = await Promise.all(tokens.map(stateOf))
    expect(states.toSorted()).toEqual(['entered', 'entered', 'won', 'won', 'won'])
    const won = await mailed()
    expect(won.map(({ kind }) => kind)).toEqual(['draw-won', 'draw-won', 'draw-won'])
    expect(won[0]!.text).toContain('1 x Comet Jacket, M')
    for (const mail of won) await pays(mail)
    await drawAll()
    expect((await mailed()).map(({ kind }) => kind).filter((kind) => kind?.startsWith('draw'))).toEqual([
      'draw-lost',
      'draw-lost',
    ])
    expect((await Promise.all(tokens.map(stateOf))).toSorted()).toEqual([
      'lost',
      'lost',
      'paid',
      'paid',
      'paid',
    ])
    expect(await ordersByState(shop)).toEqual({ paid: 3 })
    await drawAll()
    expect(await mailed()).toEqual([])
  })

  test('gives what is not paid in time to the next in line, and keeps it until then through declined cards', async () => {
    const tokens = [
      await enters('a', { size: 'S' }),
      await enters('b', { size: 'S' }),
      await enters('c', { size: 'S' }),
    ]
    shop.pass(HOUR)
    await drawAll()
    const [first, second] = await mailed()
    await pays(first!, DECLINED)
    await pays(second!)
    shop.pass(12 * HOUR - 1)
    await expireOrders(shop)
    await drawAll()
    expect((await Promise.all(tokens.map(stateOf))).toSorted()).toEqual(['entered', 'paid', 'won'])
    shop.pass(1)
    await expireOrders(shop)
    await drawAll()
    expect((await Promise.all(tokens.map(stateOf))).toSorted()).toEqual(['lapsed', 'paid', 'won'])
    const link = linkIn(first!)
    const late = await payByLink(shop, link.pathname.split('/')[2] ?? '', link.searchParams.get('key') ?? '')
    expect(late.kind).toBe('not-payable')
    const next = (await mailed()).find(({ kind }) => kind === 'draw-won')
    await pays(next!)
    expect((await Promise.all(tokens.map(stateOf))).toSorted()).toEqual(['lapsed', 'paid', 'paid'])
  })

  test('a link with too many declined cards can be paid again later', async () => {
    await enters('a')
    shop.pass(HOUR)
    await drawAll()
    const [mail] = await mailed()
    for (let tries = 0; tries < 30; tries += 1) {
      const outcome = await pays(mail!, DECLINED).catch((error: Error) => error.message)
      if (outcome === 'too-many-declines') break
    }
    await expect(pays(mail!)).rejects.toThrow('too-many-declines')
    shop.pass(4 * HOUR)
    await pays(mail!)
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('a person enters once: by email, delivery address or browser', async () => {
    await enters('ada', { email: 'ada@shopper.example' })
    const again = await enters('ada', { email: 'ADA@shopper.example', size: 'S' })
    expect((await openEntry(shop, again))?.entry.item.size).toBe('M')
    const others = [
      { email: 'a.da+2@shopper.example', address: 'ada elm street', device: 'x' },
      { email: 'else@shopper.example', device: 'ada' },
    ]
    for (const other of others) {
      const token = await enters('else', { ...other, isConfirmed: false })
      expect(await confirmEntry(shop, token, other.device)).toBe('known')
      expect(await stateOf(token)).toBe('unconfirmed')
    }
    expect(await withdrawEntry(shop, again)).toBeUndefined()
    expect(await stateOf(again)).toBeNull()
    const [other] = [
      await enters('else', { email: 'else@shopper.example', device: 'ada', isConfirmed: false }),
    ]
    expect(await confirmEntry(shop, other!, 'ada')).toBe('entered')
  })

  test('a link confirms what was typed with it, whatever strangers type for the same address', async () => {
    const own = await enters('ada', { isConfirmed: false })
    const other = await enters('ada', { isConfirmed: false, address: '9 Thief Rd', size: 'S' })
    expect(await confirmEntry(shop, own, 'ada')).toBe('entered')
    const { entry } = (await openEntry(shop, own))!
    expect([entry.customer.address, entry.item.size]).toEqual(['ada Elm St', 'M'])
    expect(await openEntry(shop, other)).toBeNull()
    const { length } = await shop.database.db.selectFrom('draw_entries').select('id').execute()
    expect(length).toBe(1)
  })

  test('an address has no more entries to confirm than it gets emails', async () => {
    const entry = { customer: CUSTOMER, item: one(product), language: 'en' }
    for (let tries = 0; tries < 20; tries += 1) expect(await enterDraw(shop, of, entry)).toBe('sent')
    expect(await mailed()).toHaveLength(6)
    expect(await shop.database.db.selectFrom('draw_entries').select('id').execute()).toHaveLength(6)
  })

  test('shows for whom and where to before it is confirmed, and before it is paid', async () => {
    const served = await serveShop(shop)
    const token = await enters('ada', { isConfirmed: false })
    const show = async (path: string) => (await fetch(served.url + path)).text()
    expect(await show(`/draw?token=${token}`)).toContain(`${CUSTOMER.name}, ada Elm St`)
    await confirmEntry(shop, token, 'ada')
    shop.pass(HOUR)
    await drawAll()
    const [mail] = await mailed()
    const { pathname, search } = linkIn(mail!)
    expect(await show(pathname + search)).toContain(`${CUSTOMER.name}, ada Elm St`)
    await served.close()
  })

  test('one network has few entries, whichever of its addresses they come from', async () => {
    const served = await serveShop(shop)
    const answers: string[] = []
    for (let at = 0; at <= 20; at += 1) {
      const form = { ...CUSTOMER, email: `e${at}@shopper.example`, piece: `${product.id} M`, quantity: '1' }
      const answer = await fetch(`${served.url}/drop/${of.handle}/draw`, {
        method: 'POST',
        headers: { 'x-forwarded-for': `2001:db8:7:${at}::${at + 1}` },
        body: new URLSearchParams(form),
      })
      answers.push(await answer.text())
    }
    await served.close()
    expect(answers.filter((text) => text.includes('Check your email'))).toHaveLength(20)
    expect(answers[20]).toContain('Too many entries came from your network.')
    expect(await mailed()).toHaveLength(20)
  })

  test('asks for work while it is attacked, once for each entry; without it, one of a network in ten minutes', async () => {
    const served = await serveShop(shop)
    const address = `${served.url}/drop/${of.handle}/draw`
    const headers = { 'x-forwarded-for': '203.0.113.5' }
    const enter = async (work: string) => {
      const form = { ...CUSTOMER, piece: `${product.id} M`, quantity: '1', work }
      const answer = await fetch(address, { method: 'POST', headers, body: new URLSearchParams(form) })
      return (await answer.text()).includes('Check your email')
    }
    expect(await (await fetch(address, { headers })).text()).toContain('"task":null')
    await changeDraw(shop, of, 'ask-work')
    const task = /"task":"([^"]+)"/.exec(await (await fetch(address, { headers })).text())?.[1] ?? ''
    const work = `${task} ${await solve(task, async () => {})}`
    const outcomes = []
    for (const shown of ['', '', work, work, `${work}1`]) outcomes.push(await enter(shown))
    expect(outcomes).toEqual([true, false, true, false, false])
    await changeDraw(shop, of, 'no-work')
    expect(await enter('')).toBe(true)
    await served.close()
  })

  test('nobody enters before or after, or takes an entry back once it is closed', async () => {
    const entry = { customer: CUSTOMER, item: one(product), language: 'en' }
    const token = await enters('b')
    await save({ draw: { ...of.draw, entriesFrom: shop.now() + 1 }, products: [product.id] })
    expect(await enterDraw(shop, of, entry)).toBe('closed')
    shop.pass(HOUR)
    expect(await enterDraw(shop, of, entry)).toBe('closed')
    await withdrawEntry(shop, token)
    expect(await stateOf(token)).toBe('entered')
    await drawAll()
    await expect(save({ soldFrom: shop.now() + HOUR, products: [product.id] })).rejects.toThrow()
  })

  test('an entry that is not confirmed takes no part', async () => {
    const token = await enters('a', { isConfirmed: false })
    shop.pass(HOUR)
    await drawAll()
    expect(await stateOf(token)).toBe('lost')
    expect(await ordersByState(shop)).toEqual({})
  })

  test('nobody else can order its pieces until the draw is over', async () => {
    await enters('a')
    const request = () => orderFor([product], [one(product)])
    shop.pass(HOUR)
    expect((await placeOrder(shop, request())).kind).toBe('turn-needed')
    await drawAll()
    expect((await placeOrder(shop, request())).kind).toBe('turn-needed')
    const [mail] = await mailed()
    await pays(mail!)
    await drawAll()
    expect((await placeOrder(shop, request())).kind).toBe('placed')
  })

  test('a winner gets what is left when that is fewer, and who has enough of the drop is passed over', async () => {
    await save({ products: [product.id], perPerson: 2, draw: null, soldFrom: shop.now() })
    const customer = { ...CUSTOMER, email: 'had@shopper.example', address: 'had Elm St' }
    await placeOrder(shop, orderFor([product], [one(product, 'S', 2)], { customer }))
    await save({ products: [product.id], perPerson: 2 })
    const had = await enters('had', { quantity: 2 })
    for (const name of ['a', 'b', 'c']) await enters(name, { quantity: 2 })
    shop.pass(HOUR)
    await drawAll()
    expect(await stateOf(had)).toBe('entered')
    const lines = await shop.database.db
      .selectFrom('order_lines')
      .select('quantity')
      .where('size', '=', 'M')
      .execute()
    expect(lines.map(({ quantity }) => quantity).toSorted()).toEqual([1, 2])
    expect((await mailed()).some(({ text }) => text.includes('You asked for 2.'))).toBe(true)
  })

  test('who comes first when another process has just sold the last piece is not passed over', async () => {
    await begin([{ size: 'M', stock: 1 }])
    const tokens = [await enters('a'), await enters('b')]
    shop.pass(HOUR)
    await drawWinners(shop)
    await drawWinners(shop)
    const second = await openTestShop(await connectAgain(), { start: shop.now() })
    const { catalog } = second
    let isFirst = true
    second.catalog = Object.assign(Object.create(catalog) as typeof catalog, {
      async find(...asked: Parameters<typeof catalog.find>) {
        const read = await catalog.find(...asked)
        if (isFirst) {
          isFirst = false
          await drawWinners(shop)
        }
        return read
      },
    })
    await drawWinners(second)
    expect(isFirst).toBe(false)
    expect((await Promise.all(tokens.map(stateOf))).toSorted()).toEqual(['entered', 'won'])
    shop.pass(12 * HOUR)
    await expireOrders(shop)
    await drawAll()
    expect((await Promise.all(tokens.map(stateOf))).toSorted()).toEqual(['lapsed', 'won'])
  })

  test('goes on when the last piece comes back while another process looks whether it is over', async () => {
    await begin([
      { size: 'S', stock: 1 },
      { size: 'M', stock: 1 },
    ])
    const tokens = [await enters('a'), await enters('b')]
    shop.pass(HOUR)
    await drawAll()
    shop.pass(12 * HOUR)
    const second = await openTestShop(await connectAgain(), { start: shop.now() })
    let looks = 0
    const db = second.database.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'SelectQueryNode' && node.orderBy && looks === 0) looks = 1
        return node
      },
      transformResult: async ({ result }) => {
        if (looks === 1) {
          looks = 2
          await expireOrders(shop)
        }
        return result
      },
    })
    second.database = { ...second.database, db }
    await drawWinners(second)
    expect(looks).toBe(2)
    await drawAll()
    expect((await Promise.all(tokens.map(stateOf))).toSorted()).toEqual(['lapsed', 'won'])
  })

  test('who asked for more than one person may have by now gets as many as that', async () => {
    await save({ products: [product.id], perPerson: 2 })
    const token = await enters('a', { quantity: 2 })
    await save({ products: [product.id], perPerson: 1 })
    shop.pass(HOUR)
    await drawAll()
    expect(await stateOf(token)).toBe('won')
    const [mail] = await mailed()
    expect(mail!.text).toContain('1 x Comet Jacket, M')
  })

  test('a drop keeps its draw while winners can pay', async () => {
    await enters('a')
    shop.pass(HOUR)
    await drawAll()
    const [mail] = await mailed()
    const refusedAt = async (drops: Drop[]) => {
      const refused = await trySave(drops)
      expect(refused).toMatchObject({
        message: expect.stringContaining('hold pieces that they can still pay'),
      })
      return 'field' in refused && refused.field
    }
    expect(await refusedAt([{ ...of, draw: null }])).toBe('drops/0/draw')
    expect(await refusedAt([{ ...of, isDraft: true }])).toBe('drops/0/isDraft')
    expect(await refusedAt([])).toBe('drops')
    expect((await trySave([{ ...of, name: 'Another name' }])).kind).toBe('saved')
    await pays(mail!)
    expect((await trySave([{ ...of, draw: null }])).kind).toBe('saved')
  })

  test('a draw that was cancelled is not held again for the same drop, unless nobody has entered', async () => {
    const later = { products: [product.id], soldFrom: shop.now() + DAY }
    await changeDraw(shop, of, 'close')
    await save(later)
    await enters('a')
    await changeDraw(shop, of, 'close')
    expect((await trySave([{ ...of, name: 'Another name' }])).kind).toBe('saved')
    expect(await trySave([{ ...of, soldFrom: of.soldFrom + DAY }])).toMatchObject({
      field: 'drops/0/soldFrom',
    })
  })

  test('the data of entrants is deleted on request, and 30 days after the end', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await enters(name)
    await eraseCustomer(shop, { email: 'a@shopper.example', by: 'bo@redemption.example' })
    const entries = () => shop.database.db.selectFrom('draw_entries').select('email').execute()
    expect(await entries()).toHaveLength(3)
    shop.pass(HOUR)
    await drawAll()
    for (const mail of await mailed()) await pays(mail)
    await drawAll()
    shop.pass(30 * DAY - 1)
    await applyRetention(shop)
    expect(await entries()).toHaveLength(3)
    shop.pass(HOUR + 1)
    await applyRetention(shop)
    expect(await entries()).toEqual([])
    expect(await open().db.selectFrom('draw_signs').select('sign').execute()).toEqual([])
    expect(await ordersByState(shop)).toEqual({ paid: 3 })
  })

  test('is never oversold, each entry wins once, and winners are those that the seed says', async () => {
    const second = await openTestShop(await connectAgain(), { start: shop.now() })
    const both = [shop, second]
    const random = randomOf(20_261_127)
    const sizes = ['S', 'M'] as const
    const asked: { token: string }[] = []
    await save({ products: [product.id], perPerson: 2 })
    for (let person = 0; person < 24; person += 1) {
      const [size, quantity] = [sizes[random(2)]!, 1 + random(2)]
      const token = await enters(`p${person}`, { size, quantity })
      if (random(8) === 0) await withdrawEntry(shop, token)
      else asked.push({ token })
    }
    const pass = (milliseconds: number) => both.forEach((process) => process.pass(milliseconds))
    pass(HOUR)
    const { db } = open()
    const room = async () => (await findRoom(db, of.id))!
    const isOver = async () => (await room()).closedAt !== null
    /** Who has won so far are the first in the line of their size. */
    async function expectInOrder(least: number): Promise<void> {
      const { seed, present } = await room()
      if (seed === null || present === null) return
      const won = await db
        .selectFrom('draw_entries')
        .select(['number', 'size'])
        .where('order_id', 'is not', null)
        .execute()
      for (const size of sizes) {
        const line = numbers
          .filter((one) => one.size === size)
          .map(({ number }) => ({ number, place: placeByTheBook(number, seed, present) }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ number }) => number)
        const winners = won.filter((one) => one.size === size).map(({ number }) => number)
        expect(new Set(winners)).toEqual(new Set(line.slice(0, winners.length)))
        expect(winners.length).toBeGreaterThanOrEqual(least)
      }
    }
    const numbers = (
      await Promise.all(asked.map(async ({ token }) => (await openEntry(shop, token))!.entry))
    ).map(({ item, number }) => ({ size: item.size, number: number! }))
    for (let round = 0; round < 60 && !(await isOver()); round += 1) {
      await Promise.all(both.flatMap((process) => [drawWinners(process), drawWinners(process)]))
      const held = await db.selectFrom('holds').select(['size', 'quantity']).execute()
      const sold = await db
        .selectFrom('order_lines')
        .innerJoin('orders', 'orders.id', 'order_lines.order_id')
        .select(['size', 'quantity'])
        .where('paid_at', 'is not', null)
        .execute()
      for (const [size, stock] of [
        ['S', 2],
        ['M', 3],
      ] as const) {
        const units = [...held, ...sold].filter((one) => one.size === size)
        expect(units.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(stock)
      }
      await expectInOrder(0)
      if (random(3) > 0) continue
      const mail = (await mailed()).find(({ kind }) => kind === 'draw-won')
      if (mail && random(3) === 0) await pays(mail)
      if (random(2) === 0) pass(12 * HOUR)
      await Promise.all(both.map((process) => expireOrders(process)))
    }
    pass(12 * HOUR)
    for (let more = 0; more < 60 && !(await isOver()); more += 1) {
      await expireOrders(shop)
      await drawAll(both)
      pass(12 * HOUR)
    }
    expect(await isOver()).toBe(true)

    await expectInOrder(2)
    const { id, seed, commitment } = await room()
    expect(createHash('sha256').update(Buffer.from(seed!, 'hex')).digest('hex')).toBe(commitment)
    const won = await db
      .selectFrom('draw_entries')
      .select('order_id')
      .where('order_id', 'is not', null)
      .execute()
    expect(won).toHaveLength((await db.selectFrom('orders').select('id').execute()).length)
    const counted = await countEntries(db, id)
    expect(counted.reduce((sum, { entries }) => sum + entries, 0)).toBe(asked.length)
  })
})

/** The place of an entry, by the description in docs/wings/drops.md alone. */
function placeByTheBook(number: number, seed: string, n: number): number {
  let b = 1
  while (4 ** b < n) b += 1
  let x = number - 1
  do {
    let [l, r] = [Math.floor(x / 2 ** b), x % 2 ** b]
    for (let i = 0; i < 12; i += 1) {
      const block = Buffer.alloc(37)
      block.write(seed, 'hex')
      block[32] = i
      block.writeUInt32BE(r, 33)
      const f = createHash('sha256').update(block).digest().readUInt32BE(0)
      ;[l, r] = [r, l ^ (f % 2 ** b)]
    }
    x = l * 2 ** b + r
  } while (x >= n)
  return x + 1
}

function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
