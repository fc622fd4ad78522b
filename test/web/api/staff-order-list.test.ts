import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { countOrders, IS_TO_FULFIL, sortedOrders } from '#db/orders/order-list.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { countOrderTabs, countWaitingOrders, orderNeighbours } from '#operations/orders/list-orders.ts'
import { tagOrder } from '#operations/orders/tag-order.ts'
import { recordPrints } from '#operations/packing/record-prints.ts'
import { keysOf } from '#domain/record-of.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { ADA, type Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'
import {
  MAX_ORDER_VIEWS,
  ORDER_FILTERS,
  ORDER_SORTS,
  type OrderFilter,
} from '#domain/orders/order-filters.ts'
import type { OrdersPageProps } from '#web/admin/orders/orders-page.tsx'
import type { Product } from '#domain/catalog/product.ts'

const DAY_MS = 86_400_000

describeOnEachDatabase('The list of orders', (open, { startWith }) => {
  let shop: TestShop
  let product: Product
  let ask: Ask

  signInBeforeEach({ open, startWith }, (opened) => ({ shop, product, ask } = opened), hoodie({ stock: 60 }))

  const { paid, placed, seen, settled } = orderDesk(() => ({ shop, product }))

  /** The props of the page. */
  async function read(query = ''): Promise<OrdersPageProps> {
    const html = await (await ask('GET', `/admin/orders${query}`)).text()
    return JSON.parse(/id="page-data"[^>]*>([^<]*)</.exec(html)?.[1] ?? '') as OrdersPageProps
  }
  const needAttention = (number: string) =>
    shop.database.db
      .updateTable('orders')
      .set({ state: 'needs-attention' })
      .where('number', '=', number)
      .execute()

  test('has tabs that count the orders to fulfil, needing attention, unpaid and in total', async () => {
    await paid()
    const sent = await paid()
    await fulfilOrder(shop, { ...(await seen(sent.number)), ...TRACKING })
    await settled()
    await needAttention((await paid()).number)
    await placed()
    const { tabs, frame } = await read('?state=to-fulfil')
    expect(tabs).toEqual({
      'to-fulfil': 1,
      'to-review': 0,
      'on-hold': 0,
      'ready-for-pickup': 0,
      'needs-attention': 1,
      pending: 1,
      '': 4,
    })
    expect(frame.waiting['/admin/orders']).toBe(2)
    const html = await (await ask('GET', '/admin/orders?state=to-fulfil&q=ada')).text()
    const current = [...html.matchAll(/<a href="([^"]*)" aria-current="page">([^<]*)/g)]
    expect(current.map(([, href, label]) => `${label} ${href?.replace('&amp;', '&')}`)).toEqual([
      'Orders /admin/orders?state=to-fulfil',
      'To fulfil /admin/orders?q=ada&state=to-fulfil',
    ])
  })

  test('finds the orders to fulfil by an index of their own, in order', async () => {
    const query = sql`select orders.id from orders where ${IS_TO_FULFIL}
      order by orders.created_at desc, orders.id desc limit 25`
    const plan = await shop.database.db.transaction().execute(async (tx) => {
      if (shop.database.engine === 'sqlite') return (await sql`explain query plan ${query}`.execute(tx)).rows
      await sql`set local enable_seqscan = off`.execute(tx) // the table is small
      return (await sql`explain ${query}`.execute(tx)).rows
    })
    expect(JSON.stringify(plan)).toContain('orders_to_fulfil')
    expect(JSON.stringify(plan)).not.toMatch(/B-TREE|Sort/)
  })

  test('stops counting at a limit', async () => {
    for (let i = 0; i < 3; i += 1) await paid()
    expect(await countOrders(shop.database, 'to-fulfil', 2)).toBe(2)
    expect(await countOrderTabs(shop, 2)).toMatchObject({ 'to-fulfil': 2, '': 2 })
    expect(await countWaitingOrders(shop, 2)).toBe(2)
  })

  test('has the items, the destination and the age of each order', async () => {
    const tees = await Promise.all(
      ['Tee', 'Cap', 'Sock'].map((name) => shop.catalog.add(hoodie({ name, stock: 9 }))),
    )
    const { orderNumber } = await place(
      shop,
      orderFor([product, ...tees], [one(product, 'M', 2), ...tees.map((tee) => one(tee, 'S'))], {
        customer: { ...CUSTOMER, city: 'Portland', region: 'Oregon', country: 'US', postal: '97201' },
      }),
    )
    shop.pass(2 * DAY_MS)
    const { list } = await read(`?q=${orderNumber}`)
    expect(list?.orders).toMatchObject([
      {
        number: orderNumber,
        items: {
          shown: [
            { item: `2 x ${product.name}`, size: 'M' },
            { item: '1 x Tee', size: 'S' },
          ],
          more: 2,
        },
        destination: 'Portland, United States',
        age: '2 days',
      },
    ])
    const row = (await (await ask('GET', `/admin/orders?q=${orderNumber}`)).text()).replaceAll(/<[^>]*>/g, '')
    expect(row).toContain(`2 x ${product.name}, M`)
    expect(row).toContain('+ 2 more')
  })

  test('no link of the list forgets a filter', async () => {
    const { number } = await paid()
    await recordPrints(shop, { numbers: [number], by: 'ada@redemption.example' })
    await tagOrder(shop, { ...(await seen(number)), add: ['gift'], remove: [] })
    const filter = {
      q: 'ada',
      state: 'paid',
      slip: 'printed',
      batch: 'none',
      paid: 'test',
      tag: 'gift',
      from: '2020-01-01',
      to: '2099-12-31',
    } satisfies OrderFilter
    expect(Object.keys(filter)).toEqual(Object.keys(ORDER_FILTERS))
    const html = await (await ask('GET', `/admin/orders?${new URLSearchParams(filter)}`)).text()
    const linked = (pattern: RegExp) =>
      [...html.matchAll(pattern)].map(([, query = '']) =>
        Object.fromEntries(new URLSearchParams(query.replaceAll('&amp;', '&'))),
      )
    const [tabs = ''] = /<nav[^>]* aria-label="Order lists">.*?<\/nav>/s.exec(html) ?? []
    for (const [, query = ''] of tabs.matchAll(/href="\/admin\/orders\?([^"]*)"/g)) {
      const { state: _state, ...others } = filter
      expect(Object.fromEntries(new URLSearchParams(query.replaceAll('&amp;', '&')))).toMatchObject(others)
    }
    expect(linked(/href="\/api\/staff\/orders\.csv\?([^"]*)"/g)).toEqual([filter])
    expect(linked(/href="\/admin\/orders\/R-[^"?]*\?([^"]*)"/g)).toEqual([filter])
  })

  test('is sorted by each column in both directions, and an order knows its neighbours there', async () => {
    const orders = [
      { name: 'Bo Dub', country: 'US', city: 'Austin', units: 2 },
      { name: 'ada Okafor', country: 'CA', city: 'Regina', units: 3 },
      { name: 'Cy Ng', country: 'CA', city: 'saskatoon', units: 1 },
    ]
    const places = {
      US: { region: 'Texas', postal: '73301' },
      CA: { region: 'Saskatchewan', postal: 'S4P 0A1' },
    }
    const numbers = new Map<string, string>()
    for (const { name, country, city, units } of orders) {
      const where = places[country as 'CA']
      const customer = { ...CUSTOMER, name, country, city, ...where }
      const { orderNumber } = await place(shop, orderFor([product], [one(product, 'M', units)], { customer }))
      numbers.set(orderNumber, name.slice(0, 1).toLowerCase())
      shop.pass(1_000)
    }
    const initials = async (query: string) => {
      const { list } = await read(query)
      return list?.orders.map(({ number }) => numbers.get(number)).join('')
    }
    expect(await initials('')).toBe('cab')
    expect(await initials('?sort=placed')).toBe('bac')
    expect(await initials('?sort=customer')).toBe('abc')
    expect(await initials('?sort=-customer')).toBe('cba')
    expect(await initials('?sort=destination')).toBe('acb')
    expect(await initials('?sort=-destination')).toBe('bca')
    expect(await initials('?sort=total')).toBe('cba')
    expect(await initials('?sort=-total')).toBe('abc')
    for (const sort of keysOf(ORDER_SORTS)) {
      const { list } = await read(`?sort=${sort}`)
      const [first, second, third] = list?.orders.map(({ number }) => number) ?? []
      expect(await orderNeighbours(shop, { sort }, second ?? ''), sort).toEqual({
        previous: first,
        next: third,
      })
      expect(await orderNeighbours(shop, { sort }, first ?? ''), sort).toEqual({
        previous: null,
        next: second,
      })
    }
  })

  test('is sorted by an index, however many orders there are', async () => {
    const { db, engine } = shop.database
    for (const sort of keysOf(ORDER_SORTS)) {
      const query = sortedOrders(db.selectFrom('orders').select('orders.id'), sort).limit(25)
      const plan = await db.transaction().execute(async (tx) => {
        if (engine === 'sqlite') return query.explain()
        await sql`set local enable_seqscan = off`.execute(tx) // the table is small
        return (await sql`explain ${query}`.execute(tx)).rows
      })
      expect(JSON.stringify(plan), sort).not.toMatch(/B-TREE|Sort/)
    }
  })

  test('has 25, 50 or 100 orders a page, and hands out the numbers of the first as they are sorted', async () => {
    const numbers: string[] = []
    for (let count = 0; count < 27; count += 1) {
      numbers.push((await placed()).orderNumber)
      shop.pass(1_000)
    }
    expect((await read()).list).toMatchObject({ total: 27, pages: 2 })
    expect((await read('?per=50')).list).toMatchObject({ total: 27, pages: 1 })
    expect((await read('?per=9999')).list).toMatchObject({ pages: 2 })
    const answered = async (query: string) =>
      ((await (await ask('GET', `/api/staff/order-numbers${query}`)).json()) as { numbers: string[] }).numbers
    expect(await answered('?first=2')).toEqual(numbers.slice(-2).toReversed())
    expect(await answered('?first=3&sort=placed')).toEqual(numbers.slice(0, 3))
    expect(await answered('?state=pending')).toHaveLength(27)
    expect(await answered('?state=paid')).toEqual([])
  })

  test('shows whose packing slips were printed, by whom and when, and the tags', async () => {
    const [one, two] = [await paid(), await paid()]
    const printed = await ask('POST', '/api/staff/packing/printed', { numbers: [one.number, 'R-0000-0000'] })
    expect(printed.status).toBe(204)
    await tagOrder(shop, { ...(await seen(two.number)), add: ['gift', 'drop 12'], remove: [] })
    const { list, tags } = await read()
    expect(list?.orders).toMatchObject([
      { number: two.number, printed: null, tags: ['drop 12', 'gift'] },
      { number: one.number, printed: { by: ADA.email }, tags: [] },
    ])
    expect(tags).toEqual(['drop 12', 'gift'])
    const found = async (query: string) => (await read(query)).list?.orders.map(({ number }) => number)
    expect(await found('?slip=printed')).toEqual([one.number])
    expect(await found('?slip=not-printed')).toEqual([two.number])
    expect(await found('?tag=Gift')).toEqual([two.number])
    expect(await found('?tag=gif')).toEqual([])
  })

  test('is saved under a name for everyone, without what was searched for, and is renamed and deleted', async () => {
    const view = (id: string, name: string, query: string) =>
      ask('PUT', `/api/staff/order-views/${id}`, { name, query })
    expect((await view('a-view', ' To Canada ', '?q=ada&state=to-fulfil&sort=placed&page=3')).status).toBe(
      204,
    )
    expect((await view('b-view', 'Large', '?sort=-total&per=100')).status).toBe(204)
    expect((await view('c-view', '  ', '')).status).toBe(422)
    const toCanada = { id: 'a-view', name: 'To Canada', query: '?state=to-fulfil&sort=placed' }
    expect((await read()).views).toEqual([
      toCanada,
      { id: 'b-view', name: 'Large', query: '?sort=-total&per=100' },
    ])
    expect((await view('a-view', 'Oldest', '?sort=placed')).status).toBe(204)
    expect((await ask('DELETE', '/api/staff/order-views/b-view')).status).toBe(204)
    expect((await ask('DELETE', '/api/staff/order-views/b-view')).status).toBe(204)
    expect((await read()).views).toEqual([{ id: 'a-view', name: 'Oldest', query: '?sort=placed' }])
    const html = await (await ask('GET', '/admin/orders?sort=placed')).text()
    expect(html).toMatch(/<a href="\/admin\/orders\?sort=placed" aria-current="page">Oldest/)
    for (let count = 1; count < MAX_ORDER_VIEWS; count += 1) await view(`view-${count}`, 'Another', '')
    expect((await view('too-many', 'One more', '')).status).toBe(409)
  })

  test('selects an order by its number, also without JavaScript', async () => {
    const { number } = await paid()
    const html = await (await ask('GET', '/admin/orders')).text()
    const [form = ''] = /<form[^>]* action="\/admin\/orders\/batch\/print".*?<\/form>/s.exec(html) ?? []
    expect(form).toContain('method="get"')
    const values = [...form.matchAll(/name="order" value="([^"]*)"/g)].map(([, value]) => value)
    expect(values).toEqual([number])
  })
})
