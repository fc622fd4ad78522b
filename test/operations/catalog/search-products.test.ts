import { beforeEach, expect, test } from 'vitest'
import { searchProducts } from '#operations/catalog/search-products.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('A search that finds nothing', (open) => {
  let shop: TestShop

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.catalog.add(hoodie({ name: 'Wears Red Hoodie', description: 'Fleece.' }))
    await shop.catalog.add(hoodie({ name: 'Emblem Tee', description: 'Cotton.', category: 'T-Shirts' }))
    await shop.catalog.add(hoodie({ name: 'Crew Sock', description: 'Ribbed.', category: 'Accessories' }))
  })

  async function found(query: string, more: { size?: 'M' | 'XL' } = {}) {
    const { products, total, instead } = await searchProducts(shop, { query, limit: 10, offset: 0, ...more })
    expect(total).toBe(products.length)
    return { names: products.map(({ name }) => name).sort(), instead }
  }

  test('is not repeated when the words are found as they were typed', async () => {
    expect(await found('red hood')).toEqual({ names: ['Wears Red Hoodie'], instead: null })
    expect((await found('')).names).toHaveLength(3)
  })

  test('is repeated by word, without hyphens, a plural s or a typo', async () => {
    expect(await found('hoodie red')).toEqual({ names: ['Wears Red Hoodie'], instead: 'hoodie red' })
    expect(await found('red-hoodie')).toEqual({ names: ['Wears Red Hoodie'], instead: 'red hoodie' })
    expect(await found('tshirt')).toEqual({ names: ['Emblem Tee'], instead: 't-shirts' })
    expect(await found('socks')).toEqual({ names: ['Crew Sock'], instead: 'sock' })
    expect(await found('hodie')).toEqual({ names: ['Wears Red Hoodie'], instead: 'hoodie' })
  })

  test('finds products with any of the words when none has all', async () => {
    expect(await found('red sock')).toEqual({ names: ['Crew Sock', 'Wears Red Hoodie'], instead: 'red sock' })
  })

  test('keeps the filters, and stays empty when nothing is similar', async () => {
    expect(await found('hodie', { size: 'XL' })).toEqual({ names: [], instead: null })
    expect(await found('overcoat')).toEqual({ names: [], instead: null })
  })

  test('knows a new product after a minute at most', async () => {
    expect((await found('parkaa')).names).toEqual([])
    await shop.catalog.add(hoodie({ name: 'Storm Parka' }))
    shop.pass(60_000)
    expect((await found('parkaa')).names).toEqual(['Storm Parka'])
  })
})
