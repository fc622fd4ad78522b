import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#config'
import { openShop } from '#open-shop'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { storePicture } from '#operations/catalog/store-picture.ts'
import { painting, streamOf } from '#providers/images/image-store.contract.ts'
import { startCloudinaryServer, type CloudinaryServer } from '#test/fakes/cloudinary-server.ts'
import { startS3Server, type S3Server } from '#test/fakes/s3-server.ts'
import { serveShop } from '#test/support/serve-shop.ts'
import { hoodie } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'

let s3: S3Server
let cloudinary: CloudinaryServer
let folder: string

beforeAll(async () => {
  s3 = await startS3Server()
  s3.isPublic = true
  cloudinary = await startCloudinaryServer()
  folder = mkdtempSync(join(tmpdir(), 'redemption-open-'))
})
afterAll(async () => {
  await s3.close()
  await cloudinary.close()
  rmSync(folder, { recursive: true, force: true })
})

const bucket = () => ({
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: s3.url,
  S3_REGION: s3.key.region,
  S3_ACCESS_KEY_ID: s3.key.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.key.secretAccessKey,
})
const failures: string[] = []
const log = { info() {}, error: (message: string) => void failures.push(message) }

describe('The settings choose where pictures are', () => {
  test.each([
    ['the data folder', () => ({}), null],
    ['a private bucket', bucket, null],
    ['a public bucket', () => ({ ...bucket(), S3_PUBLIC_URL: `${s3.url}/${s3.bucket}` }), () => s3.url],
    [
      'Cloudinary',
      () => ({
        CLOUDINARY_URL: `cloudinary://${cloudinary.key.apiKey}:${cloudinary.key.apiSecret}@demo`,
        CLOUDINARY_API_BASE: cloudinary.url,
      }),
      () => cloudinary.url,
    ],
  ])(
    '%s: an uploaded picture appears on the page of its product, whose headers allow it',
    async (name, settings, origin) => {
      const DATA_DIR = join(folder, name.replaceAll(' ', '-'))
      const opened = await openShop(readConfig({ DATA_DIR, ...settings() }), import.meta.dirname, log)
      const { shop } = opened
      const served = await serveShop(shop)
      const stored = await storePicture(shop, streamOf(await painting(500, 625).jpeg().toBuffer()))
      if ('kind' in stored) throw new Error(`Refused: ${stored.kind}`)
      const draft = hoodie({ pictures: [{ ...stored, alt: 'Front' }] })
      expect(await saveProduct(shop, { id: toProductId('tee'), draft })).toMatchObject({ id: 'tee' })

      const page = await fetch(`${served.url}/product/tee`)
      const [, address = ''] = /srcset="(\S+) 320w/i.exec(await page.text()) ?? []
      const policy = page.headers.get('content-security-policy')
      const sources = origin === null ? "img-src 'self' data:;" : `img-src 'self' data: ${origin()};`
      expect(policy).toContain(sources)
      const shown = await fetch(new URL(address, served.url), { headers: { accept: 'image/avif' } })
      expect(shown.headers.get('content-type')).toBe('image/avif')
      expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ width: 320 })
      expect(shop.connections.map(({ need }) => need)).toEqual(name === 'the data folder' ? [] : ['pictures'])
      await served.close()
      await opened.close()
      expect(failures).toEqual([])
    },
  )
})
