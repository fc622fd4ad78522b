import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storePicture } from '#operations/catalog/store-picture.ts'
import { CloudinaryImages } from '#providers/images/cloudinary/cloudinary-images.ts'
import { granted, painting, streamOf } from '#providers/images/image-store.contract.ts'
import type { OutsideImages } from '#providers/images/image-store-adapter.ts'
import { S3Images } from '#providers/images/s3/s3-images.ts'
import { startCloudinaryServer, type CloudinaryServer } from '#test/fakes/cloudinary-server.ts'
import { startS3Server, type S3Server } from '#test/fakes/s3-server.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { storeSurroundings } from '#test/support/pictures/picture-store.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const HOUR_MS = 3_600_000
/** S3 is asked for the width and the master, Cloudinary for the size. */
const CALLS = { s3: 2, cloudinary: 1 }
const anyKey = () => randomBytes(12).toString('hex')

describeOnEachDatabase('Pictures that are not in the outside store', (open) => {
  let s3: S3Server
  let cloudinary: CloudinaryServer
  let ends: (() => Promise<void> | void)[]

  beforeEach(async () => {
    s3 = await startS3Server()
    cloudinary = await startCloudinaryServer()
    ends = []
  })
  afterEach(async () => {
    for (const end of ends.toReversed()) await end()
    await s3.close()
    await cloudinary.close()
  })

  function openImages(at: keyof typeof CALLS): OutsideImages {
    const { options, remove } = storeSurroundings()
    const { cloud, key, url } = cloudinary
    const images =
      at === 's3'
        ? new S3Images(
            { ...s3.key, bucket: s3.bucket, address: `${s3.url}/${s3.bucket}`, publicUrl: null },
            options,
          )
        : new CloudinaryImages(
            { cloud, ...key, api: `${url}/v1_1/${cloud}`, delivery: `${url}/${cloud}` },
            options,
          )
    ends.push(remove, () => images.close())
    return images
  }

  /** One process of the shop. */
  async function openProcess(at: keyof typeof CALLS = 's3'): Promise<{ shop: TestShop; served: ServedShop }> {
    const shop = await openTestShop(open())
    shop.images = openImages(at)
    const served = await serveShop(shop)
    ends.push(() => served.close())
    return { shop, served }
  }

  const ask = async ({ url }: ServedShop, name: string, network = '203.0.113.7') => {
    const answer = await fetch(`${url}/pictures/${name}`, { headers: { 'x-forwarded-for': network } })
    await answer.arrayBuffer()
    return { status: answer.status, wait: answer.headers.get('retry-after') }
  }
  const aPicture = async () => streamOf(await painting(340, 450).jpeg().toBuffer())

  async function uploaded(shop: TestShop): Promise<string> {
    const stored = await storePicture(shop, await aPicture())
    if ('kind' in stored) throw new Error(stored.kind)
    return stored.key
  }

  test('are not looked up when the name cannot be a key', async () => {
    const { served } = await openProcess()
    for (const key of [
      'favicon',
      'x'.repeat(64),
      anyKey().toUpperCase(),
      `${anyKey()}0`,
      anyKey().slice(1),
    ]) {
      expect(await ask(served, `${key}-320.webp`)).toEqual({ status: 404, wait: null })
    }
    expect(s3.requests).toHaveLength(0)
  })

  test.each(['s3', 'cloudinary'] as const)(
    'are looked up at %s once in half a minute, however often they are requested',
    async (at) => {
      const { shop, served } = await openProcess(at)
      const { requests } = at === 's3' ? s3 : cloudinary
      const name = `${anyKey()}-320.webp`
      for (let times = 0; times < 100; times += 1) expect((await ask(served, name)).status).toBe(404)
      expect(requests).toHaveLength(CALLS[at])
      shop.pass(31_000)
      expect((await ask(served, name)).status).toBe(404)
      expect(requests).toHaveLength(2 * CALLS[at])
    },
  )

  test.each(['s3', 'cloudinary'] as const)(
    'cost %s thirty lookups for a network that invents keys, and other networks see their pictures',
    async (at) => {
      const { shop, served } = await openProcess(at)
      const { requests } = at === 's3' ? s3 : cloudinary
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => ask(served, `${anyKey()}-320.webp`)),
      )
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(30)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(170)
      expect(answers.find(({ status }) => status === 429)?.wait).toBe('2')
      expect(requests).toHaveLength(30 * CALLS[at])
      expect((await ask(served, `${anyKey()}-320.webp`, '198.51.100.7')).status).toBe(404)
      expect((await ask(served, `${await uploaded(shop)}-320.webp`)).status).toBe(200)
    },
  )

  test('cost S3 at most three hundred lookups when many networks invent keys', async () => {
    const { served } = await openProcess()
    const askFrom = (number: number) => ask(served, `${anyKey()}-320.webp`, `203.0.113.${number % 40}`)
    const answers = await Promise.all(Array.from({ length: 400 }, (_, index) => askFrom(index)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100)
    expect(s3.requests).toHaveLength(600)
  })

  test('are shown by every process once they are uploaded, even when they were requested before', async () => {
    const [one, other] = [await openProcess(), await openProcess()]
    const bytes = await painting(350, 450).jpeg().toBuffer()
    let key = ''
    const refuse = async (claimed: string) => {
      key = claimed
      throw new Error('not yet')
    }
    await expect(one.shop.images.store(streamOf(bytes), refuse)).rejects.toThrow('not yet')
    for (const { served } of [one, other]) expect((await ask(served, `${key}-320.webp`)).status).toBe(404)
    expect(await storePicture(one.shop, streamOf(bytes))).toMatchObject({ key })
    for (const { served } of [one, other]) expect((await ask(served, `${key}-320.webp`)).status).toBe(200)
  })

  test('do not include stored pictures without a mark, as after a move', async () => {
    const { shop, served } = await openProcess()
    const stored = await shop.images.store(await aPicture(), granted)
    const key = 'key' in stored ? stored.key : ''
    await open().db.deleteFrom('picture_marks').execute()
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(served, `${key}-320.webp`)))
    expect(answers.map(({ status }) => status)).not.toContain(404)
    for (let times = 0; times < 30; times += 1) {
      expect((await ask(served, `${anyKey()}-320.webp`)).status).toBe(404)
    }
  })

  test('are looked up once in a width that the picture is too small for', async () => {
    const { shop, served } = await openProcess()
    const name = `${await uploaded(shop)}-1920.webp`
    expect((await ask(served, name)).status).toBe(404)
    await shop.images.close()
    const before = s3.requests.length
    for (let times = 0; times < 10; times += 1) expect((await ask(served, name)).status).toBe(404)
    shop.pass(HOUR_MS)
    expect((await ask(served, name)).status).toBe(404)
    expect(s3.requests).toHaveLength(before)
  })
})
