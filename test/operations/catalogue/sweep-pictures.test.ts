import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Picture } from '#domain/catalogue/product.ts'
import { saveProduct } from '#operations/catalogue/save-product.ts'
import { sweepPictures } from '#operations/catalogue/sweep-pictures.ts'
import { DiskImages } from '#providers/images/disk-images.ts'
import { painting } from '#providers/images/image-store.contract.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 24 * 3_600_000
const workerFile = join(import.meta.dirname, '../../../providers/images/picture-worker.ts')

describeOnEachDatabase('Sweeping pictures', (open) => {
  let folder: string
  let images: DiskImages
  let shop: TestShop

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'redemption-sweep-'))
    images = new DiskImages({ folder, workerFile })
  })
  beforeEach(async () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 }) // widths may still be written
    shop = await openTestShop(open(), { start: Date.now() })
    shop.images = images
  })
  afterAll(async () => {
    await images.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  })

  async function upload(): Promise<Picture> {
    const stored = await images.store(await painting(90, 120).jpeg().toBuffer())
    if ('kind' in stored) throw new Error(`Refused: ${stored.kind}`)
    return { ...stored, alt: '' }
  }

  async function withPictures(...pictures: Picture[]) {
    const saved = await saveProduct(shop, { draft: hoodie({ pictures }) })
    if ('kind' in saved) throw new Error(`Refused: ${saved.kind}`)
    return saved
  }

  /** A day of the shop after the other, each with a sweep. */
  async function daysPass(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      shop.pass(DAY_MS + 1)
      await sweepPictures(shop)
    }
  }

  const keys = async () => (await images.list({ after: '', limit: 100 })).map(({ key }) => key)

  test('an upload that nobody saved is there for a month, and then it is gone', async () => {
    const { key } = await upload()
    await daysPass(29)
    expect(await keys()).toEqual([key])
    await daysPass(2)
    expect(await keys()).toEqual([])
  })

  test('the pictures of products on sale, of archived ones and of orders stay for good', async () => {
    const [onSale, archived, ordered, replaced] = [
      await upload(),
      await upload(),
      await upload(),
      await upload(),
    ]
    await withPictures(onSale)
    await shop.catalog.archive((await withPictures(archived)).id)
    const product = await withPictures(ordered, replaced)
    await place(shop, orderFor([product], [one(product)]))
    const { id, version } = product
    await saveProduct(shop, { id, version, draft: hoodie({ pictures: [] }) })
    await daysPass(35)
    expect(await keys()).toEqual([onSale.key, archived.key, ordered.key].toSorted())
  })

  test('a picture that a product lost has its month from then on, however old it is', async () => {
    const { key, ...rest } = await upload()
    const { id, version } = await withPictures({ key, ...rest })
    await daysPass(40)
    await saveProduct(shop, { id, version, draft: hoodie({ pictures: [] }) })
    await daysPass(27)
    expect(await keys()).toEqual([key])
    await daysPass(4)
    expect(await keys()).toEqual([])
  })

  test('a product is not saved with a picture that is gone, and what was saved before stays as it was', async () => {
    const [gone, there] = [await upload(), await upload()]
    const { id, version } = await withPictures(there)
    await daysPass(32)
    const draft = hoodie({ name: 'Other', pictures: [there, gone] })
    const refusal = { kind: 'pictures-gone', keys: [gone.key] }
    expect(await saveProduct(shop, { id, version, draft })).toEqual(refusal)
    expect(await saveProduct(shop, { draft })).toEqual(refusal)
    expect(await shop.catalog.find(id)).toMatchObject({ name: 'Emblem Hoodie', version, pictures: [there] })
    expect(await shop.catalog.count()).toBe(1)
  })

  test('a picture that is saved while several processes sweep is kept, or the save is refused', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => upload()))
    shop.pass(31 * DAY_MS)
    const [saves] = await Promise.all([
      Promise.all(all.map((picture) => saveProduct(shop, { draft: hoodie({ pictures: [picture] }) }))),
      ...Array.from({ length: 3 }, () => sweepPictures(shop)),
    ])
    const left = new Set(await keys())
    expect(shop.failures).toEqual([])
    for (const [index, saved] of saves.entries()) {
      if (!('kind' in saved)) expect(left).toContain(all[index]?.key)
    }
    await sweepPictures(shop)
    for (const { key } of saves.flatMap((saved) => ('kind' in saved ? [] : saved.pictures))) {
      expect(left).toContain(key)
    }
  })

  test('many pictures are looked at in pieces, and a round goes on where the last one ended', async () => {
    const listed: string[] = []
    const many = Array.from({ length: 450 }, (_, index) => String(index).padStart(24, '0'))
    shop.images = {
      ...shop.images,
      removeUnfinished: async () => 0,
      keep: async () => [],
      list: async ({ after, limit }) => {
        listed.push(after)
        return many
          .filter((key) => key > after)
          .slice(0, limit)
          .map((key) => ({ key, wantedAt: shop.now() }))
      },
    }
    let after = ''
    for (let round = 0; round < 4; round += 1) after = await sweepPictures(shop, after)
    expect(listed).toEqual(['', many[199], many[399], ''])
  })
})
