import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { granted, imageStoreContract, painting, streamOf } from '#providers/images/image-store.contract.ts'
import type { StoredPicture } from '#providers/images/image-store.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { startCloudinaryServer, type CloudinaryServer } from '#test/fakes/cloudinary-server.ts'
import {
  closeStores,
  stored,
  storeSurroundings,
  type StoreSurroundings,
} from '#test/support/pictures/picture-store.ts'
import { CloudinaryImages } from './cloudinary-images.ts'

let server: CloudinaryServer
const opened: { images: CloudinaryImages; surroundings: StoreSurroundings }[] = []

beforeAll(async () => {
  server = await startCloudinaryServer()
})
beforeEach(() => server.disturb(null))
afterAll(async () => {
  await server.disturb(null)
  await closeStores(opened)
  await server.close()
})

function open({ apiSecret = server.key.apiSecret, timeoutMs = 20_000 } = {}) {
  const { cloud, key, url } = server
  const surroundings = storeSurroundings()
  const settings = { cloud, ...key, apiSecret, api: `${url}/v1_1/${cloud}`, delivery: `${url}/${cloud}` }
  const images = new CloudinaryImages(settings, { ...surroundings.options, timeoutMs })
  const all = { images, surroundings, reported: surroundings.reported }
  opened.push(all)
  return all
}

describe('what is sent', () => {
  test('the master goes there under the hash of its content, upright and without metadata', async () => {
    const photo = await painting(500, 300)
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '52/1 7/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { key } = (await open().images.store(streamOf(photo), granted)) as StoredPicture
    const { bytes = Buffer.alloc(0) } = server.assets.get(`redemption/${key}`) ?? {}
    expect(createHash('sha256').update(bytes).digest('hex')).toContain(key)
    const { width, height, exif, orientation } = await sharp(bytes).metadata()
    expect({ width, height, exif, orientation }).toEqual({
      width: 300,
      height: 500,
      exif: undefined,
      orientation: undefined,
    })
  })

  test('the key is sent in a header, and neither key nor secret in an address or a body', async () => {
    const { images } = open()
    await images.remove((await stored(images)).key)
    const asked = server.requests.filter(({ url }) => url.startsWith('/v1_1/'))
    expect(asked.every(({ headers }) => headers.authorization?.startsWith('Basic '))).toBe(true)
    const { apiKey, apiSecret } = server.key
    for (const { url, body } of asked) {
      for (const secret of [apiKey, apiSecret]) expect(url + body.toString('latin1')).not.toContain(secret)
    }
  })
})

describe('what pages show of a picture', () => {
  test('browsers get the best format and quality in the requested width, from Cloudinary', async () => {
    const { images } = open()
    const { key } = await stored(images, 700, 875)
    const { images: real } = {
      images: new CloudinaryImages(
        {
          cloud: 'demo',
          ...server.key,
          api: 'https://api.example',
          delivery: 'https://res.cloudinary.com/demo',
        },
        open().surroundings.options,
      ),
    }
    expect(real.url(key, 480, 'avif')).toBe(
      `https://res.cloudinary.com/demo/image/upload/c_limit,f_auto,q_auto,w_480/v1/redemption/${key}`,
    )
    expect(real.origins).toEqual(['https://res.cloudinary.com'])
    const shown = await fetch(images.url(key, 480, 'avif'), { headers: { accept: 'image/avif,image/webp' } })
    expect(shown.headers.get('content-type')).toBe('image/avif')
    expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ width: 480 })
    const plain = await fetch(images.url(key, 640, 'webp'))
    expect(plain.headers.get('content-type')).toBe('image/webp')
  })

  test('the former address of a picture in the shop fetches it once, without the rate-limited admin API', async () => {
    const { key } = await stored(open().images)
    const { images } = open()
    const asked = server.requests.length
    const found = await images.find(key, 320, 'avif')
    expect((await images.find(key, 320, 'avif'))?.etag).toBe(found?.etag)
    const urls = server.requests.slice(asked).map(({ url }) => url)
    expect(urls).toEqual(
      ['fl_getinfo', 'c_limit,f_avif,q_auto,w_320'].map(
        (how) => `/demo/image/upload/${how}/v1/redemption/${key}`,
      ),
    )
  })

  test('pictures of the account that are not the shop’s are neither listed nor removed', async () => {
    const bytes = await painting(20, 20).png().toBuffer()
    const other = { bytes, width: 20, height: 20, format: 'png' }
    for (const id of ['redemption/logo', 'holiday', '0'.repeat(24)]) server.assets.set(id, other)
    const { images } = open()
    expect((await images.list('', 500)).keys).not.toContain('0'.repeat(24))
    expect(await images.remove('0'.repeat(24))).toBe(false)
    expect(await images.remove('logo')).toBe(false)
    expect(server.assets.has('holiday') && server.assets.has('redemption/logo')).toBe(true)
  })
})

