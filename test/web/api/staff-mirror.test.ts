import { SOLD } from '#test/support/test-shop.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { returnStock, takeStock } from '#db/catalog/stock.ts'
import { transact } from '#db/engine/transact.ts'
import { toProductId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { ProductDraft } from '#domain/catalog/product.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { endStaffChanges } from '#web/api/catalog/staff-changes.ts'
import type { MirrorStatusView } from '#web/views/catalog/mirror-status.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openMirroredShop, type MirroredShop } from '#test/support/mirrored-shop.ts'
import { readablePage } from '#test/support/readable-page.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, staffBrowser, type Ask } from '#test/support/staff-browser.ts'

describeOnEachDatabase('The staff addresses for mirrored products', (open) => {
  let mirrored: MirroredShop
  let served: ServedShop
  let ask: Ask

  beforeEach(async () => {
    mirrored = await openMirroredShop(open())
    served = await serveShop(mirrored.shop)
    ask = await signInAda(mirrored.shop, served)
  })
  afterEach(async () => {
    endStaffChanges(mirrored.shop.changes)
    await served.close()
    await mirrored.close()
  })

  const { signedIn } = staffBrowser(() => served.url)
  const news = async () =>
    ((await (await ask('GET', '/api/staff/mirror')).json()) as { mirror: MirrorStatusView | null }).mirror
  const choose = (id: string, body: object) => ask('POST', `/api/staff/mirror/${id}/choice`, body)
  const save = async (id: string, changes: Partial<ProductDraft>) => {
    const before = await mirrored.product(id)
    const draft = { ...before, ...changes }
    return saveProduct(mirrored.shop, { id: toProductId(id), version: before.version, seen: before, draft })
  }

  async function conflicting(): Promise<string> {
    const { type, round, server } = mirrored
    const id = type({ Stock: 10 })
    await round()
    await save(id, { name: 'Ours', price: cents(29_00), description: 'Ours' })
    server.table.change(id, { Name: 'Theirs', Price: 31.5 })
    await round()
    return id
  }

  test('show both versions of a field that changed on both sides, also on the product list', async () => {
    const id = await conflicting()
    expect(await news()).toEqual({
      label: 'Airtable',
      failure: null,
      conflicts: [
        {
          productId: id,
          name: 'Ours',
          revision: expect.any(Number) as number,
          stock: 10,
          fields: [
            { label: 'Name', theirs: 'Theirs', ours: 'Ours' },
            { label: 'Price', theirs: '$31.50', ours: '$29.00' },
          ],
        },
      ],
      problems: [],
    })
    const { text } = await readablePage(`${served.url}/admin/dashboard`, { cookie: await signedIn() })
    expect(text).toContain('Ours was changed in Airtable and in the shop.')
    expect(text).toContain('Use Airtable’s version')
  })

  test.each([
    ['theirs', 'Theirs', 31_50],
    ['ours', 'Ours', 29_00],
  ] as const)(
    'end the conflict when staff choose %s, with the same value on both sides',
    async (take, name, price) => {
      const id = await conflicting()
      const { round, give, product, cells } = mirrored
      const [conflict] = (await news())?.conflicts ?? []
      expect((await choose(id, { revision: conflict?.revision, stock: conflict?.stock, take })).status).toBe(
        204,
      )
      expect(await product(id)).toMatchObject({ name, price, description: 'Ours' })
      expect((await news())?.conflicts).toEqual([])
      await give()
      await round()
      expect(await give()).toBe(0)
      expect(cells(id)).toMatchObject({ Name: name, Price: price / 100, Description: 'Ours' })
      expect((await news())?.conflicts).toEqual([])
    },
  )

  test.each([
    ['sold', 'theirs', -3, 17],
    ['sold', 'ours', -3, 9],
    ['returned', 'theirs', 2, 22],
    ['returned', 'ours', 2, 14],
  ] as const)(
    'count units that are %s while staff look at both counts, when they choose %s',
    async (_what, take, pieces, stock) => {
      const { type, round, give, product, cells, server, shop } = mirrored
      const id = type({ Stock: 10 })
      await round()
      await save(id, { stock: 12 })
      server.table.change(id, { Stock: 20 })
      await round()
      const [conflict] = (await news())?.conflicts ?? []
      expect(conflict?.fields).toEqual([{ label: 'Stock', theirs: '20', ours: '12' }])
      const unit = { productId: toProductId(id), size: 'S' as const, quantity: Math.abs(pieces) }
      await transact(shop.database, async (tx) => {
        if (pieces < 0) await takeStock(tx, [unit], SOLD)
        else await returnStock(tx, [{ ...unit, fromProduct: true, fromSize: false }], SOLD)
      })
      const { revision } = conflict ?? {}
      expect((await choose(id, { revision, stock: conflict?.stock, take })).status).toBe(204)
      await give()
      await round()
      expect({ theirs: cells(id)?.['Stock'], ours: (await product(id)).stock }).toEqual({
        theirs: stock,
        ours: stock,
      })
      expect((await news())?.conflicts).toEqual([])
    },
  )

  test('refuse a choice between versions that are out of date', async () => {
    const id = await conflicting()
    const [conflict] = (await news())?.conflicts ?? []
    mirrored.server.table.change(id, { Name: 'Theirs again' })
    await mirrored.round()
    const answer = await choose(id, { revision: conflict?.revision, stock: conflict?.stock, take: 'theirs' })
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 409,
      body: { title: 'The product has changed again. Compare both versions again.' },
    })
    expect((await mirrored.product(id)).name).toBe('Ours')
    expect((await choose('no-such-product', { revision: 1, stock: 10, take: 'ours' })).status).toBe(404)
    expect((await choose(id, { revision: 1, stock: 10, take: 'mine' })).status).toBe(422)
  })

  test('list records that are not imported, in the words of the form', async () => {
    mirrored.type({ Name: 'Hat', Category: 'Hats', Price: -1 })
    mirrored.type({ Name: undefined, Price: 10 })
    await mirrored.round()
    const problems = (await news())?.problems.toSorted((a, b) => a.name.localeCompare(b.name))
    expect(problems).toEqual([
      {
        name: 'Hat',
        reasons: ['Not imported: Enter a price in dollars: 0 or more, in steps of 0.01. Choose a category.'],
      },
      { name: 'Unnamed record', reasons: ['Not imported: Enter a name of up to 200 characters.'] },
    ])
  })

  test.each([
    [{ status: 403, body: { error: { type: 'NOT_AUTHORIZED', message: 'No access' } } }, 'No access'],
    [{ status: 404, body: { error: 'NOT_FOUND' } }, 'NOT_FOUND'],
    [{ status: 500, body: {} }, 'Unknown error'],
  ] as const)(
    'show the failure %j in the words of the table store, until it is over',
    async (fault, words) => {
      const { type, round, server, shop } = mirrored
      type()
      await round()
      await server.disturb(fault)
      await round().catch(() => {})
      expect((await news())?.failure?.words).toBe(`Airtable error: ${words}`)
      const cookie = await signedIn()
      const dashboard = () => readablePage(`${served.url}/admin/dashboard`, { cookie })
      expect((await dashboard()).text).toContain(`Airtable error: ${words}`)
      expect((await readablePage(`${served.url}/shop`)).html).not.toContain('Airtable')
      await server.disturb(null)
      await round()
      expect((await dashboard()).text).not.toContain('Airtable')
      shop.source = null
      expect(await news()).toBeNull()
    },
  )
})
