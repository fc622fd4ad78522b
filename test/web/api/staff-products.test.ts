import { afterEach, expect, test } from 'vitest'
import type { StaffProduct, StaffProductPage } from '#web/views/catalog/staff-product.ts'
import { endStaffChanges } from '#web/api/catalog/staff-changes.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import type { Ask } from '#test/support/staff-browser.ts'
import type { TestShop } from '#test/support/test-shop.ts'

const TEE = {
  name: ' Emblem Tee ',
  price: '58.50',
  category: 'T-Shirts',
  description: 'Heavy cotton.',
  stock: '12',
  sizes: [{ size: 'M', stock: null }],
  pictures: [{ key: 'front', alt: 'Front', width: 800, height: 1000, placeholder: '' }],
}

describeOnEachDatabase('The staff addresses for products', (open, { startWith }) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask

  signInBeforeEach({ open, startWith }, (opened) => ({ shop, served, ask } = opened))
  afterEach(() => endStaffChanges(shop.changes))

  const at = (id: string) => `/api/staff/products/${id}`
  const bodyOf = async <T>(answer: Response | Promise<Response>) => (await (await answer).json()) as T
  const added = (changes: object = {}) =>
    bodyOf<StaffProduct>(ask('POST', '/api/staff/products', { ...TEE, ...changes }))
  const list = (query = '') => bodyOf<StaffProductPage>(ask('GET', `/api/staff/products${query}`))
  const change = ({ id, version, stock, sizes }: StaffProduct, changes: object) =>
    ask('PUT', at(id), { ...TEE, version, seen: { stock, sizes }, ...changes })

  test('an added product is returned as stored, listed, and announced to every process', async () => {
    const answer = await ask('POST', '/api/staff/products', TEE)
    const product = await bodyOf<StaffProduct>(answer)
    const location = answer.headers.get('location')
    expect({ status: answer.status, location }).toEqual({ status: 201, location: at('emblem-tee') })
    expect(product).toMatchObject({ ...TEE, name: 'Emblem Tee', stock: 12, version: 1, outOfStock: false })
    expect(product.pictures[0]?.view.src).toBe('/pictures/front-640.webp')
    expect(await list()).toEqual({ products: [product], next: null, total: 1, page: 1, pages: 1 })
    expect(await bodyOf(ask('GET', at(product.id)))).toEqual(product)
    expect(shop.announced).toEqual(['catalogue'])
  })

  test('an invalid form adds nothing, and names each wrong field', async () => {
    const answer = await ask('POST', '/api/staff/products', {
      ...TEE,
      name: ' ',
      price: '-1',
      stock: '1.5',
      category: 'Shoes',
      sizes: [{ size: '<XXXL>' }],
    })
    const { type, errors } = await bodyOf<{ type: string; errors: { path: string }[] }>(answer)
    expect({ status: answer.status, type }).toEqual({ status: 422, type: '/problems/invalid-request' })
    expect(errors.map(({ path }) => path)).toEqual(['/name', '/price', '/stock', '/category', '/sizes'])
    expect((await list()).total).toBe(0)
    for (const body of [[], null]) {
      expect((await ask('POST', '/api/staff/products', body)).status).toBe(422)
    }
  })

  test('a change is saved only over the version that the editor saw', async () => {
    const seen = await added()
    const changed = await change(seen, { name: 'Bone Tee', sizes: [] })
    const theirs = await bodyOf<StaffProduct>(changed)
    expect(changed.status).toBe(200)
    expect(theirs).toMatchObject({ name: 'Bone Tee', version: 2, outOfStock: true })
    const late = await change(seen, { name: 'Red Tee' })
    expect(late.status).toBe(409)
    expect(await bodyOf(late)).toMatchObject({ type: '/problems/changed-meanwhile', current: theirs })
    expect((await change(theirs, { name: 'Red Tee' })).status).toBe(200)
    expect((await change(seen, { price: 'dear' })).status).toBe(422)
    expect((await ask('PUT', at(seen.id), TEE)).status).toBe(422)
  })

  test('units sold while the form was open stay sold', async () => {
    const seen = await added()
    await shop.database.db.updateTable('products').set({ stock: 9 }).execute()
    expect(await bodyOf(change(seen, { stock: 20 }))).toMatchObject({ stock: 17 })
  })

  test('a deleted product is not in the list or the shop until it is restored', async () => {
    const { id } = await added()
    expect((await ask('DELETE', at(id))).status).toBe(204)
    expect((await ask('DELETE', at(id))).status).toBe(404)
    expect((await fetch(`${served.url}/product/${id}`)).status).toBe(404)
    expect({ shown: (await list()).total, archived: (await list('?archived=1')).total }).toEqual({
      shown: 0,
      archived: 1,
    })
    expect((await ask('POST', `${at(id)}/restore`)).status).toBe(204)
    expect((await ask('POST', `${at(id)}/restore`)).status).toBe(404)
    expect((await fetch(`${served.url}/product/${id}`)).status).toBe(200)
    expect(shop.announced).toEqual(['catalogue', 'catalogue', 'catalogue'])
  })

  test('an unknown product is not found, whatever the id', async () => {
    for (const id of ['nothing', '%00', '%ff', "'", 'x'.repeat(500)]) {
      const product = { id, version: 1, stock: null, sizes: [] } as unknown as StaffProduct
      const statuses = [
        await ask('GET', at(id)),
        await ask('DELETE', at(id)),
        await ask('POST', `${at(id)}/restore`),
        await change(product, {}),
      ].map(({ status }) => status)
      expect(statuses, id).toEqual([404, 404, 404, 404])
    }
  })

  test('the list is filtered, sorted and paged by its address, and ignores invalid values', async () => {
    for (let i = 1; i <= 26; i += 1) await added({ name: `Tee ${String(i).padStart(2, '0')}`, stock: i })
    const names = async (query: string) => (await list(query)).products.map(({ name }) => name)
    expect(await names('?sort=stock&stock=low')).toEqual(['Tee 01', 'Tee 02', 'Tee 03', 'Tee 04', 'Tee 05'])
    expect(await names('?q=TEE+1&sort=name&category=T-Shirts')).toHaveLength(10)
    expect(await names('?category=Pants')).toEqual([])
    const last = await list('?page=99')
    expect({ ...last, products: last.products.length }).toMatchObject({
      page: 2,
      pages: 2,
      total: 26,
      products: 2,
    })
    expect((await list('?stock=x&sort=y&category=z&page=-1&archived=no')).products).toHaveLength(24)
    expect(await names(`?q=Tee+0${'%00'}1`)).toEqual(['Tee 01'])
  })

  test('a picture is stored, and each refusal states the reason', async () => {
    const stored = { key: 'a1', width: 900, height: 1200, placeholder: '' }
    const upload = () => ask('POST', '/api/staff/pictures', new Blob(['any bytes']))
    shop.images = { ...shop.images, store: async () => stored }
    const answer = await upload()
    expect({ status: answer.status, body: await bodyOf(answer) }).toMatchObject({
      status: 201,
      body: { ...stored, alt: '' },
    })
    for (const [refusal, status] of [
      [{ kind: 'not-a-picture' }, 415],
      [{ kind: 'heic-picture' }, 415],
      [{ kind: 'too-many-pixels', limit: 100_000_000 }, 422],
      [{ kind: 'too-many-pixels', limit: 16_000_000 }, 422],
      [{ kind: 'too-many-bytes', limit: 25_000_000 }, 413],
      [{ kind: 'too-much-memory' }, 422],
    ] as const) {
      shop.images = { ...shop.images, store: async () => refusal }
      const refused = await upload()
      expect({ status: refused.status, body: await bodyOf(refused) }).toMatchObject({
        status,
        body: { type: `/problems/${refusal.kind}` },
      })
    }
  })

  test('a picture that was removed is named by its position, and nothing is saved', async () => {
    shop.images = { ...shop.images, missing: async (keys) => keys.filter((key) => key.startsWith('gone')) }
    const pictureOf = (key: string) => ({ key, alt: '', width: 800, height: 1000, placeholder: '' })
    const answer = await ask('POST', '/api/staff/products', {
      ...TEE,
      pictures: ['here', 'gone-1', 'gone-2'].map(pictureOf),
    })
    const message = 'Images 2, 3 are no longer in the shop. Remove them, then add them again.'
    expect({ status: answer.status, body: await bodyOf(answer) }).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/pictures', message }] },
    })
    const product = await added({})
    const changed = await change(product, { pictures: [pictureOf('gone-1')] })
    expect(changed.status).toBe(422)
    expect((await list()).products).toMatchObject([{ id: product.id, pictures: [{ key: 'front' }] }])
  })

  test('staff are notified of each change as it happens, until they sign out', async () => {
    const stream = await ask('GET', '/api/staff/changes')
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await next()).toBe('retry: 2000\n\n')
    await added()
    expect(await next()).toBe('event: catalogue\ndata: changed\n\n')
    await ask('POST', '/api/staff/sign-out', {})
    await shop.changes.publish('catalogue')
    expect(await reader.read()).toMatchObject({ done: true })
  })
})
