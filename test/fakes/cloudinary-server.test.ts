import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import sharp from 'sharp'
import { cloudinarySignature } from './cloudinary-credentials.ts'
import { startCloudinaryServer, type CloudinaryServer } from './cloudinary-server.ts'

type Sdk = typeof import('cloudinary').v2

let server: CloudinaryServer
let sdk: Sdk

beforeAll(async () => {
  server = await startCloudinaryServer()
  const { apiKey, apiSecret } = server.key
  // The SDK chooses between http and https when it is loaded.
  vi.stubEnv('CLOUDINARY_URL', `cloudinary://${apiKey}:${apiSecret}@demo?upload_prefix=${server.url}`)
  sdk = (await import('cloudinary')).v2
  return () => vi.unstubAllEnvs()
})
afterAll(() => server.close())

const picture = async () =>
  `data:image/jpeg;base64,${(
    await sharp({ create: { width: 40, height: 50, channels: 3, background: '#c1121f' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')}`

test('a signature matches the documented example', () => {
  const parameters = {
    eager: 'w_400,h_300,c_pad|w_260,h_200,c_crop',
    public_id: 'sample_image',
    timestamp: 1_315_060_510,
  }
  expect(cloudinarySignature(parameters, 'abcd')).toBe('bfd09f95f331f558cbd1320e67aa8d488770583e')
})

test('Cloudinary’s own SDK uploads, lists, finds, shows and deletes a picture', async () => {
  const file = `${import.meta.dirname}/../../demo/pictures/crew-sock-front.jpg`
  const uploaded = await sdk.uploader.upload(file, { public_id: 'shop/one' })
  expect(uploaded).toMatchObject({ public_id: 'shop/one', format: 'jpg', resource_type: 'image' })
  const again = await sdk.uploader.upload(file, { public_id: 'shop/one', overwrite: false })
  expect(again).toMatchObject({ public_id: 'shop/one', existing: true })
  await sdk.uploader.upload(file, { public_id: 'shop/two' })
  const first = await sdk.api.resources({ type: 'upload', prefix: 'shop/', max_results: 1 })
  expect(first.resources.map(({ public_id: id }: { public_id: string }) => id)).toEqual(['shop/one'])
  const rest = await sdk.api.resources({ type: 'upload', prefix: 'shop/', next_cursor: first.next_cursor })
  expect(rest.resources.map(({ public_id: id }: { public_id: string }) => id)).toEqual(['shop/two'])
  const some = await sdk.api.resources_by_ids(['shop/two', 'shop/none'])
  expect(some.resources).toHaveLength(1)
  const path = new URL(
    sdk.url('shop/one', { fetch_format: 'auto', quality: 'auto', width: 30, crop: 'limit' }),
  ).pathname
  const shown = await fetch(server.url + path, { headers: { accept: 'image/avif,*/*' } })
  expect(shown.headers.get('content-type')).toBe('image/avif')
  expect(await sdk.uploader.destroy('shop/one')).toEqual({ result: 'ok' })
  expect(await sdk.uploader.destroy('shop/one')).toEqual({ result: 'not found' })
})

test('Cloudinary’s own SDK is refused with a wrong secret, and with a file that is not a picture', async () => {
  const wrong = sdk.uploader.upload(await picture(), { api_secret: 'wrong' })
  await expect(wrong).rejects.toMatchObject({ message: 'Invalid Signature', http_code: 401 })
  const file = import.meta.filename
  await expect(sdk.uploader.upload(file, {})).rejects.toMatchObject({ message: 'Invalid image file' })
})
