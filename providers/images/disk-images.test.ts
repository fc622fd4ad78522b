import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DiskImages } from './disk-images.ts'
import { filmStoreContract } from './films/film-store.contract.ts'
import { granted, imageStoreContract, painting, streamOf } from './image-store.contract.ts'
import type { StoredPicture } from './image-store.ts'
import { pictureFolder } from './picture-files.ts'

let folder: string
let images: DiskImages

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-pictures-'))
  images = new DiskImages({ folder, workerFile: join(import.meta.dirname, 'making/picture-worker.ts') })
})

afterAll(async () => {
  await images.close()
  rmSync(folder, { recursive: true, force: true })
})

async function stored(bytes: Uint8Array): Promise<StoredPicture> {
  const answer = await images.store(streamOf(bytes), granted)
  if ('kind' in answer) throw new Error(`Refused: ${answer.kind}`)
  return answer
}

function masterOf({ key }: StoredPicture): Buffer {
  const place = pictureFolder(folder, key)
  const name = readdirSync(place).find((file) => file.startsWith('master-'))
  return readFileSync(join(place, name ?? ''))
}

describe('storing', () => {
  test('camera data and location are removed, and the picture is stored upright', async () => {
    const bytes = await painting(500, 300)
      .withExif({ IFD0: { Make: 'Camera', Copyright: 'me' }, IFD3: { GPSLatitude: '52/1 7/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).orientation).toBe(6)
    const picture = await stored(bytes)
    expect(picture).toMatchObject({ width: 300, height: 500 })
    const { exif, orientation, icc } = await sharp(masterOf(picture)).metadata()
    expect({ exif, orientation, icc }).toEqual({ exif: undefined, orientation: undefined, icc: undefined })
  })

  test('colours of a wide profile are converted to sRGB', async () => {
    const red = sharp({ create: { width: 64, height: 64, channels: 3, background: '#c1121f' } })
    const bytes = await red.withIccProfile('p3').png().toBuffer()
    expect((await sharp(bytes).metadata()).icc).toBeDefined()
    const shown = await sharp(masterOf(await stored(bytes)))
      .raw()
      .toBuffer()
    for (const [channel, value] of [0xc1, 0x12, 0x1f].entries()) {
      expect(Math.abs((shown[channel] ?? 0) - value)).toBeLessThanOrEqual(4)
    }
  })

  test('a clean JPEG is stored unchanged, a very large one is reduced to 2400 pixels', async () => {
    const clean = await painting(340, 425).jpeg({ quality: 80 }).toBuffer()
    expect(masterOf(await stored(clean)).equals(clean)).toBe(true)
    expect(await stored(await painting(3000, 250).jpeg().toBuffer())).toMatchObject({
      width: 2400,
      height: 200,
    })
  })

  test('transparency is kept', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const bytes = await sharp({ create: { width: 320, height: 320, channels: 4, background: clear } })
      .png()
      .toBuffer()
    expect(await sharp(masterOf(await stored(bytes))).metadata()).toMatchObject({ hasAlpha: true })
  })
})

describe('refusing', () => {
  test.each([0.3, 0.9])('a JPEG that is cut off at %d is not a picture', async (part) => {
    for (const progressive of [false, true]) {
      const whole = await painting(340, 425).jpeg({ progressive }).toBuffer()
      const truncated = whole.subarray(0, Math.floor(whole.length * part))
      expect(await images.store(streamOf(truncated), granted)).toEqual({ kind: 'not-a-picture' })
    }
  })

  test('a small file that decodes to more than 100 million pixels is refused before it is decoded', async () => {
    const answer = await images.store(streamOf(bomb(40_000, 40_000)), granted)
    expect(answer).toEqual({ kind: 'too-many-pixels', limit: 100_000_000 })
  })

  test('more than 25 MB are refused without decoding', async () => {
    const answer = await images.store(streamOf(new Uint8Array(25_000_001)), granted)
    expect(answer).toEqual({ kind: 'too-many-bytes', limit: 25_000_000 })
  })

  test('an upload that is refused, interrupted or not claimed leaves no file behind', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    expect(await images.store(streamOf(svg), granted)).toEqual({ kind: 'not-a-picture' })
    async function* broken() {
      yield svg
      throw new Error('cut')
    }
    await expect(images.store(streamOf(broken()), granted)).rejects.toThrow('cut')
    const picture = await painting(340, 450).jpeg().toBuffer()
    const refused = images.store(streamOf(picture), () => Promise.reject(new Error('refused')))
    await expect(refused).rejects.toThrow('refused')
    expect(readdirSync(folder).filter((name) => /\.(upload|part)$/.test(name))).toEqual([])
  })
})

test('addresses of pictures are on the shop’s host', () => {
  expect(images.url('0'.repeat(24), 480, 'avif')).toBe(`/pictures/${'0'.repeat(24)}-480.avif`)
})

describe('serving', () => {
  let picture: StoredPicture

  beforeEach(async () => {
    picture ??= await stored(await painting(340, 425).jpeg().toBuffer())
  })

  test('all widths are made in the background', async () => {
    const { key, width } = await stored(await painting(321, 401).jpeg().toBuffer())
    await expect
      .poll(() => readdirSync(pictureFolder(folder, key)).toSorted(), { timeout: 35_000 })
      .toEqual(['320.avif', '320.webp', expect.stringMatching(`^master-${width}x401`)])
  })

  test('unknown widths never create a file', async () => {
    const before = readdirSync(folder, { recursive: true }).filter(
      (name) => !/\d+\.(?:avif|webp)$/.test(String(name)),
    )
    for (const width of [333, 1920, Number.NaN, -320]) {
      expect(await images.find(picture.key, width as never, 'avif')).toBeNull()
    }
    const after = readdirSync(folder, { recursive: true }).filter(
      (name) => !/\d+\.(?:avif|webp)$/.test(String(name)),
    )
    expect(after).toEqual(before)
    expect(readdirSync(pictureFolder(folder, picture.key)).some((name) => name.startsWith('1920'))).toBe(
      false,
    )
  })
})

test('pictures are listed in the order of their keys', async () => {
  for (const width of [302, 303, 304]) await stored(await painting(width, 400).jpeg().toBuffer())
  const { keys, next } = await images.list('', 1_000)
  expect(keys.length).toBeGreaterThan(2)
  expect({ keys, next }).toEqual({ keys: keys.toSorted(), next: '' })
})

describe('clearing away', () => {
  const old = Date.now() - 1_000
  const namesIn = (place: string) => readdirSync(place).toSorted()

  test('unfinished files of a stopped process are removed, files being written are kept', async () => {
    const picture = await stored(await painting(310, 400).jpeg().toBuffer())
    const place = pictureFolder(folder, picture.key)
    for (const name of ['a.upload', 'b.upload']) writeFileSync(join(folder, name), 'half')
    writeFileSync(join(place, '320.avif.0a.part'), 'half')
    for (const file of [join(folder, 'a.upload'), join(place, '320.avif.0a.part')]) {
      utimesSync(file, old / 1000 - 60, old / 1000 - 60)
    }
    expect(await images.removeUnfinished(old)).toBe(2)
    expect(namesIn(folder).filter((name) => name.endsWith('.upload'))).toEqual(['b.upload'])
    expect(namesIn(place).some((name) => name.endsWith('.part'))).toBe(false)
  })

  test('a picture whose removal was interrupted is restored, and can be checked again', async () => {
    const picture = await stored(await painting(300, 400).jpeg().toBuffer())
    const place = pictureFolder(folder, picture.key)
    renameSync(place, `${place}.removed`)
    expect(await images.missing([picture.key])).toEqual([picture.key])
    await images.removeUnfinished(old)
    expect(await images.missing([picture.key])).toEqual([])
    expect(await images.remove(picture.key)).toBe(true)
    expect({ place: existsSync(place), aside: existsSync(`${place}.removed`) }).toEqual({
      place: false,
      aside: false,
    })
  })

  test('what an interrupted removal left does not stop the next one', async () => {
    const picture = await stored(await painting(320, 400).jpeg().toBuffer())
    const place = pictureFolder(folder, picture.key)
    mkdirSync(`${place}.removed`)
    writeFileSync(join(`${place}.removed`, '320.webp'), 'left')
    expect(await images.remove(picture.key)).toBe(true)
    expect({ place: existsSync(place), aside: existsSync(`${place}.removed`) }).toEqual({
      place: false,
      aside: false,
    })
  })

  test('a width that is still being made does not bring back a removed picture', async () => {
    const picture = await stored(await painting(1000, 1200).jpeg().toBuffer())
    const asked = images.find(picture.key, 960, 'avif')
    await setTimeout(50)
    expect(await images.remove(picture.key)).toBe(true)
    const found = await asked
    expect(found === null || found.bytes > 0).toBe(true)
    await images.find((await stored(await painting(305, 400).jpeg().toBuffer())).key, 320, 'webp')
    expect(existsSync(pictureFolder(folder, picture.key))).toBe(false)
  })

  test('a folder whose picture was never stored is removed too', async () => {
    const key = 'ab'.repeat(12)
    mkdirSync(pictureFolder(folder, key), { recursive: true })
    expect(await images.list(key.slice(0, -1), 1)).toEqual({ keys: [key], next: key })
    expect(await images.missing([key])).toEqual([key])
    expect(await images.remove(key)).toBe(true)
    expect(existsSync(pictureFolder(folder, key))).toBe(false)
  })
})

imageStoreContract(() => images)
filmStoreContract(() => images)

/** A PNG of one colour: a thousand times smaller than when decoded. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width / 8 + 1) * height), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
