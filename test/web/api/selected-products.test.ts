import { beforeEach, expect, test } from 'vitest'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import { cents } from '#domain/money.ts'

const PATH = '/api/staff/selected-products'
const UNKNOWN = { id: 'nothing', version: 1 }

interface Reviewed {
  id: string
  version: number
  before: string
  after: string
  refusal: string | null
  warning: string | null
}
interface Result {
  done: number
  already: number
  refused: { id: string; reason: string }[]
}

describeOnEachDatabase('A change of selected products', (open, { startWith }) => {
  let shop: TestShop
  let ask: Ask
  let ids: string[]

  signInBeforeEach({ open, startWith }, (opened) => ({ shop, ask } = opened), hoodie({ stock: 60 }))

  beforeEach(async () => {
    const [first] = (await shop.catalog.listForStaff({ limit: 9, offset: 0 })).products
    const price = cents(60_00)
    const { id } = await shop.catalog.add({ ...hoodie({ stock: 5 }), name: 'Second', price })
    ids = [first!.id, id]
    shop.pass(1_000)
  })

  const bodyOf = async <T>(answer: Response | Promise<Response>) => (await (await answer).json()) as T
  const review = async (edit: object, of = ids) => {
    const body = { products: of.map((id) => ({ id })), edit }
    return (await bodyOf<{ products: Reviewed[] }>(ask('POST', `${PATH}/review`, body))).products
  }
  const seen = async () =>
    (await review({ field: 'published', to: true })).map(({ id, version }) => ({ id, version }))
  const change = (edit: object, products: { id: string; version: number }[]) =>
    bodyOf<Result>(ask('POST', PATH, { products, edit }))
  const found = (id: string) => bodyOf<StaffProduct>(ask('GET', `/api/staff/products/${id}`))
  const audits = async (action: string) =>
    (
      await shop.database.db
        .selectFrom('audit_events')
        .select('id')
        .where('action', '=', action as never)
        .execute()
    ).length

  test('is shown first: what each product has and would have, and which would be left out', async () => {
    const less = { field: 'price', how: 'percent', by: -20_000, ending: '99' }
    expect(await review(less, [...ids, UNKNOWN.id])).toMatchObject([
      { before: 'C$118.00', after: 'C$93.99', refusal: null, warning: null },
      { before: 'C$60.00', after: 'C$47.99', refusal: null },
      { id: UNKNOWN.id, refusal: 'There is no such product.' },
    ])
    expect(await review({ field: 'price', how: 'amount', by: -70_00 })).toMatchObject([
      { after: 'C$48.00', refusal: null },
      { refusal: 'This is no price.' },
    ])
    expect((await found(ids[0]!)).version).toBe(1)
  })

  test('changes each product by itself, once, with its history and its entry in the trail', async () => {
    const products = await seen()
    const less = { field: 'price', how: 'percent', by: -20_000 }
    await shop.database.db
      .updateTable('products')
      .set({ stock: 50 })
      .where('id', '=', ids[0] as never)
      .execute()
    expect(await change(less, [...products, UNKNOWN])).toEqual({
      done: 2,
      already: 0,
      refused: [{ id: UNKNOWN.id, reason: 'There is no such product.' }],
    })
    expect(await found(ids[0]!)).toMatchObject({ price: '94.40', stock: 50, version: 2 })
    expect(await audits('product-changed')).toBe(2)
    const { refused } = await change(less, products)
    expect(refused.map(({ reason }) => reason)).toEqual(
      Array(2).fill('It changed in the meantime. Look at it again.'),
    )
    expect((await found(ids[1]!)).price).toBe('48.00')
    const again = await change({ field: 'price', how: 'set', by: 48_00 }, [{ id: ids[1]!, version: 2 }])
    expect(again).toEqual({ done: 0, already: 1, refused: [] })
    const prices = await bodyOf<{ prices: { price: number }[] }>(
      ask('GET', `/api/staff/products/${ids[0]}/prices`),
    )
    expect(prices.prices.map(({ price }) => price)).toEqual([118_00, 94_40])
  })

  test('warns of a price to compare with that was never asked, not of the price it has or had', async () => {
    const warned = async (to: unknown) =>
      (await review({ field: 'compareAt', to })).map(({ warning }) => warning !== null)
    expect(await warned(100_00)).toEqual([false, true])
    expect(await warned('price')).toEqual([false, false])
    expect(await warned('none')).toEqual([false, false])
    await change({ field: 'compareAt', to: 'price' }, await seen())
    shop.pass(1_000)
    await change({ field: 'price', how: 'amount', by: -10_00 }, await seen())
    expect(await found(ids[0]!)).toMatchObject({ price: '108.00', compareAt: '118.00' })
    expect(await warned(118_00)).toEqual([false, true])
  })

  test('moves, hides and deletes products, and restores them', async () => {
    await change({ field: 'category', to: 'Pants' }, await seen())
    expect(await found(ids[1]!)).toMatchObject({ category: 'Pants' })
    expect((await review({ field: 'category', to: 'Shoes' }))[0]?.refusal).toBe('There is no such category.')
    expect(await change({ field: 'published', to: false }, await seen())).toMatchObject({ done: 2 })
    expect((await shop.catalog.list({ limit: 9, offset: 0 })).total).toBe(0)
    expect(await change({ field: 'published', to: true }, await seen())).toMatchObject({ done: 2 })
    const before = await seen()
    expect(await change({ field: 'archived', to: true }, before)).toMatchObject({ done: 2 })
    expect(await audits('product-archived')).toBe(2)
    expect((await change({ field: 'published', to: false }, before)).refused).toMatchObject([
      { reason: 'It is deleted. Restore it first.' },
      {},
    ])
    expect(await change({ field: 'archived', to: false }, before)).toMatchObject({ done: 2 })
    expect((await shop.catalog.list({ limit: 9, offset: 0 })).total).toBe(2)
  })

  test('deletes for good what nothing tells of, archived or not, and names the rest', async () => {
    const lines = [{ productId: ids[0], size: 'S', units: 1 }]
    const delivered = { version: 0, name: 'Spring', supplier: '', lines }
    expect((await ask('PUT', '/api/staff/deliveries/box-1', delivered)).ok).toBe(true)
    await shop.database.db
      .insertInto('preorders')
      .values({ product_id: toProductId(ids[1]!), size: 'S', units: 3, ships_on: '2026-12-24' as ShopDay })
      .execute()
    const [first, second] = await seen()
    const edit = { field: 'removed' }
    expect(await review(edit)).toMatchObject([
      { refusal: 'It was ordered or delivered, or comes from elsewhere. Delete it without “for good”.' },
      { refusal: null, before: 'In the catalogue', after: 'Gone for good' },
    ])
    expect(await change(edit, [first!, { ...second!, version: 9 }])).toMatchObject({
      done: 0,
      refused: [{}, {}],
    })
    expect(await change(edit, [first!, second!])).toMatchObject({ done: 1, refused: [{ id: ids[0] }] })
    expect(await shop.catalog.count()).toBe(1)
    expect(await audits('product-removed')).toBe(1)
  })

  test('is announced once, however many products it changes', async () => {
    const products = await seen()
    let announced = 0
    shop.changes.listen(() => (announced += 1))
    await change({ field: 'price', how: 'amount', by: -10_00 }, products)
    expect(announced).toBe(1)
    await change({ field: 'price', how: 'amount', by: -10_00 }, products)
    expect(announced).toBe(1)
  })

  test('selects all products that match, or the first of them, and refuses more than 50 at once', async () => {
    const idsOf = async (query: string) =>
      (await bodyOf<{ ids: string[] }>(ask('GET', `/api/staff/product-ids${query}`))).ids
    expect(await idsOf('?sort=price')).toEqual([ids[1], ids[0]])
    expect(await idsOf('?sort=price&first=1')).toEqual([ids[1]])
    expect(await idsOf('?q=second')).toEqual([ids[1]])
    expect(await idsOf('?archived=1')).toEqual([])
    const many = Array.from({ length: 51 }, () => UNKNOWN)
    expect((await ask('POST', PATH, { products: many, edit: { field: 'published', to: true } })).status).toBe(
      422,
    )
    expect((await ask('POST', PATH, { products: [UNKNOWN], edit: { field: 'name', to: 'x' } })).status).toBe(
      422,
    )
  })
})
