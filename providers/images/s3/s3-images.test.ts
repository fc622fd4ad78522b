import { existsSync, utimesSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { filmStoreContract } from '#providers/images/films/film-store.contract.ts'
import { granted, imageStoreContract, painting, streamOf } from '#providers/images/image-store.contract.ts'
import type { StoredPicture } from '#providers/images/image-store.ts'
import { widthFile } from '#providers/images/picture-files.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { startS3Server, type S3Server } from '#test/fakes/s3-server.ts'
import {
  closeStores,
  stored,
  storeSurroundings,
  type StoreSurroundings,
} from '#test/support/pictures/picture-store.ts'
import type { S3Settings } from './s3-bucket.ts'
import { S3Images } from './s3-images.ts'

let server: S3Server
const opened: { images: S3Images; surroundings: StoreSurroundings }[] = []

beforeAll(async () => {
  server = await startS3Server()
})
beforeEach(() => server.disturb(null))
afterAll(async () => {
  await server.disturb(null)
  await closeStores(opened)
  await server.close()
})

function open(changes: Partial<S3Settings> = {}, timeoutMs = 20_000) {
  const settings = { ...server.key, bucket: server.bucket, address: `${server.url}/${server.bucket}` }
  const surroundings = storeSurroundings()
  const images = new S3Images(
    { ...settings, publicUrl: null, ...changes },
    { ...surroundings.options, timeoutMs },
  )
  const all = { images, surroundings, reported: surroundings.reported }
  opened.push(all)
  return all
}

const namesOf = ({ key }: StoredPicture) =>
  [...server.objects.keys()].filter((name) => name.includes(key)).sort()
const publicly = () => ({ publicUrl: `${server.url}/${server.bucket}` })

describe('through the shop', () => {
  test('addresses are on the shop’s host, and no page allows another origin', () => {
    const { images } = open()
    expect(images.url('0'.repeat(24), 480, 'avif')).toBe(`/pictures/${'0'.repeat(24)}-480.avif`)
    expect(images.origins).toEqual([])
  })

  test('a width that one process made is read by another, not made again, and then kept as a local copy', async () => {
    const one = open(publicly()).images
    const picture = await stored(one)
    const first = await one.find(picture.key, 320, 'webp')
    const other = open().images
    const asked = server.requests.length
    const found = await other.find(picture.key, 320, 'webp')
    const again = await other.find(picture.key, 320, 'webp')
    const ofPicture = server.requests.slice(asked).filter(({ url }) => url.includes(picture.key))
    expect(ofPicture.map(({ method }) => method)).toEqual(['GET'])
    const bytes = [first, found, again].map((file) => file && new Response(file.stream()).arrayBuffer())
    const [made, ...read] = (await Promise.all(bytes)).map((buffer) =>
      Buffer.from(buffer ?? new ArrayBuffer(0)),
    )
    expect(read.every((copy) => made?.equals(copy))).toBe(true)
  })

  test('local copies are deleted after a week, and made again on demand', async () => {
    const { images, surroundings } = open(publicly())
    const picture = await stored(images)
    expect(await images.find(picture.key, 320, 'webp')).not.toBe(null)
    const { folder } = surroundings.options
    const copy = widthFile(folder, picture.key, 320, 'webp')
    const weekAgo = Date.now() / 1_000 - 7 * 86_400
    utimesSync(copy, weekAgo + 3_600, weekAgo + 3_600)
    await images.removeUnfinished(0)
    expect(existsSync(copy)).toBe(true)
    utimesSync(copy, weekAgo - 60, weekAgo - 60)
    await images.removeUnfinished(0)
    expect(existsSync(copy)).toBe(false)
    expect(await images.find(picture.key, 320, 'webp')).not.toBe(null)
    expect(existsSync(copy)).toBe(true)
  })

  test('a picture that another process removes while a width is being made does not come back', async () => {
    const { images } = open(publicly())
    const picture = await stored(images)
    for (const name of namesOf(picture)) if (name.startsWith('pictures/')) server.objects.delete(name)
    const other = open().images
    const before = server.requests.length
    const asked = other.find(picture.key, 320, 'avif')
    const isReading = () => server.requests.slice(before).some(({ url }) => url.includes('/masters/'))
    await expect.poll(isReading).toBe(true)
    await images.remove(picture.key)
    await asked.catch(() => null)
    expect(namesOf(picture)).toEqual([])
  })
})

describe('with a public address', () => {
  test('all widths are in the bucket, cacheable for good, before the picture counts as stored', async () => {
    const { images } = open(publicly())
    const picture = await stored(images, 500, 600)
    expect(images.origins).toEqual([server.url])
    expect(images.url(picture.key, 480, 'avif')).toBe(
      `${server.url}/${server.bucket}/pictures/${picture.key}-480.avif`,
    )
    expect(namesOf(picture)).toEqual([
      `masters/${picture.key}-500x600.jpg`,
      ...['320.avif', '320.webp', '480.avif', '480.webp'].map((made) => `pictures/${picture.key}-${made}`),
    ])
    expect(server.objects.get(`pictures/${picture.key}-480.avif`)?.headers).toEqual({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('an interrupted upload is completed by the next upload of the same picture', async () => {
    const { images } = open(publicly())
    const bytes = await painting(500, 610).jpeg().toBuffer()
    const send = () => images.store(streamOf(bytes), granted)
    const picture = (await send()) as StoredPicture
    server.objects.delete(`pictures/${picture.key}-480.webp`)
    expect(await send()).toEqual(picture)
    expect(namesOf(picture)).toHaveLength(5)
  })
})

describe('when S3 fails', () => {
  test.each([
    ['refused', 'unreachable', 'S3 cannot be reached (ECONNREFUSED).'],
    ['slow', 'timeout', 'S3 did not answer within 0.2 s.'],
    ['half-an-answer', 'unreachable', 'S3 cannot be reached'],
    ['not-json', 'unreadable', 'S3 gave an answer that the shop does not understand.'],
    ['not-http', 'unreadable', 'S3 does not answer in HTTP.'],
    [
      { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' },
      'unauthorized',
      'S3 answered 403: SignatureDoesNotMatch',
    ],
    [
      { status: 404, body: '<Error><Code>NoSuchBucket</Code><Message>None.</Message></Error>' },
      'not-found',
      'S3 answered 404: None. (NoSuchBucket)',
    ],
    [{ status: 404, body: { message: 'none' } }, 'not-found', 'S3 answered 404'],
    [
      { status: 413, body: '<Error><Code>EntityTooLarge</Code></Error>' },
      'refused',
      'S3 answered 413: EntityTooLarge',
    ],
    [{ status: 429, headers: { 'retry-after': '30' } }, 'rate-limited', 'S3 answered 429'],
    [{ status: 500 }, 'failing', 'S3 answered 500'],
    [{ status: 503, body: '<Error><Code>SlowDown</Code></Error>' }, 'failing', 'S3 answered 503: SlowDown'],
  ] as const)('%j: listing fails as %s, with a message for staff', async (fault, kind, words) => {
    const { images, reported } = open({}, fault === 'slow' ? 200 : 20_000)
    await server.disturb(fault)
    const error = await images.list('', 10).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SupplierError)
    expect(error).toMatchObject({ kind, message: expect.stringContaining(words) })
    if (fault !== 'not-json') expect(reported).toEqual([expect.stringContaining(words)])
    expect(JSON.stringify([reported, String(error)])).not.toContain(server.key.secretAccessKey)
  })

  test('an upload fails and leaves nothing; a picture with a local copy can be read, another cannot', async () => {
    const { images, reported } = open()
    const picture = await stored(images)
    expect(await images.find(picture.key, 320, 'webp')).not.toBe(null)
    await images.close()
    const before = server.objects.size
    await server.disturb({ status: 403 })
    const other = open().images
    await expect(stored(other)).rejects.toThrow('S3 answered 403')
    await expect(other.find(picture.key, 320, 'webp')).rejects.toThrow(SupplierError)
    expect((await images.find(picture.key, 320, 'webp'))?.bytes).toBeGreaterThan(0)
    expect(server.objects.size).toBe(before)
    expect(reported.every((words) => words === null)).toBe(true)
  })

  test('a failed call is tried once more, and a success then counts as a working connection', async () => {
    const { images, reported } = open()
    server.failures = 1
    expect(await images.list('', 10)).toHaveProperty('keys')
    expect(server.failures).toBe(0)
    expect(reported).toEqual([null])
  })

  test('a wrong secret and a wrong region have different messages', async () => {
    const wrong = open({ secretAccessKey: 'wrong' }).images
    await expect(wrong.list('', 1)).rejects.toThrow('(SignatureDoesNotMatch)')
    await expect(open({ region: 'eu-west-1' }).images.list('', 1)).rejects.toThrow(
      '(AuthorizationHeaderMalformed)',
    )
  })
})

describe('trying the connection', () => {
  test('stores, reads and deletes a picture', async () => {
    const { images } = open()
    const before = [...server.objects.keys()]
    expect(await images.connection.test({ email: 'owner@shop.example' })).toBe(
      'A test image was stored in the bucket shop-pictures, read, and deleted.',
    )
    expect([...server.objects.keys()]).toEqual(before)
  })

  test('a bucket that visitors cannot read is reported, and nothing is left in it', async () => {
    const { images } = open(publicly())
    const before = [...server.objects.keys()]
    const trying = () => images.connection.test({ email: 'owner@shop.example' })
    await expect(trying()).rejects.toThrow('The public address of the bucket (S3_PUBLIC_URL) answered 403')
    server.isPublic = true
    expect(await trying()).toContain('read at its public address')
    expect([...server.objects.keys()]).toEqual(before)
  })
})

describe('a store of S3', () => {
  let images: S3Images
  beforeAll(() => {
    images = open().images
  })
  imageStoreContract(() => images)
  filmStoreContract(() => images)
})
