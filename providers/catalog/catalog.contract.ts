import { withEmptyFields } from '#domain/catalog/product-fields.ts'
import { describe, expect, test } from 'vitest'
import { toProductId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { listedProduct } from '#domain/catalog/listed-product.ts'
import type { Product, ProductDraft } from '#domain/catalog/product.ts'
import type { Size } from '#domain/catalog/size.ts'
import { ProductIdTaken, type Catalog, type ShopProductQuery } from './catalog.ts'

/** A complete draft, with the given changes. */
export function draftOf(changes: Partial<ProductDraft> = {}): ProductDraft {
  return withEmptyFields({
    name: 'Wears Red Tee',
    price: cents(5_800),
    category: 'T-Shirts',
    description: 'Heavyweight cotton.',
    stock: 12,
    sizes: [
      { size: 'S', stock: null },
      { size: 'XL', stock: null },
    ],
    pictures: [pictureOf('front'), pictureOf('back')],
    ...changes,
  })
}

function pictureOf(view: string) {
  return { key: `key-${view}`, alt: `Tee, ${view}`, width: 1200, height: 1500, placeholder: 'data:,' }
}

/** The contract of every catalogue implementation. `open` returns an empty catalogue. */
export function catalogContract(open: () => Catalog): void {
  const namesOf = (products: readonly { name: string }[]) => products.map(({ name }) => name)
  async function saved(answer: Promise<Product | { kind: string }>): Promise<Product> {
    const product = await answer
    if ('kind' in product) throw new Error(`Refused: ${product.kind}`)
    return product
  }

  describe('reading', () => {
    test('a product reads as it was written, with its sizes in the order of the draft', async () => {
      const catalog = open()
      const inOrder = draftOf()
      const draft = { ...inOrder, sizes: inOrder.sizes.toReversed() }
      const added = await catalog.add(draft)
      expect(added).toMatchObject({ ...draft, id: 'wears-red-tee', version: 1, archivedAt: null })
      expect(await catalog.find(added.id)).toEqual(added)
      expect((await catalog.list({ limit: 10, offset: 0 })).products).toEqual([added])
    })

    test('untracked stock stays untracked, and a size keeps its count', async () => {
      const catalog = open()
      const sizes = [{ size: 'M' as const, stock: 0 }]
      const { id } = await catalog.add(draftOf({ stock: null, sizes, pictures: [] }))
      expect(await catalog.find(id)).toMatchObject({ stock: null, sizes, pictures: [] })
    })

    test('lists show the newest first, even within one millisecond, and page without gaps', async () => {
      const catalog = open()
      for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await catalog.add(draftOf({ name }))
      const first = await catalog.list({ limit: 2, offset: 0 })
      const second = await catalog.list({ limit: 2, offset: 2 })
      const third = await catalog.list({ limit: 2, offset: 4 })
      const beyond = await catalog.list({ limit: 2, offset: 6 })
      expect([first, second, third, beyond].map((page) => namesOf(page.products))).toEqual([
        ['Five', 'Four'],
        ['Three', 'Two'],
        ['One'],
        [],
      ])
      expect([first, second, third, beyond].map((page) => page.total)).toEqual([5, 5, 5, 5])
    })

    test('a list can be of one category', async () => {
      const catalog = open()
      await catalog.add(draftOf({ name: 'Tee' }))
      await catalog.add(draftOf({ name: 'Cap', category: 'Accessories' }))
      const { products, total } = await catalog.list({ category: 'Accessories', limit: 10, offset: 0 })
      expect({ names: namesOf(products), total }).toEqual({ names: ['Cap'], total: 1 })
    })

    test('products are found in the order of the requested ids, without missing ones', async () => {
      const catalog = open()
      for (const name of ['Alpha', 'Beta', 'Gamma']) await catalog.add(draftOf({ name }))
      expect(
        namesOf(await catalog.findMany([toProductId('gamma'), toProductId('nothing'), toProductId('alpha')])),
      ).toEqual(['Gamma', 'Alpha'])
      expect(await catalog.findMany([])).toEqual([])
    })

    test('related products come from the same category first, and never include the product', async () => {
      const catalog = open()
      const tee = await catalog.add(draftOf({ name: 'Tee' }))
      await catalog.add(draftOf({ name: 'Long Tee' }))
      await catalog.add(draftOf({ name: 'Cap', category: 'Accessories' }))
      await catalog.add(draftOf({ name: 'Sock', category: 'Accessories' }))
      expect(namesOf(await catalog.related(tee, 3))).toEqual(['Long Tee', 'Sock', 'Cap'])
      expect(namesOf(await catalog.related(tee, 1))).toEqual(['Long Tee'])
    })
  })

  test('siblings are the products on sale with the same style number', async () => {
    const catalog = open()
    const style = { styleNumber: 'RD-TEE' }
    const red = await catalog.add(draftOf({ name: 'Red', ...style }))
    await catalog.add(draftOf({ name: 'Bone', ...style }))
    await catalog.add(draftOf({ name: 'Draft', draft: true, ...style }))
    const other = await catalog.add(draftOf({ name: 'Other' }))
    expect(namesOf(await catalog.siblings(red, 12))).toEqual(['Bone'])
    expect(await catalog.siblings(other, 12)).toEqual([])
  })

  describe('searching', () => {
    test.each(['red', 'EARS R', ' tee ', 'rs', 'e', 'heavyweight', 't-shirts', ''])(
      '%j finds by name, description or category, whatever the case',
      async (query) => {
        const catalog = open()
        await catalog.add(draftOf())
        expect((await catalog.list({ query, limit: 5, offset: 0 })).total).toBe(1)
      },
    )

    test.each(['%', '_', '\\', '%%%', 'r_d', '"', "' or 1=1 --", 'tee*', 'tee OR cap', '\0', 'blue'])(
      '%j is plain text, and finds nothing',
      async (query) => {
        const catalog = open()
        await catalog.add(draftOf())
        expect(await catalog.list({ query, limit: 5, offset: 0 })).toEqual({ products: [], total: 0 })
      },
    )

    test.each(['brulee', 'CRÈME', 'strasse', 'Straße', 'oeuvre', 'lopata', "hawai'i", 'hawaii', 'hawaiʻi'])(
      '%j finds it, however its letters are written',
      async (query) => {
        const catalog = open()
        const names = { name: 'Crème Brûlée', description: 'Œuvre Straße, Łopata, Hawai’i' }
        await catalog.add(draftOf(names))
        expect((await catalog.list({ query, limit: 5, offset: 0 })).total).toBe(1)
      },
    )

    test('a changed product is found by its new text and not by the old', async () => {
      const catalog = open()
      const { id, version } = await catalog.add(draftOf())
      await catalog.update(id, version, draftOf({ name: 'Bone Tee' }))
      expect((await catalog.list({ query: 'bone', limit: 5, offset: 0 })).total).toBe(1)
      expect((await catalog.list({ query: 'wears', limit: 5, offset: 0 })).total).toBe(0)
    })
  })

  describe('the list of the shop', () => {
    const page = { limit: 9, offset: 0 }
    async function stocked(): Promise<Catalog> {
      const catalog = open()
      const sized = (size: 'M' | 'L', stock: number | null) => ({ sizes: [{ size, stock }] })
      for (const draft of [
        draftOf({ name: 'cap', category: 'Accessories', price: cents(3_000), ...sized('M', null) }),
        draftOf({ name: 'Beanie', category: 'Accessories', price: cents(2_000), ...sized('L', 2) }),
        draftOf({ name: 'Anorak', price: cents(9_000), stock: 0, ...sized('M', null) }),
        draftOf({ name: 'Dress', price: cents(2_000), stock: null, ...sized('M', 4) }),
        draftOf({ name: 'Sold in M', price: cents(500), stock: 9, ...sized('M', 0) }),
        draftOf({ name: 'No size', price: cents(1_000), sizes: [] }),
      ]) {
        await catalog.add(draft)
      }
      return catalog
    }

    test.each([
      ['newest', ['No size', 'Sold in M', 'Dress', 'Anorak', 'Beanie', 'cap']],
      ['price-asc', ['Sold in M', 'No size', 'Dress', 'Beanie', 'cap', 'Anorak']],
      ['price-desc', ['Anorak', 'cap', 'Beanie', 'Dress', 'No size', 'Sold in M']],
      ['name', ['Anorak', 'Beanie', 'cap', 'Dress', 'No size', 'Sold in M']],
    ] as const)('it can be sorted: %s', async (sort, names) => {
      const { products, total } = await (await stocked()).list({ ...page, sort })
      expect({ names: namesOf(products), total }).toEqual({ names, total: 6 })
    })

    test('filtered by size, it shows what can be bought in that size', async () => {
      const catalog = await stocked()
      const inSize = async (size: Size) => namesOf((await catalog.list({ ...page, size })).products)
      expect({ M: await inSize('M'), L: await inSize('L'), XS: await inSize('XS') }).toEqual({
        M: ['Dress', 'cap'],
        L: ['Beanie'],
        XS: [],
      })
    })

    test('the list for cards is the same, with the first picture of each product or none', async () => {
      const catalog = await stocked()
      await catalog.add(draftOf({ name: 'Reduced', compareAt: cents(9_900), pictures: [] }))
      const lists: ShopProductQuery[] = [
        page,
        { ...page, sort: 'name', category: 'Accessories' },
        { ...page, sort: 'price-desc', size: 'M' },
        { ...page, category: 'T-Shirts', size: 'M', limit: 1, offset: 1 },
        { ...page, query: 'cotton', category: 'Accessories' },
        { ...page, words: [['beanie', 'dress']] },
        { ...page, category: 'Hoodies' },
        { ...page, offset: 90 },
      ]
      for (const list of lists) {
        const { products, total } = await catalog.list(list)
        expect(await catalog.listed(list)).toEqual({ products: products.map(listedProduct), total })
      }
    })

    test('search, category, size, order and paging combine, and the total counts the matches', async () => {
      const catalog = await stocked()
      const asked = { query: 'COTTON', category: 'Accessories', sort: 'price-asc', limit: 1 } as const
      const first = await catalog.list({ ...asked, offset: 0 })
      const second = await catalog.list({ ...asked, offset: 1 })
      const sized = await catalog.list({ ...asked, size: 'M', offset: 0 })
      expect(
        [first, second, sized].map(({ products, total }) => ({ names: namesOf(products), total })),
      ).toEqual([
        { names: ['Beanie'], total: 2 },
        { names: ['cap'], total: 2 },
        { names: ['cap'], total: 1 },
      ])
    })
  })

  describe('the list of the staff', () => {
    const page = { limit: 9, offset: 0 }
    const S = (stock: number | null) => [{ size: 'S' as const, stock }]
    async function stocked(): Promise<Catalog> {
      const catalog = open()
      for (const draft of [
        draftOf({ name: 'cap', category: 'Accessories', price: cents(3_000), stock: 5, sizes: S(null) }),
        draftOf({ name: 'Beanie', category: 'Accessories', price: cents(2_000), stock: 40, sizes: S(null) }),
        draftOf({ name: 'Anorak', price: cents(9_000), stock: 0, sizes: S(null) }),
        draftOf({ name: 'Dress', price: cents(8_000), stock: null, sizes: S(null) }),
        draftOf({ name: 'No size', price: cents(1_000), stock: 3, sizes: [] }),
        draftOf({ name: 'Sold size', price: cents(500), stock: null, sizes: S(0) }),
      ]) {
        await catalog.add(draft)
      }
      return catalog
    }

    test('a product is low on stock when one of its sizes is, also when that size is sold out', async () => {
      const catalog = open()
      const sizes = (s: number | null, m: number | null) => [
        { size: 'S' as const, stock: s },
        { size: 'M' as const, stock: m },
      ]
      for (const draft of [
        draftOf({ name: 'Few of M', stock: 42, sizes: sizes(40, 2) }),
        draftOf({ name: 'No M', stock: 40, sizes: sizes(40, 0) }),
        draftOf({ name: 'Enough', stock: 43, sizes: sizes(40, 3) }),
        draftOf({ name: 'Untracked, few of S', stock: null, sizes: sizes(1, null) }),
        draftOf({ name: 'All sold', stock: 0, sizes: sizes(0, 0) }),
      ]) {
        await catalog.add(draft)
      }
      const { products } = await catalog.listForStaff({ ...page, stock: 'low', sort: 'name' })
      expect(namesOf(products)).toEqual(['Few of M', 'No M', 'Untracked, few of S'])
    })

    test.each([
      [undefined, ['Sold size', 'No size', 'Dress', 'Anorak', 'Beanie', 'cap']],
      ['in', ['Dress', 'Beanie', 'cap']],
      ['low', ['cap']],
      ['out', ['Sold size', 'No size', 'Anorak']],
      ['untracked', ['Sold size', 'Dress']],
    ] as const)('filtered by stock %s, it agrees with what shoppers can buy', async (stock, names) => {
      const { products, total } = await (await stocked()).listForStaff({ ...page, ...(stock && { stock }) })
      expect({ names: namesOf(products), total }).toEqual({ names, total: names.length })
    })

    test.each([
      ['name', ['Anorak', 'Beanie', 'cap', 'Dress', 'No size', 'Sold size']],
      ['price', ['Sold size', 'No size', 'Beanie', 'cap', 'Dress', 'Anorak']],
      ['stock', ['Anorak', 'No size', 'cap', 'Beanie', 'Sold size', 'Dress']],
    ] as const)('it can be sorted by %s', async (sort, names) => {
      const { products } = await (await stocked()).listForStaff({ ...page, sort })
      expect(namesOf(products)).toEqual(names)
    })

    test('search, category and paging combine', async () => {
      const catalog = await stocked()
      const asked = { query: 'COTTON', category: 'Accessories', limit: 1 } as const
      const first = await catalog.listForStaff({ ...asked, offset: 0 })
      const second = await catalog.listForStaff({ ...asked, offset: 1 })
      expect({
        first: namesOf(first.products),
        second: namesOf(second.products),
        total: first.total,
      }).toEqual({ first: ['Beanie'], second: ['cap'], total: 2 })
    })

    test('deleted products have a separate, searchable list and can be restored unchanged', async () => {
      const catalog = open()
      const before = await catalog.add(draftOf())
      await catalog.archive(before.id)
      expect((await catalog.listForStaff(page)).total).toBe(0)
      const archived = await catalog.listForStaff({ ...page, archived: '1', q: 'wears' })
      expect(archived.products).toMatchObject([{ id: before.id, archivedAt: expect.any(Number) }])
      expect(await catalog.restore(before.id), 'the first time').toBe(true)
      expect(await catalog.restore(before.id), 'the second time').toBe(false)
      expect(await catalog.restore(toProductId('nothing'))).toBe(false)
      expect(await catalog.find(before.id)).toEqual({ ...before, version: 3 })
      expect((await catalog.list({ ...page, query: 'wears' })).total).toBe(1)
    })
  })

  describe('writing', () => {
    test('ids come from names, and equal names get different ids', async () => {
      const catalog = open()
      const products = [
        await catalog.add(draftOf()),
        await catalog.add(draftOf()),
        await catalog.add(draftOf()),
      ]
      expect(products.map(({ id }) => id)).toEqual(['wears-red-tee', 'wears-red-tee-2', 'wears-red-tee-3'])
    })

    test('products added at the same time get different ids', async () => {
      const catalog = open()
      const products = await Promise.all(Array.from({ length: 12 }, () => catalog.add(draftOf())))
      expect(new Set(products.map(({ id }) => id)).size).toBe(12)
    })

    test('a requested id is used, once', async () => {
      const catalog = open()
      expect((await catalog.add(draftOf(), toProductId('Tee_01'))).id).toBe('Tee_01')
      await expect(catalog.add(draftOf(), toProductId('Tee_01'))).rejects.toBeInstanceOf(ProductIdTaken)
      await expect(catalog.add(draftOf(), toProductId('tee/01'))).rejects.toBeInstanceOf(RangeError)
    })

    test('a change replaces everything and raises the version', async () => {
      const catalog = open()
      const before = await catalog.add(draftOf())
      const draft = draftOf({
        name: 'Cap',
        price: cents(0),
        category: 'Accessories',
        description: '',
        stock: 0,
        sizes: [],
        pictures: [pictureOf('back')],
      })
      const after = await saved(catalog.update(before.id, 1, draft))
      expect(after).toMatchObject({ ...draft, id: before.id, version: 2, createdAt: before.createdAt })
      expect(await catalog.find(before.id)).toEqual(after)
    })

    test('every field of a product reads as it was written', async () => {
      const catalog = open()
      const said = {
        compareAt: cents(70_00),
        draft: false,
        publishedFrom: 5,
        publishedUntil: 9_000_000_000_000,
        color: 'Bone',
        styleNumber: 'RD-TEE',
        gender: 'unisex' as const,
        ageGroup: 'adult' as const,
        weight: 220,
        taxFree: true,
        hsCode: '610910',
        origin: 'PT',
        searchTitle: 'Heavy tee in bone',
        searchDescription: 'A tee.',
        codes: [{ size: 'S' as const, sku: 'RD-TEE-S', barcode: '0628504123456' }],
      }
      const added = await catalog.add(draftOf(said))
      expect(added).toMatchObject(said)
      expect(await catalog.find(added.id)).toEqual(added)
      expect(await saved(catalog.update(added.id, 1, draftOf()))).toMatchObject({
        ...draftOf(),
        codes: said.codes,
      })
    })

    test('a SKU and a barcode belong to one size; two sizes can exchange theirs', async () => {
      const catalog = open()
      const codes = (s: string, xl: string) => [
        { size: 'S' as const, sku: s, barcode: `1${s}` },
        { size: 'XL' as const, sku: xl, barcode: `1${xl}` },
      ]
      const { id } = await catalog.add(draftOf({ codes: codes('A', 'B') }))
      const exchanged = await saved(catalog.update(id, 1, draftOf({ codes: codes('B', 'A') })))
      expect(exchanged.codes).toEqual(codes('B', 'A'))
      const of = (sku: string, barcode: string) => draftOf({ codes: [{ size: 'XL', sku, barcode }] })
      const taken = (code: 'sku' | 'barcode', value: string) => ({
        taken: { code, value, by: { productId: id, size: 'S', name: 'Wears Red Tee' } },
      })
      await expect(catalog.add(of('B', ''))).rejects.toMatchObject(taken('sku', 'B'))
      await expect(catalog.update(id, 2, of('C', '1B'))).rejects.toMatchObject(taken('barcode', '1B'))
      expect(await catalog.count()).toBe(1)
      expect(await catalog.find(id)).toEqual(exchanged)
      expect(await saved(catalog.update(id, 2, of('', '')))).toMatchObject({
        codes: codes('B', 'A').slice(0, 1),
      })
    })

    test('a bin is saved with the codes of its size, and stays where none is given', async () => {
      const catalog = open()
      const code = { size: 'S' as const, sku: 'A', barcode: '' }
      const { id } = await catalog.add(draftOf({ codes: [{ ...code, bin: 'A-12' }] }))
      const kept = await saved(catalog.update(id, 1, draftOf({ codes: [{ ...code, sku: 'B' }] })))
      expect(kept.codes).toEqual([{ ...code, sku: 'B', bin: 'A-12' }])
      const cleared = await saved(catalog.update(id, 2, draftOf({ codes: [{ ...code, bin: '' }] })))
      expect(cleared.codes).toEqual([code])
    })

    test('of two edits of the same version, the second is refused and writes nothing', async () => {
      const catalog = open()
      const { id, version } = await catalog.add(draftOf())
      const [first, second] = await Promise.all([
        catalog.update(id, version, draftOf({ name: 'First' })),
        catalog.update(id, version, draftOf({ name: 'Second', sizes: [], pictures: [] })),
      ])
      const winner = await catalog.find(id)
      expect([first, second]).toContainEqual(winner)
      expect([first, second]).toContainEqual({ kind: 'changed-meanwhile', current: winner })
    })

    test('a deleted product is in no list, and stays readable for old orders', async () => {
      const catalog = open()
      const kept = await catalog.add(draftOf({ name: 'Kept' }))
      const { id } = await catalog.add(draftOf())
      expect(await catalog.archive(id), 'the first time').toBe(true)
      expect(await catalog.archive(id), 'the second time').toBe(false)
      expect(await catalog.find(id)).toBeNull()
      expect(await catalog.findMany([id])).toEqual([])
      expect(await catalog.related(kept, 3)).toEqual([])
      expect(namesOf((await catalog.list({ limit: 9, offset: 0 })).products)).toEqual(['Kept'])
      expect((await catalog.list({ query: 'wears', limit: 9, offset: 0 })).total).toBe(0)
      expect(await catalog.find(id, { archivedToo: true })).toMatchObject({ id, name: 'Wears Red Tee' })
      expect(await catalog.count()).toBe(2)
    })

    test('a deleted product cannot be changed, and its id is not reused', async () => {
      const catalog = open()
      const { id } = await catalog.add(draftOf())
      await catalog.archive(id)
      expect(await catalog.update(id, 2, draftOf())).toEqual({ kind: 'not-found' })
      expect(await catalog.update(toProductId('nothing'), 1, draftOf())).toEqual({ kind: 'not-found' })
      expect(await catalog.archive(toProductId('nothing'))).toBe(false)
      expect((await catalog.add(draftOf())).id).toBe('wears-red-tee-2')
    })

    test('the pictures of archived products count as in use, unused ones do not', async () => {
      const catalog = open()
      const { id } = await catalog.add(draftOf({ pictures: [pictureOf('front')] }))
      await catalog.add(draftOf({ pictures: [pictureOf('back'), pictureOf('front')] }))
      await catalog.archive(id)
      const asked = ['key-front', 'key-back', 'key-nobody']
      expect((await catalog.picturesInUse(asked)).toSorted()).toEqual(['key-back', 'key-front'])
      expect(await catalog.picturesInUse([])).toEqual([])
    })
  })
}
