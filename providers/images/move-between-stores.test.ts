import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCloudinaryServer, type CloudinaryServer } from '#test/fakes/cloudinary-server.ts'
import { startS3Server, type S3Server } from '#test/fakes/s3-server.ts'
import { storeSurroundings } from '#test/support/pictures/picture-store.ts'
import { CloudinaryImages } from './cloudinary/cloudinary-images.ts'
import { DiskImages } from './disk-images.ts'
import { FILM } from './films/film-store.contract.ts'
import { granted, painting, streamOf } from './image-store.contract.ts'
import type { MovableStore, PictureFiles } from './movable-store.ts'
import { movePictures } from './move-pictures.ts'
import { S3Images } from './s3/s3-images.ts'

let s3: S3Server
let cloudinary: CloudinaryServer
const here = [storeSurroundings(), storeSurroundings(), storeSurroundings()] as const
let disk: DiskImages
let bucket: S3Images
let cloud: CloudinaryImages

beforeAll(async () => {
  s3 = await startS3Server()
  cloudinary = await startCloudinaryServer()
  const address = `${s3.url}/${s3.bucket}`
  const account = { cloud: cloudinary.cloud, ...cloudinary.key }
  const places = { api: `${cloudinary.url}/v1_1/demo`, delivery: `${cloudinary.url}/demo` }
  disk = new DiskImages(here[0].options)
  bucket = new S3Images({ ...s3.key, bucket: s3.bucket, address, publicUrl: address }, here[1].options)
  cloud = new CloudinaryImages({ ...account, ...places }, here[2].options)
})
afterAll(async () => {
  for (const store of [disk, bucket, cloud]) await store.close()
  for (const { remove } of here) remove()
  await s3.close()
  await cloudinary.close()
})

async function masterIn(store: MovableStore, key: string): Promise<Buffer> {
  const { master } = (await store.take(key)) as PictureFiles
  return Buffer.from(await master.content.arrayBuffer())
}

test('pictures move from disk to Cloudinary, on to a public bucket that gets all widths, and stay the same', async () => {
  const clear = await painting(340, 400).ensureAlpha(0.5).png().toBuffer()
  const keys: string[] = []
  for (const upload of [await painting(500, 600).jpeg().toBuffer(), clear]) {
    const stored = await disk.store(streamOf(upload), granted)
    if ('key' in stored) keys.push(stored.key)
  }
  for (const [from, to] of [
    [disk, cloud],
    [cloud, bucket],
  ] as const) {
    expect(await movePictures(from, to, () => {})).toMatchObject({ all: 2, moved: 2, damaged: [] })
  }
  for (const key of keys) {
    const original = await masterIn(disk, key)
    expect(original.equals(await masterIn(cloud, key))).toBe(true)
    expect(original.equals(await masterIn(bucket, key))).toBe(true)
  }
  const widths = [...s3.objects.keys()].filter((name) => name.startsWith('pictures/')).sort()
  const [jpeg, webp] = keys
  expect(widths).toEqual(
    [
      ...['320.avif', '320.webp', '480.avif', '480.webp'].map((made) => `pictures/${jpeg}-${made}`),
      ...['320.avif', '320.webp'].map((made) => `pictures/${webp}-${made}`),
    ].sort(),
  )
})

test('a film moves from disk to a bucket and back with the pictures, and is left out for Cloudinary', async () => {
  const film = await disk.films.store(streamOf(FILM), granted)
  if ('kind' in film) throw new Error(`Refused: ${film.kind}`)
  const { key, type } = film
  expect(await movePictures(disk, cloud, () => {})).toMatchObject({ films: [key], damaged: [] })
  expect(await cloud.missing([key])).toEqual([key])
  expect(await movePictures(disk, bucket, () => {})).toMatchObject({ moved: 1, films: [], damaged: [] })
  expect((await masterIn(disk, key)).equals(await masterIn(bucket, key))).toBe(true)
  expect([...s3.objects.keys()].filter((name) => name.includes(key))).toEqual([`masters/${key}-1280x720.mp4`])
  expect((await bucket.films.find(key, type))?.bytes).toBe(FILM.length)
  await disk.remove(key)
  expect(await movePictures(bucket, disk, () => {})).toMatchObject({ moved: 1 })
  expect((await disk.films.find(key, type))?.bytes).toBe(FILM.length)
})
