import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Shop } from '#operations/shop.ts'
import { DiskImages } from '#providers/images/disk-images.ts'
import { PicturesBusy, type ImageStore } from '#providers/images/image-store.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { picture } from '#web/api/catalog/picture.ts'

let folder: string
let images: DiskImages
let key: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-addresses-'))
  const workerFile = join(import.meta.dirname, '../../../providers/images/making/picture-worker.ts')
  images = new DiskImages({ folder, workerFile })
  const bytes = await sharp({ create: { width: 500, height: 625, channels: 3, background: '#c1121f' } })
    .png()
    .toBuffer()
  const stored = await images.store(new Blob([new Uint8Array(bytes)]).stream(), async () => {})
  if ('kind' in stored) throw new Error(stored.kind)
  key = stored.key
})

afterAll(async () => {
  await images.close()
  rmSync(folder, { recursive: true, force: true })
})

function ask(
  path: string,
  init: RequestInit = {},
  from: Pick<ImageStore, 'find'> = images,
): Promise<Response> {
  const shop = { images: from } as Shop
  return picture(new Request(`http://shop.test${path}`, init), { shop, address: '127.0.0.1' } as ApiContext)
}

describe('/pictures/…', () => {
  test.each(['avif', 'webp'] as const)(
    'serves a picture as %s that browsers may cache for good',
    async (format) => {
      const response = await ask(`/pictures/${key}-320.${format}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(`image/${format}`)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('content-length')).toBe(String(bytes.length))
      expect((await sharp(bytes).metadata()).width).toBe(320)
    },
  )

  test('HEAD returns the same headers without the picture', async () => {
    const got = await ask(`/pictures/${key}-320.webp`)
    const head = await ask(`/pictures/${key}-320.webp`, { method: 'HEAD' })
    expect([...head.headers]).toEqual([...got.headers])
    expect({ status: head.status, byteLength: (await head.arrayBuffer()).byteLength }).toEqual({
      status: 200,
      byteLength: 0,
    })
    await got.body?.cancel()
  })

  test('a browser that has the picture gets a 304', async () => {
    const { headers, body } = await ask(`/pictures/${key}-480.webp`)
    await body?.cancel()
    const etag = headers.get('etag') ?? ''
    const again = await ask(`/pictures/${key}-480.webp`, { headers: { 'if-none-match': `"x", W/${etag}` } })
    expect({ status: again.status, body: again.body, etag: again.headers.get('etag') }).toEqual({
      status: 304,
      body: null,
      etag,
    })
  })

  test.each([
    '/pictures/KEY-333.avif',
    '/pictures/KEY-1920.avif',
    '/pictures/KEY-320.png',
    '/pictures/KEY-320.avif.webp',
    '/pictures/KEY-0320.avif',
    '/pictures/KEY',
    '/pictures/000000000000000000000000-320.avif',
    '/pictures/..%2F..%2Fetc%2Fpasswd-320.avif',
    '/pictures/%2e%2e/KEY-320.avif',
    '/pictures/master-500x625.jpg',
  ])('%s is not found', async (path) => {
    const response = await ask(path.replace('KEY', key))
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('when the service that stores pictures fails, the response names no detail, only when to retry', async () => {
    const details = { supplier: 'S3', kind: 'unauthorized' } as const
    const away = { find: () => Promise.reject(new SupplierError('S3 answered 403: AccessDenied', details)) }
    const response = await ask(`/pictures/${key}-320.avif`, {}, away)
    expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '2',
    })
    expect(await response.text()).not.toContain('S3')
  })

  test('when too many pictures are being made, the response says when to retry', async () => {
    const busy = { find: () => Promise.reject(new PicturesBusy()) }
    const response = await ask(`/pictures/${key}-320.avif`, {}, busy)
    expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '2',
    })
  })
})
