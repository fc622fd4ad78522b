import { afterEach, expect, test } from 'vitest'
import { returnStock, takeStock } from '#db/catalog/stock.ts'
import { transact } from '#db/engine/transact.ts'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { toProductId } from '#domain/ids.ts'
import type { ProductSize } from '#domain/catalog/size.ts'
import { archiveProduct } from '#operations/catalog/archive-product.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA, type Ask } from '#test/support/staff-browser.ts'
import { hoodie, SOLD, type TestShop } from '#test/support/test-shop.ts'

const ID = toProductId('hoodie')

interface Movement {
  id: number
  size: string | null
  delta: number
  after: number | null
  reason: string
  by: string
}

describeOnEachDatabase('The stock ledger and counting stock', (open, { startWith }) => {
  let shop: TestShop
  let ask: Ask

  signInBeforeEach({ open, startWith }, (opened) => ({ shop, ask } = opened))
  afterEach(async () => expect(await findLedgerDifferences(shop.database.db)).toEqual([]))

  const add = (stock: number | null, sizes: ProductSize[]) => shop.catalog.add(hoodie({ stock, sizes }), ID)
  const take = (size: 'S' | 'M', quantity: number) =>
    transact(shop.database, (tx) => takeStock(tx, [{ productId: ID, size, quantity }], SOLD))
  const giveBack = (size: 'S' | 'M', quantity: number) =>
    transact(shop.database, (tx) =>
      returnStock(tx, [{ productId: ID, size, quantity, fromProduct: true, fromSize: true }], {
        ...SOLD,
        reason: 'restocked',
      }),
    )
  const ledger = async () => {
    const [last] = (await movements()).movements
    return last?.id ?? 0
  }
  const movements = async (query = '') => {
    const answer = await ask('GET', `/api/staff/products/${ID}/movements${query}`)
    return (await answer.json()) as { movements: Movement[]; next: string | null }
  }
  const count = (body: object) => ask('POST', `/api/staff/products/${ID}/count`, body)
  const stock = async () => {
    const product = await shop.catalog.find(ID)
    return [product?.stock, ...(product?.sizes.map((one) => one.stock) ?? [])]
  }
  const TWO: ProductSize[] = [
    { size: 'S', stock: 4 },
    { size: 'M', stock: 6 },
  ]

  test('every change of a count is a row, with its reason and author', async () => {
    await add(10, TWO)
    await take('M', 2)
    await giveBack('M', 1)
    const { version } = (await shop.catalog.find(ID)) ?? {}
    await ask('PUT', `/api/staff/products/${ID}/stock`, { version, size: 'S', before: 4, stock: '' })
    const { movements: found, next } = await movements()
    expect(found.map(({ size, delta, after, reason, by }) => [size, delta, after, reason, by])).toEqual([
      ['S', -4, null, 'corrected', ADA.email],
      ['M', 1, 5, 'restocked', 'system'],
      [null, 1, 9, 'restocked', 'system'],
      ['M', -2, 4, 'sold', 'system'],
      [null, -2, 8, 'sold', 'system'],
      ['M', 6, 6, 'added', 'system'],
      ['S', 4, 4, 'added', 'system'],
      [null, 10, 10, 'added', 'system'],
    ])
    expect(next).toBeNull()
  })

  test('the ledger has pages, without gaps', async () => {
    await add(500, [{ size: 'M', stock: null }])
    for (let unit = 0; unit < 60; unit += 1) await take('M', 1)
    const first = await movements()
    const second = await movements(`?cursor=${first.next}`)
    expect({ first: first.movements.length, second: second.movements.length, next: second.next }).toEqual({
      first: 50,
      second: 11,
      next: null,
    })
    const ids = [...first.movements, ...second.movements].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(61)
  })

  test('a count applies to the moment when the shelf was read: units sold and returned since are kept', async () => {
    await add(10, TWO)
    const seenAt = await ledger()
    await take('M', 3)
    await giveBack('S', 1)
    const counted = [
      { size: 'S', seen: 4, stock: 3 },
      { size: 'M', seen: 6, stock: 7 },
    ]
    const answer = await count({ ledger: seenAt, counted })
    expect({ status: answer.status, stock: await stock() }).toEqual({ status: 200, stock: [8, 4, 4] })
    const { movements: found } = await movements()
    expect(found.slice(0, 2).map(({ size, delta, reason, by }) => [size, delta, reason, by])).toEqual([
      ['M', 1, 'counted', ADA.email],
      ['S', -1, 'counted', ADA.email],
    ])
  })

  test('a count that is sent twice counts once, and so does one that two people send', async () => {
    await add(10, [{ size: 'M', stock: null }])
    const body = { ledger: await ledger(), counted: [{ size: null, seen: 10, stock: 7 }] }
    const answers = await Promise.all([count(body), count(body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = await count(body)
    const { type, current } = (await refused.json()) as { type: string; current: { ledger: number } }
    expect({ type, stock: await stock() }).toEqual({ type: '/problems/counted-meanwhile', stock: [7, null] })
    const again = { ledger: current.ledger, counted: [{ size: null, seen: 7, stock: 9 }] }
    expect({ status: (await count(again)).status, stock: await stock() }).toEqual({
      status: 200,
      stock: [9, null],
    })
  })

  test('a count never goes below zero, and sizes that were not counted stay', async () => {
    await add(10, TWO)
    const seenAt = await ledger()
    await take('M', 5)
    await count({ ledger: seenAt, counted: [{ size: 'M', seen: 6, stock: 2 }] })
    expect(await stock()).toEqual([4, 4, 0])
  })

  test('what cannot be counted is refused, and changes nothing', async () => {
    await add(10, TWO)
    const one = (size: string | null, typed: unknown) => ({
      ledger: 0,
      counted: [{ size, seen: 1, stock: typed }],
    })
    for (const body of [
      one('M', -1),
      one('M', 1.5),
      one('M', '3'),
      one('XXXL', 1),
      one('L', 1),
      one(null, 1),
    ]) {
      expect((await count(body)).status).toBe(422)
    }
    expect((await count({ ledger: 0, counted: [] })).status).toBe(422)
    await archiveProduct(shop, ID)
    expect((await count(one('M', 3))).status).toBe(404)
    expect((await ask('GET', '/api/staff/products/nothing/movements')).status).toBe(404)
  })

  test('a sale is one row of the history, with the counts of its size and of all, and is on one page', async () => {
    await add(90, [
      { size: 'S', stock: 40 },
      { size: 'M', stock: 50 },
    ])
    const rows = async (query = '') => {
      const html = await (await ask('GET', `/admin/products/${ID}/stock${query}`)).text()
      const [, ...bodies] = html.split('<tr role="row">')
      const text = (row: string) => row.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
      return { texts: bodies.map(text).slice(1), older: /before=(\d+)/.exec(html)?.[1] }
    }
    const opening = (await rows()).texts
    expect(opening).toHaveLength(1)
    for (let sale = 0; sale < 26; sale += 1) {
      shop.pass(1_000)
      const sold = { ...SOLD, at: shop.now() }
      await transact(shop.database, (tx) => takeStock(tx, [{ productId: ID, size: 'M', quantity: 1 }], sold))
    }
    const first = await rows()
    expect(first.texts[0]).toMatch(/ M −1 M 24 · all 64 Sold /)
    // A page has fifty changes, and no sale is on two.
    expect(first.texts).toHaveLength(25)
    const second = await rows(`?before=${first.older}`)
    expect(second.texts).toHaveLength(2)
    expect(second.texts[0]).toMatch(/ M −1 M 49 · all 89 Sold /)
  })

  test('a draft can be counted, and its history read on a page', async () => {
    await shop.catalog.add(hoodie({ draft: true, stock: 10 }), ID)
    expect((await count({ ledger: 9_999, counted: [{ size: null, seen: 10, stock: 8 }] })).status).toBe(200)
    const history = await (await ask('GET', `/admin/products/${ID}/stock`)).text()
    expect(history).toMatch(/Counted.*ada@redemption\.example/)
    expect(await (await ask('GET', '/admin/stock-count?category=Hoodies')).text()).toContain(
      '8<!-- --> in stock',
    )
    expect((await ask('GET', '/admin/products/nothing/stock')).status).toBe(404)
    const preview = await (await ask('GET', `/admin/products/${ID}/preview`)).text()
    expect(preview).toContain('Preview: this product is a draft. Only staff see it.')
    expect(preview).toContain('<meta name="robots" content="noindex')
  })
})