describe('when Cloudinary fails', () => {
  const says = (message: string) => ({ body: { error: { message } } })
  test.each([
    ['refused', 'unreachable', 'Cloudinary cannot be reached (ECONNREFUSED).'],
    ['slow', 'timeout', 'Cloudinary did not answer within 0.2 s.'],
    ['half-an-answer', 'unreachable', 'Cloudinary cannot be reached'],
    ['not-json', 'unreadable', 'Cloudinary gave an answer that the shop does not understand.'],
    ['not-http', 'unreadable', 'Cloudinary does not answer in HTTP.'],
    [
      { status: 400, ...says('Invalid image file') },
      'refused',
      'Cloudinary answered 400: Invalid image file',
    ],
    [
      { status: 401, ...says('api_secret mismatch') },
      'unauthorized',
      'Cloudinary answered 401: api_secret mismatch',
    ],
    [{ status: 403, body: 'blocked' }, 'unauthorized', 'Cloudinary answered 403: blocked'],
    [{ status: 404, body: 'NOT FOUND' }, 'not-found', 'Cloudinary answered 404: NOT FOUND'],
    [
      { status: 404, ...says('Resource not found') },
      'not-found',
      'Cloudinary answered 404: Resource not found',
    ],
    [
      { status: 413, ...says('File size too large') },
      'refused',
      'Cloudinary answered 413: File size too large',
    ],
    [{ status: 420, ...says('Rate Limit Exceeded') }, 'rate-limited', 'Cloudinary answered 420: Rate Limit'],
    [{ status: 429, headers: { 'retry-after': '60' } }, 'rate-limited', 'Cloudinary answered 429'],
    [{ status: 500, body: '<h1>Oops</h1>' }, 'failing', 'Cloudinary answered 500'],
  ] as const)('%j: an upload fails as %s, with a message for staff', async (fault, kind, words) => {
    const { images, reported } = open(fault === 'slow' ? { timeoutMs: 200 } : {})
    const bytes = await painting(60, 80).jpeg().toBuffer()
    await server.disturb(fault)
    const before = server.assets.size
    const error = await images.store(streamOf(bytes), granted).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SupplierError)
    expect(error).toMatchObject({ kind, message: expect.stringContaining(words) })
    expect(reported.at(-1)).toContain(words)
    expect(server.assets.size).toBe(before)
  })

  test('messages never contain the secret', async () => {
    const { images } = open()
    await server.disturb({ status: 401, ...says(`unknown ${server.key.apiSecret} of ${server.key.apiKey}`) })
    await expect(images.list('', 1)).rejects.toThrow('Cloudinary answered 401: unknown … of …')
  })
})

describe('trying the connection', () => {
  test('stores, shows and deletes a picture', async () => {
    const before = [...server.assets.keys()]
    expect(await open().images.connection.test({ email: 'owner@shop.example' })).toBe(
      'A test image was stored in the cloud demo, delivered, and deleted.',
    )
    expect([...server.assets.keys()]).toEqual(before)
  })

  test('a wrong secret is reported in Cloudinary’s words', async () => {
    const { images } = open({ apiSecret: 'wrong' })
    const trying = images.connection.test({ email: 'owner@shop.example' })
    await expect(trying).rejects.toThrow('Cloudinary answered 401: api_secret mismatch')
  })
})

describe('a store at Cloudinary', () => {
  let images: CloudinaryImages
  beforeAll(() => {
    images = open().images
  })
  imageStoreContract(() => images)
})
