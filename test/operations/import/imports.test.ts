import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { csvLine, CSV_START } from '#domain/csv.ts'
import { SHOPIFY_HEAD } from '#domain/import/shopify-rows.ts'
import { cents } from '#domain/money.ts'
import { toProductId } from '#domain/ids.ts'
import type { ProductImport } from '#domain/import/import.ts'
import { AS_GUESSED } from '#domain/import/mapping.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { findMatches, findResults, leaseImport } from '#db/import/imports.ts'
import { exportProducts } from '#operations/import/export-products.ts'
import { fetchPublicPicture } from '#operations/import/fetch-picture.ts'
import { openImport } from '#operations/import/open-import.ts'
import { deleteOldImports, importRounds, requestImport } from '#operations/import/run-imports.ts'
import { readImport, startImport, tryImport } from '#operations/import/try-import.ts'
import { isPublicAddress } from '#providers/public-host.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { memoryImages } from '#test/support/pictures/memory-images.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { selfSignedCertificate } from '#test/fakes/self-signed-certificate.ts'
import { toStaffId } from '#domain/ids.ts'

const OWNER = { memberId: toStaffId('staff_1'), permissions: PERMISSIONS }
const HEAD =
  'Handle,Title,Body (HTML),Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src'
const TEE = [
  HEAD,
  'box-tee,Box Tee,<p>Heavy.</p>,T-Shirts,true,Color,Black,Size,S,BT-B-S,220,shopify,4,40,',
  'box-tee,,,,,,Black,,3XL,BT-B-3XL,220,shopify,2,40,',
  'box-tee,,,,,,White,,S,BT-W-S,220,shopify,7,40,',
  'bucket,Bucket Hat,Cotton.,Hats,true,Title,Default Title,,,BH,90,,,30,',
].join('\n')

