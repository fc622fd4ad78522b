import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { countOrders, IS_TO_FULFIL } from '#db/orders/order-list.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { countOrderTabs, countWaitingOrders } from '#operations/orders/list-orders.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { orderDesk, TRACKING } from '#test/support/order-desk.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'
import SelectionBar from '#web/admin/orders/selection-bar.tsx'
import type { Selection } from '#web/admin/orders/use-selection.ts'
import { ORDER_FILTERS, type OrderFilter } from '#domain/orders/order-filters.ts'
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
    await paid()
    const filter = { q: 'ada', state: 'paid', from: '2020-01-01', to: '2099-12-31' } satisfies OrderFilter
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
    const selection = { size: 1, all: true, isPage: true } as Selection
    const bar = renderToStaticMarkup(createElement(SelectionBar, { selection, total: 30, filter }))
    const sent = [...bar.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, ...pair]) => pair)
    expect(Object.fromEntries(sent)).toEqual({ all: '1', ...filter })
  })

  test('selects an order for a batch by its number', async () => {
    const { number } = await paid()
    const html = await (await ask('GET', '/admin/orders')).text()
    const [form = ''] = /<form[^>]* action="\/admin\/orders\/batch".*?<\/form>/s.exec(html) ?? []
    expect(form).toContain('method="get"')
    const values = [...form.matchAll(/name="order" value="([^"]*)"/g)].map(([, value]) => value)
    expect(values).toEqual([number])
    expect(form).not.toContain('name="all"')
  })
})
