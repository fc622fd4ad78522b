import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Picture } from '#domain/catalog/product.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { storePicture } from '#operations/catalog/store-picture.ts'
import { sweepPictures } from '#operations/catalog/sweep-pictures.ts'
import { DiskImages } from '#providers/images/disk-images.ts'
import { PicturesBusy } from '#providers/images/image-store.ts'
import { painting, streamOf } from '#providers/images/image-store.contract.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 24 * 3_600_000
const workerFile = join(import.meta.dirname, '../../../providers/images/making/picture-worker.ts')

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
    const bytes = await painting(90, 120).jpeg().toBuffer()
    const stored = await storePicture(shop, streamOf(bytes))
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

  const keys = async () => (await images.list('', 100)).keys

  test('an upload that nobody saved is kept for a month, and then deleted', async () => {
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

  test('a picture that was removed from its product is kept for a month from then on, however old it is', async () => {
    const { key, ...rest } = await upload()
    const { id, version } = await withPictures({ key, ...rest })
    await daysPass(40)
    await saveProduct(shop, { id, version, draft: hoodie({ pictures: [] }) })
    await daysPass(27)
    expect(await keys()).toEqual([key])
    await daysPass(4)
    expect(await keys()).toEqual([])
  })

  test('a product cannot be saved with a deleted picture, and stays as it was saved before', async () => {
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
      const key = all[index]?.key
      if ('kind' in saved) expect(saved).toEqual({ kind: 'pictures-gone', keys: [key] })
      else expect(left).toContain(key)
    }
    await sweepPictures(shop)
    for (const { key } of saves.flatMap((saved) => ('kind' in saved ? [] : saved.pictures))) {
      expect(left).toContain(key)
    }
  })

  const marks = () => open().db.selectFrom('picture_marks').select(['key', 'removing_since']).execute()

  test('pictures without a mark, as before an upgrade, are kept for a month from when they are found', async () => {
    const { key } = await upload()
    await open().db.deleteFrom('picture_marks').execute()
    shop.pass(100 * DAY_MS)
    await sweepPictures(shop)
    await daysPass(29)
    expect(await keys()).toEqual([key])
    await daysPass(2)
    expect(await keys()).toEqual([])
  })

  test('a mark without a picture is deleted in time', async () => {
    const { key } = await upload()
    await images.remove(key)
    await daysPass(31)
    expect(await marks()).toEqual([{ key, removing_since: null }])
    await daysPass(3)
    expect(await marks()).toEqual([])
  })

  /** A store whose next removal waits for `proceed`, or fails. */
  function withRemoval(remove: (key: string) => Promise<boolean>): void {
    shop.images = new Proxy(images, {
      get(target, name) {
        if (name === 'remove') return remove
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  test('an interrupted removal is completed later, and until then no product can be saved with the picture', async () => {
    const picture = await upload()
    withRemoval(() => Promise.reject(new Error('the disk is gone')))
    shop.pass(31 * DAY_MS)
    await expect(sweepPictures(shop)).rejects.toThrow('the disk is gone')
    shop.images = images
    const saved = await saveProduct(shop, { draft: hoodie({ pictures: [picture] }) })
    expect(saved).toEqual({ kind: 'pictures-gone', keys: [picture.key] })
    await sweepPictures(shop)
    expect(await keys()).toEqual([picture.key])
    shop.pass(11 * 60_000)
    await sweepPictures(shop)
    expect({ keys: await keys(), marks: await marks() }).toEqual({ keys: [], marks: [] })
  })

  test('a picture that is uploaded again while its old copy is being removed exists afterwards', async () => {
    const bytes = await painting(90, 120).jpeg().toBuffer()
    const first = await storePicture(shop, streamOf(bytes))
    const began = Promise.withResolvers<void>()
    const proceed = Promise.withResolvers<void>()
    withRemoval(async (key) => {
      began.resolve()
      await proceed.promise
      return images.remove(key)
    })
    shop.pass(31 * DAY_MS)
    const sweep = sweepPictures(shop)
    await began.promise
    const again = storePicture(shop, streamOf(bytes))
    setTimeout(proceed.resolve, 300)
    expect(await again).toEqual(first)
    await sweep
    expect(await marks()).toMatchObject([{ removing_since: null }])
    expect(await images.missing(await keys())).toEqual([])
    expect(await keys()).toHaveLength(1)
  })

  test('an upload does not wait for a removal that never ends', async () => {
    const bytes = await painting(90, 120).jpeg().toBuffer()
    await storePicture(shop, streamOf(bytes))
    await open().db.updateTable('picture_marks').set({ removing_since: shop.now() }).execute()
    await expect(storePicture(shop, streamOf(bytes))).rejects.toThrow(PicturesBusy)
  })

  test('many pictures are checked in batches, and a round continues where the last one ended', async () => {
    const listed: string[] = []
    const many = Array.from({ length: 450 }, (_, index) => String(index).padStart(24, '0'))
    shop.images = {
      ...(await openTestShop(open())).images,
      removeUnfinished: async () => 0,
      list: async (from, limit) => {
        listed.push(from)
        const keys = many.filter((key) => key > from).slice(0, limit)
        return { keys, next: keys.length < limit ? '' : (keys.at(-1) ?? '') }
      },
    }
    let after = ''
    for (let round = 0; round < 4; round += 1) after = await sweepPictures(shop, after)
    expect(listed).toEqual(['', many[199], many[399], ''])
  })
})