describeOnEachDatabase('Importing products', (open, { testOnce }) => {
  let shop: TestShop
  let folder: string
  beforeEach(async () => {
    shop = await openTestShop(open())
    shop.images = memoryImages()
    folder = await mkdtemp(join(tmpdir(), 'redemption-import-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function read(content: string | Buffer, name = 'products.csv') {
    const path = join(folder, name)
    await writeFile(path, content)
    return openImport(shop, { path, name })
  }
  async function opened(content: string | Buffer): Promise<ProductImport> {
    const answer = await read(content)
    if ('kind' in answer) throw new Error(answer.message)
    return answer
  }
  const fresh = async ({ id }: ProductImport) => (await readImport(shop, id))!
  async function runAll(rounds = importRounds(shop, { hurry: true })) {
    while ((await rounds()) > 0);
  }
  async function imported(content: string | Buffer, mapping = AS_GUESSED) {
    const current = await opened(content)
    await tryImport(shop, current.id, mapping)
    expect(await startImport(shop, await fresh(current), OWNER)).toEqual({ kind: 'started' })
    await runAll()
    return fresh(current)
  }
  const find = (id: string) => shop.catalog.find(toProductId(id), { hiddenToo: true })
  const exported = async () => {
    let text = CSV_START + csvLine(SHOPIFY_HEAD)
    for await (const rows of exportProducts(shop)) text += rows.map(csvLine).join('')
    return text
  }

  test('a trial says what would be made and which categories and sizes are added, and writes nothing', async () => {
    const { id } = await opened(TEE)
    const trial = await tryImport(shop, id, AS_GUESSED)
    expect(trial).toMatchObject({
      counts: { made: 3, changed: 0, same: 0, wrong: 0 },
      categories: [
        { label: 'Shirts', isNew: false, sizes: ['3XL'] },
        { label: 'Hats', isNew: true, sizes: ['One size'] },
      ],
      options: [
        { name: 'Color', role: 'color' },
        { name: 'Size', role: 'size' },
      ],
      named: ['Hats', 'T-Shirts'],
      locations: [],
      unused: [],
    })
    expect(await shop.catalog.count()).toBe(0)
  })

  test('each colour becomes a product, imported twice nothing doubles, and sales in between stay sold', async () => {
    const first = await imported(TEE)
    expect(first).toMatchObject({ state: 'done', done: 2, counts: { made: 3, wrong: 0 } })
    expect(await find('box-tee-black')).toMatchObject({
      color: 'Black',
      styleNumber: 'box-tee',
      stock: 6,
      category: 'T-Shirts',
    })
    expect(await find('bucket')).toMatchObject({
      category: 'Hats',
      sizes: [{ size: 'One size', stock: null }],
    })

    const black = (await find('box-tee-black'))!
    const sold = black.sizes.map(({ size, stock }) => ({ size, stock: (stock ?? 0) - 1 }))
    await shop.catalog.update(black.id, black.version, { ...black, sizes: sold, stock: 4, codes: [] }, black)
    expect((await imported(TEE)).counts).toMatchObject({ made: 0, changed: 0, same: 3 })
    expect(await find('box-tee-black')).toMatchObject({ stock: 4 })

    const counted = await imported(TEE, { ...AS_GUESSED, replacesCounts: true })
    expect(counted.counts).toMatchObject({ changed: 1, same: 2 })
    expect(await find('box-tee-black')).toMatchObject({ stock: 6 })
    expect(await shop.catalog.count()).toBe(3)
  })

  test('a file without handles finds products by their SKU, and what it does not know of stays', async () => {
    const made = await shop.catalog.add(
      hoodie({ searchTitle: 'Warm', codes: [{ size: 'S', sku: 'HD-S', barcode: '' }] }),
      toProductId('emblem'),
    )
    const woo = [
      'Type,SKU,Name,Published,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)',
      'variable,HD,Hoodie,1,,Hoodies,,Size,S',
      'variation,HD-S,,1,99,,HD,Size,S',
    ].join('\n')
    expect((await imported(woo)).counts).toMatchObject({ changed: 1 })
    expect(await find(made.id)).toMatchObject({
      name: 'Hoodie',
      price: cents(99_00),
      searchTitle: 'Warm',
      stock: 10,
    })
  })

  test('a product is written once even if the shop is killed after each of them', async () => {
    const current = await opened(TEE)
    await startImport(shop, current, OWNER)
    const kill = new Error('Killed')
    for (let round = 0; round < 20; round += 1) {
      let writes = 0
      const catalog = shop.catalog
      const dying = new Proxy(catalog, {
        get: (target, name: keyof typeof catalog) =>
          name === 'add'
            ? async (...given: Parameters<typeof catalog.add>) => {
                writes += 1
                if (writes > 1) throw kill
                return target.add(...given)
              }
            : typeof target[name] === 'function'
              ? (target[name] as () => unknown).bind(target)
              : target[name],
      })
      const rounds = importRounds({ ...shop, catalog: dying }, { hurry: true })
      if ((await rounds().catch(() => 1)) === 0) break
    }
    expect(await fresh(current)).toMatchObject({
      state: 'done',
      counts: { made: 3, same: 0, changed: 0, wrong: 0 },
    })
    expect(await shop.catalog.count()).toBe(3)
  })

  test('the command leaves an import to the shop that works on it', async () => {
    const current = await opened(TEE)
    await startImport(shop, current, OWNER)
    await leaseImport(shop.database.db, { now: shop.now(), until: shop.now() + 60_000 })
    expect(await importRounds(shop, { hurry: true })()).toBe(0)
    expect(await fresh(current)).toMatchObject({ state: 'running', done: 0 })
    shop.pass(61_000)
    await runAll()
    expect(await fresh(current)).toMatchObject({ state: 'done', counts: { made: 3 } })
  })

  test('it waits while it is paused, and only its own states follow', async () => {
    const current = await opened(TEE)
    expect(await requestImport(shop, current, 'paused')).toBe(false)
    await startImport(shop, current, OWNER)
    expect(await requestImport(shop, await fresh(current), 'paused')).toBe(true)
    await runAll()
    expect(await fresh(current)).toMatchObject({ state: 'paused', done: 0 })
    expect(await startImport(shop, await fresh(current), OWNER)).toEqual({ kind: 'started' })
    await runAll()
    expect(await requestImport(shop, await fresh(current), 'running')).toBe(false)
  })

  test('one that stays paused is forgotten a month after it came', async () => {
    const current = await opened(TEE)
    await startImport(shop, current, OWNER)
    await requestImport(shop, await fresh(current), 'paused')
    shop.pass(29 * 24 * 3_600_000)
    await deleteOldImports(shop)
    expect((await fresh(current)).state).toBe('paused')
    shop.pass(2 * 24 * 3_600_000)
    await deleteOldImports(shop)
    expect(await readImport(shop, current.id)).toBe(null)
  })

  test('it is taken back for a day: new products go, changed ones are as before, and what was changed since stays', async () => {
    const kept = await shop.catalog.add(
      hoodie({ name: 'Mine', category: 'T-Shirts' }),
      toProductId('box-tee-black'),
    )
    const done = await imported(TEE)
    expect(done.counts).toMatchObject({ made: 2, changed: 1 })
    const white = (await find('box-tee-white'))!
    await shop.catalog.update(white.id, white.version, { ...white, name: 'Edited', codes: [] })
    shop.pass(23 * 3_600_000)
    expect(await requestImport(shop, done, 'undoing')).toBe(true)
    await runAll()
    expect(await fresh(done)).toMatchObject({
      state: 'undone',
      counts: { undone: 2, kept: 1, made: 0, changed: 0 },
    })
    expect(await find('box-tee-black')).toMatchObject({
      name: 'Mine',
      stock: kept.stock,
      sizes: kept.sizes,
      codes: [],
    })
    expect([await find('bucket'), (await find('box-tee-white'))?.name]).toEqual([null, 'Edited'])

    const later = await imported(TEE)
    shop.pass(25 * 3_600_000)
    expect(await requestImport(shop, later, 'undoing')).toBe(false)
  })

  test('faults keep a product out, and name their line and column', async () => {
    await shop.catalog.add(
      hoodie({ codes: [{ size: 'S', sku: 'TAKEN', barcode: '' }] }),
      toProductId('other'),
    )
    const gone = await shop.catalog.add(hoodie(), toProductId('gone'))
    await shop.catalog.archive(gone.id)
    const done = await imported(
      [
        HEAD,
        'a,A,,Hats,true,Title,Default Title,,,,,,,free,',
        'b,B,,Hats,true,Title,Default Title,,,,,,,5,',
        'gone,G,,Hoodies,true,Size,S,,,,,,,5,',
        'd,D,,Hoodies,true,Size,S,,,TAKEN,,,,5,',
        'other,O,,Hoodies,true,Size,S,,,,,,,5,',
      ].join('\n'),
    )
    const results = await findResults(shop.database.db, done.id, { limit: 10 })
    expect(
      results.map(({ line, outcome, notes: [note] }) => [line, outcome, note?.column, note?.message]),
    ).toEqual([
      [2, 'wrong', 'Variant Price', 'This is not a price.'],
      [3, 'made', undefined, undefined],
      [4, 'wrong', '', 'This product was deleted here. Restore it, then import it again.'],
      [5, 'changed', undefined, undefined],
      [6, 'wrong', '', 'Line 5 of this file is the same product: its handle or a code is there twice.'],
    ])
  })

  test('who may not change categories cannot add one by an import', async () => {
    const current = await opened(TEE)
    const manager = { ...OWNER, permissions: ['products.write'] as const }
    expect(await startImport(shop, current, manager)).toEqual({
      kind: 'categories',
      message: expect.stringContaining('Only an owner'),
    })
    await tryImport(shop, current.id, {
      ...AS_GUESSED,
      categories: { Hats: 'Accessories', 'T-Shirts': 'Shirts' },
    })
    expect(await startImport(shop, await fresh(current), manager)).toMatchObject({ kind: 'categories' })
    expect((await fresh(current)).state).toBe('ready')
  })

  test('an export imports into an empty shop, which then exports the same bytes', async () => {
    const moment = Date.parse('2027-01-02T03:04:05.006Z')
    await shop.catalog.add(
      hoodie({
        description: 'Heavy fleece.\n\n- 400 g\n- =1+1 "boxy" & <warm>\n\n\n  end',
        compareAt: cents(140_00),
        draft: true,
        publishedFrom: moment,
        soldFrom: moment + 1,
        color: 'Bone',
        styleNumber: '=EH-1',
        gender: 'unisex',
        ageGroup: 'adult',
        weight: 640,
        taxFree: true,
        hsCode: '611020',
        origin: 'CA',
        searchTitle: '-50%, "hoodie"',
        searchDescription: 'One\n+two',
        codes: [
          { size: 'S', sku: 'EH-S', barcode: '0012345678905', bin: 'A-1' },
          { size: 'M', sku: '', barcode: '+123', bin: 'A-2' },
        ],
      }),
    )
    await shop.catalog.add(hoodie({ name: 'No sizes', sizes: [], stock: null }))
    await shop.catalog.add(
      hoodie({
        name: 'Counted',
        stock: 5,
        sizes: [
          { size: 'S', stock: 2 },
          { size: 'XXL', stock: 3 },
        ],
      }),
    )
    await shop.catalog.add(
      hoodie({
        name: 'Gift card',
        giftAmounts: '25, 50, 10-500',
        taxFree: true,
        price: cents(25_00),
        stock: null,
        sizes: [
          { size: '25', stock: null },
          { size: '50', stock: null },
        ],
      }),
    )
    const before = await exported()
    for (const { id } of (await shop.catalog.listForStaff({ limit: 50, offset: 0 })).products)
      await shop.catalog.delete(id)
    expect(await shop.catalog.count()).toBe(0)
    expect((await imported(before)).counts).toMatchObject({ made: 4, wrong: 0 })
    expect(await exported()).toBe(before)
    expect((await imported(before)).counts).toMatchObject({ same: 4 })
  })

  async function tees() {
    const sizes = ['S', 'M'].map((size) => ({ size, stock: 5 }))
    const codes = ['S', 'M'].map((size) => ({ size, sku: `BT-${size}`, barcode: `400${size}` }))
    const tee = { name: 'Box Tee', category: 'T-Shirts', price: cents(40_00), sizes, codes, stock: 10 }
    await shop.catalog.add(hoodie({ ...tee, color: 'Black' }), toProductId('box-tee-black'))
    const white = codes.map((one) => ({ ...one, sku: `W${one.sku}`, barcode: '' }))
    await shop.catalog.add(hoodie({ ...tee, color: 'White', codes: white }), toProductId('box-tee-white'))
    await shop.catalog.add(hoodie({ name: 'Sticker', sizes: [], stock: 3 }), toProductId('sticker'))
  }
  const told = async ({ id }: ProductImport) =>
    (await findResults(shop.database.db, id, { limit: 20 })).map(({ line, outcome, notes }) => [
      line,
      outcome,
      ...notes.map(({ column, message }) => `${column}: ${message}`),
    ])

  test('a list of counts sets those of its codes, with their reason in the ledger, and is taken back', async () => {
    await tees()
    const list = 'SKU;Stock\n400S;7\nWBT-M;1\nBT-M;0\nNONE;9\n'
    const done = await imported(list)
    expect(done).toMatchObject({ brings: 'product-list', listed: 3, counts: { changed: 2, wrong: 1 } })
    expect(await find('box-tee-black')).toMatchObject({
      stock: 7,
      sizes: [
        { size: 'S', stock: 7 },
        { size: 'M', stock: 0 },
      ],
      codes: [{ sku: 'BT-S' }, { sku: 'BT-M' }],
    })
    expect((await find('box-tee-white'))?.stock).toBe(6)
    expect(await told(done)).toContainEqual([
      5,
      'wrong',
      ': No product here has this SKU, barcode or handle.',
    ])
    const movements = await shop.database.db
      .selectFrom('stock_movements')
      .select(['size', 'delta'])
      .where('reason', '=', 'imported')
      .orderBy('id')
      .execute()
    expect(movements.filter(({ size }) => size !== null)).toEqual([
      { size: 'S', delta: 2 },
      { size: 'M', delta: -5 },
      { size: 'M', delta: -4 },
    ])
    expect((await imported(list)).counts).toMatchObject({ changed: 0, same: 2 })

    await requestImport(shop, done, 'undoing')
    await runAll()
    expect((await fresh(done)).counts).toMatchObject({ undone: 2 })
    expect((await find('box-tee-black'))?.stock).toBe(10)
    expect((await find('box-tee-white'))?.stock).toBe(10)
  })

  test('the inventory of Shopify finds products by handle, colour and size, and adds its locations up', async () => {
    await tees()
    const head =
      'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,SKU,HS Code,COO,Location,Committed (not editable),Available (not editable),On hand (current)'
    const done = await imported(
      [
        head,
        'box-tee,Box Tee,Color,White,Size,Small,,,,Toronto,1,3,4',
        'box-tee,Box Tee,Color,White,Size,Small,,,,Halifax,0,4,4',
        'box-tee,Box Tee,Color,White,Size,Medium,,,,Halifax,0,not stocked,not stocked',
        "box-tee,Box Tee,Color,Black,Size,M,'BT-M,,,Toronto,0,4,4",
        'sticker,Sticker,Title,Default Title,,,,,,Toronto,0,30,30',
        'gone,Gone,Title,Default Title,,,,,,Toronto,0,30,30',
      ].join('\n'),
    )
    expect(done.counts).toMatchObject({ changed: 3, wrong: 1 })
    expect((await find('box-tee-white'))?.sizes).toMatchObject([{ stock: 7 }, { stock: 5 }])
    expect((await find('box-tee-black'))?.sizes).toMatchObject([{ stock: 5 }, { stock: 4 }])
    expect((await find('sticker'))?.stock).toBe(30)
  })

  test('the older inventory of Shopify has a column for each location, and they are added up', async () => {
    await tees()
    const head =
      'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,SKU,HS Code,COO,Stock,Halifax'
    const file = [
      head,
      'box-tee,Box Tee,Color,White,Size,Small,,,CA,3,4',
      'box-tee,Box Tee,Color,White,Size,Medium,,,CA,not stocked,6',
      'box-tee,Box Tee,Color,Black,Size,M,,,CA,not stocked,not stocked',
      'sticker,Sticker,Title,Default Title,,,,,CA,30,-2',
    ].join('\n')
    const current = await opened(file)
    const trial = await tryImport(shop, current.id, AS_GUESSED)
    expect(trial).toMatchObject({
      counts: { changed: 1, same: 1, wrong: 1 },
      locations: ['Stock', 'Halifax'],
      unused: ['Title', 'Option1 Name', 'Option2 Name', 'HS Code', 'COO'],
    })
    expect(trial?.results[0]?.notes).toEqual([
      { line: 5, column: 'Halifax', message: 'Fewer units than none cannot be in stock.' },
    ])
    await imported(file)
    expect((await find('box-tee-white'))?.sizes).toMatchObject([{ stock: 7 }, { stock: 6 }])
  })

  test('a place that is there twice is refused, and what a list leaves empty is not a price', async () => {
    await tees()
    const twice = await imported('SKU,Location,Available\nBT-S,Toronto,4\nBT-S,Toronto,4\n')
    expect(twice.counts).toMatchObject({ changed: 0, wrong: 1 })
    const down = await imported('SKU,Price,Compare-at price\nBT-S,9,60\nBT-M,,60\n')
    expect(down.counts).toMatchObject({ changed: 1 })
    expect(await find('box-tee-black')).toMatchObject({ price: 900, compareAt: 6_000 })
  })

  test('a price list changes prices only, as they are written anywhere, and is taken back', async () => {
    await tees()
    const list = 'SKU\tPrice\tCompare-at price\nBT-S\t1.299,00\t1.499,00\nWBT-S\t39,90\t\n'
    const done = await imported(list)
    expect(done.counts).toMatchObject({ changed: 2 })
    expect(await find('box-tee-black')).toMatchObject({
      name: 'Box Tee',
      stock: 10,
      price: cents(1_299_00),
      compareAt: cents(1_499_00),
    })
    expect((await find('box-tee-white'))?.price).toBe(cents(39_90))
    expect((await imported(list)).counts).toMatchObject({ same: 2 })
    const taxed = await imported('SKU,Price\nWBT-S,119', { ...AS_GUESSED, taxPercent: 19 })
    expect((await find('box-tee-white'))?.price).toBe(cents(100_00))
    await requestImport(shop, taxed, 'undoing')
    await runAll()
    expect((await find('box-tee-white'))?.price).toBe(cents(39_90))
  })

  test('what a list cannot change names its line and column, and changes nothing of that product', async () => {
    await tees()
    await shop.catalog.add(
      hoodie({ giftAmounts: '25', taxFree: true, sizes: [{ size: '25', stock: null }], stock: null }),
      toProductId('gift'),
    )
    const done = await imported(
      [
        'Handle,SKU,Size,Stock,Price',
        ',BT-S,,-1,',
        ',BT-M,,3,',
        ',WBT-S,,2,5',
        ',WBT-S,,2,7',
        'sticker,,,1.5,',
        'gift,,25,1,5',
        'box-tee-white,,XXXL,1,',
      ].join('\n'),
    )
    expect(await told(done)).toEqual([
      [2, 'wrong', 'Stock: Fewer units than none cannot be in stock.'],
      [
        4,
        'wrong',
        'Stock: The count of S is there twice.',
        'Size: The product has no such size: give its SKU, its barcode or its size.',
        'Price: Its sizes have different prices. The highest is taken.',
      ],
      [6, 'wrong', 'Stock: This is not a number of units.'],
      [7, 'wrong', 'Stock: Gift cards are not counted.', 'Price: The prices of a gift card are its amounts.'],
    ])
    expect((await find('box-tee-black'))?.stock).toBe(10)
  })

  testOnce.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFHandle,Title,Variant Price\nété,Été,5\n')],
    ['UTF-16', Buffer.from('\uFEFFHandle,Title,Variant Price\nété,Été,5\n', 'utf16le')],
    ['big-endian UTF-16', Buffer.from('\uFEFFHandle,Title,Variant Price\nété,Été,5\n', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('Handle;Title;Variant Price\r\n\xe9t\xe9;\xc9t\xe9;5,00\r\n', 'latin1')],
    ['tabs', Buffer.from('Handle\tTitle\tVariant Price\rété\tÉté\t5\r')],
  ])('%s is read as it is meant', async (_name, content) => {
    await imported(content)
    expect(await find('ete')).toMatchObject({ name: 'Été', price: cents(5_00) })
  })

  testOnce.each([
    ['nothing', '', 'This file is empty.'],
    ['headings only', HEAD, 'This file has headings and no rows.'],
    ['too many rows of a product', `${HEAD}\n${'a,A\n'.repeat(3_001)}`, 'Line 3002 belongs to a product'],
    ['another table', 'a,b\n1,2', 'This is no list of products'],
    ['a workbook', 'PK\u0003\u0004', 'This is a workbook or a ZIP file.'],
    ['zeros', 'a\0b', 'This is no text.'],
    [
      'an open quotation mark',
      `${HEAD}\na,A\nb,"B,,,\nc,C\n`,
      'After line 2 a quotation mark opens and none closes.',
    ],
    [
      'a row of a megabyte',
      `${HEAD}\na,"${'x'.repeat(1_100_000)}",,\n`,
      'After line 1 comes a row of more than a million characters',
    ],
  ])('of a file with %s nothing is kept, and a sentence says why', async (_name, content, message) => {
    expect(await read(content)).toEqual({ kind: 'fault', message: expect.stringContaining(message) })
    expect(await shop.database.db.selectFrom('imports').select('id').execute()).toEqual([])
  })

  testOnce('however many codes a part of a file has, their products are found', async () => {
    await shop.catalog.add(hoodie({ codes: [{ size: 'M', sku: 'EH-M', barcode: '', bin: '' }] }))
    const codes = Array.from({ length: 40_000 }, (_, at) => `SKU-${at}`)
    const { bySku } = await findMatches(shop.database.db, { ids: [], codes: [...codes, 'EH-M'] })
    expect([...bySku.keys()]).toEqual(['EH-M'])
  })

  testOnce('a lone quotation mark, a formula and a script are text', async () => {
    await imported(
      'Handle,Title,Body (HTML),Variant Price\nx,\'=HYPERLINK(1),<script>alert(1)</script>5" wide,5\n',
    )
    expect(await find('x')).toMatchObject({ name: '=HYPERLINK(1)', description: '5" wide' })
  })

  testOnce(
    'pictures come from public hosts over https only, whatever redirects say, and a page is no picture',
    async () => {
      const certificate = selfSignedCertificate()
      const served = new Map<string, [number, Record<string, string>, string]>()
      const server = createServer(certificate, (asked, answer) => {
        const [status, headers, body] = served.get(asked.url ?? '') ?? [404, {}, '']
        answer.writeHead(status, headers).end(body)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const at = `https://localhost:${(server.address() as AddressInfo).port}`
      const png = { 'content-type': 'image/png' }
      served.set('/a.png', [200, png, 'picture a'])
      served.set('/moved.png', [301, { location: '/a.png' }, ''])
      served.set('/page', [200, { 'content-type': 'text/html' }, '<html>'])
      served.set('/broken.png', [200, png, 'not a picture'])
      served.set('/inside.png', [302, { location: 'https://intern.example/secret.png' }, ''])
      served.set('/plain.png', [302, { location: 'http://localhost/a.png' }, ''])
      served.set('/switch.png', [101, { connection: 'Upgrade', upgrade: 'x' }, ''])
      served.set('/loop.png', [302, { location: '/loop.png' }, ''])
      served.set('/huge.png', [200, { ...png, 'content-length': '30000000' }, ''])
      const network = {
        ca: certificate.cert,
        isAllowed: (address: string) => address === '127.0.0.1',
        resolve: async (host: string) => [
          { address: host === 'localhost' ? '127.0.0.1' : '10.0.0.7', family: 4 },
        ],
      }
      const rows = ['a', 'moved', 'broken', 'inside', 'plain', 'switch', 'loop', 'huge', 'missing'].map(
        (name) => `p,,,${at}/${name}.png`,
      )
      const current = await opened(
        [
          'Handle,Title,Variant Price,Image Src',
          `p,P,5,${at}/page`,
          ...rows,
          `p,,,http://localhost/a.png`,
        ].join('\n'),
      )
      try {
        await tryImport(shop, current.id, AS_GUESSED)
        await startImport(shop, await fresh(current), OWNER)
        await runAll(
          importRounds(shop, {
            hurry: true,
            fetchPicture: (address) => fetchPublicPicture(address, network),
          }),
        )
      } finally {
        server.close()
        server.closeAllConnections()
      }
      const [result] = await findResults(shop.database.db, current.id, { limit: 1 })
      expect(result?.notes.map(({ column, message }) => [column.split('/').at(-1), message])).toEqual([
        ['page', 'At the address of the image is something else, such as a web page.'],
        ['broken.png', 'The image is not an image the shop can read. Use JPEG, PNG, WebP or AVIF.'],
        ['inside.png', 'The host intern.example is not a public one.'],
        ['plain.png', 'The address of the image does not begin with https.'],
        ['switch.png', 'The host localhost does not answer.'],
        ['loop.png', 'The address of the image leads on and on.'],
        ['huge.png', 'The image is too large.'],
        ['missing.png', 'The address of the image answers with 404.'],
        ['a.png', 'The address of the image does not begin with https.'],
      ])
      expect((await find('p'))?.pictures).toHaveLength(1)
    },
  )

  testOnce('no address of this machine, its network or a provider is public', () => {
    for (const inner of [
      '127.0.0.1',
      '10.1.2.3',
      '192.168.0.1',
      '172.16.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '::7f00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'localhost',
    ])
      expect([inner, isPublicAddress(inner)]).toEqual([inner, false])
    expect([isPublicAddress('93.184.216.34'), isPublicAddress('2606:2800:220:1::1')]).toEqual([true, true])
  })
})
