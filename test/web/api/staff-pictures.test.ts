import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DiskImages } from '#providers/images/disk-images.ts'
import { painting } from '#providers/images/image-store.contract.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import type { StaffPicture } from '#web/views/catalog/staff-product.ts'
import { croppedAvif } from '#test/support/pictures/cropped-avif.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, staffBrowser } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const workerFile = join(import.meta.dirname, '../../../providers/images/making/picture-worker.ts')

describeOnEachDatabase('Uploading pictures', (open, { testOnce }) => {
  let folder: string
  let images: DiskImages
  let shop: TestShop
  let served: ServedShop
  let headers: Record<string, string>

  // One for all of them: starting its process takes longer than most pictures.
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'redemption-uploads-'))
    images = new DiskImages({ folder, workerFile })
  })
  beforeEach(async () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 }) // widths may still be written
    mkdirSync(folder)
    shop = await openTestShop(open())
    shop.images = images
    served = await serveShop(shop)
    await shop.identity.addMember(ADA)
    headers = { origin: served.url, cookie: await staffBrowser(() => served.url).signedIn() }
  })
  afterEach(() => served.close())
  afterAll(async () => {
    await images.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  })

  const upload = (bytes: Uint8Array<ArrayBuffer>, type = 'image/jpeg') =>
    fetch(`${served.url}/api/staff/pictures`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: bytes,
    })
  const text = (content: string) => new TextEncoder().encode(content)

  test('an uploaded picture is served at the address in the response', async () => {
    const bytes = await sharp({ create: { width: 500, height: 625, channels: 3, background: '#c1121f' } })
      .png()
      .toBuffer()
    const answer = await upload(new Uint8Array(bytes), 'application/octet-stream')
    const picture = (await answer.json()) as StaffPicture
    expect({ status: answer.status, width: picture.width, height: picture.height, alt: picture.alt }).toEqual(
      { status: 201, width: 500, height: 625, alt: '' },
    )
    const shown = await fetch(served.url + picture.view.src)
    expect({ status: shown.status, contentType: shown.headers.get('content-type') }).toEqual({
      status: 200,
      contentType: 'image/webp',
    })
  })

  test('when the service that stores pictures fails, staff see its message, and the log has it', async () => {
    const words = 'S3 answered 403: AccessDenied'
    const failure = new SupplierError(words, { supplier: 'S3', kind: 'unauthorized', status: 403 })
    vi.spyOn(images, 'store').mockRejectedValueOnce(failure)
    const answer = await upload(await photo())
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await refusal(answer)).toEqual([
      503,
      '/problems/picture-store',
      `The image could not be stored. ${words}`,
    ])
    expect(shop.failures).toEqual([{ message: 'A picture could not be stored', error: failure }])
  })

  testOnce('camera data and location of a photo are removed, and it is upright', async () => {
    const answer = await upload(await photo())
    const picture = (await answer.json()) as StaffPicture
    expect({ status: answer.status, width: picture.width, height: picture.height }).toEqual({
      status: 201,
      width: 300,
      height: 500,
    })
    const shown = await fetch(served.url + picture.view.src)
    const { exif, orientation, width = 0, height = 0 } = await sharp(await shown.arrayBuffer()).metadata()
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined })
    expect(width).toBeLessThan(height)
  })

  testOnce('the first frame of an animated picture is used', async () => {
    const answer = await upload(await movingWebp())
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 201,
      body: { width: 200, height: 250 },
    })
  })

  test('a file that is not a picture is refused, whatever its name, and nothing is stored', async () => {
    const jpeg = await photo()
    for (const [name, bytes] of [
      ['a program called shirt.jpg', text('MZ this program cannot be run in DOS mode')],
      [
        'an SVG with a script',
        text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      ],
      ['a web page', text('<html><script>alert(1)</script>')],
      ['nothing', text('')],
      ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
      ['half a moving WebP', (await movingWebp()).subarray(0, 90)],
      ['a WebP of a length that is not its own', text('RIFF\xff\xff\xff\x7fWEBPVP8 ')],
    ] as const) {
      expect(await refusal(await upload(bytes)), name).toEqual([
        415,
        '/problems/not-a-picture',
        'This file is not an image we can read. Use JPEG, PNG, WebP or AVIF.',
      ])
    }
    expect(readdirSync(folder)).toEqual([])
  })

  testOnce('a HEIC photo is refused with advice', async () => {
    expect(await refusal(await upload(await heicPhoto()))).toEqual([
      415,
      '/problems/heic-picture',
      'This is a HEIC photo, which browsers cannot show. Save it as JPEG, then add the JPEG.',
    ])
  })

  testOnce('a picture of 100 megapixels is refused', async () => {
    const bytes = await hundredMegapixels()
    expect(bytes.length).toBeLessThan(2_000_000)
    expect(await refusal(await upload(bytes))).toEqual([
      422,
      '/problems/too-many-pixels',
      'This image has 100 megapixels or more. Make it smaller, then add it again.',
    ])
  })

  testOnce(
    'an AVIF of 2 KB that decodes to 16 megapixels is refused, and the next picture is accepted',
    async () => {
      const bytes = await cropped()
      expect(bytes.length).toBeLessThan(2_000)
      expect(await refusal(await upload(new Uint8Array(bytes)))).toEqual([
        422,
        '/problems/too-many-pixels',
        'This image has 16 megapixels or more, too many for its format. Make it smaller or save it as an ordinary JPEG, then add it again.',
      ])
      expect((await upload(await photo())).status).toBe(201)
    },
  )

  testOnce(
    'a file of 50 MB is refused before it is sent or, without a declared length, before it has arrived',
    async () => {
      const says = 'This file is larger than 25 MB. Make it smaller, then add it again.'
      const announced = request(`${served.url}/api/staff/pictures`, {
        method: 'POST',
        headers: { ...headers, 'content-length': 50_000_000 },
      })
      announced.on('error', () => {}) // The connection is closed while the refused body is still being sent.
      announced.flushHeaders()
      const [answer] = (await once(announced, 'response')) as [IncomingMessage]
      expect(answer.statusCode).toBe(413)
      announced.destroy()

      const { body, sent } = megabytes(50)
      const unannounced = await fetch(`${served.url}/api/staff/pictures`, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit)
      expect(await refusal(unannounced)).toEqual([413, '/problems/too-many-bytes', says])
      expect(sent()).toBeLessThan(40)
      expect(readdirSync(folder)).toEqual([])
    },
  )

  testOnce('large uploads take little memory', async () => {
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }, 5)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        fetch(`${served.url}/api/staff/pictures`, {
          method: 'POST',
          headers,
          body: megabytes(20).body,
          duplex: 'half',
        } as RequestInit),
      ),
    )
    clearInterval(watch)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 415))
    expect(most).toBeLessThan(60_000_000) // of 240 MB: what is written is freed immediately
  })
})

async function refusal(answer: Response): Promise<[status: number, type: string, title: string]> {
  const { type, title } = (await answer.json()) as { type: string; title: string }
  return [answer.status, type, title]
}

/** Taken in Berlin with the camera turned sideways. */
async function photo() {
  const bytes = await painting(500, 300)
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return new Uint8Array(bytes)
}

async function movingWebp() {
  const frames = await Promise.all([1, 2, 3].map(() => painting(200, 250).png().toBuffer()))
  const bytes = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect((await sharp(bytes).metadata()).pages).toBe(3)
  return new Uint8Array(bytes)
}

/** There is no free HEIC encoder, but the container is AVIF's with other names. */
async function heicPhoto() {
  const avif = await painting(200, 250).avif({ effort: 0 }).toBuffer()
  const names = { ftypavif: 'ftypheic', av01: 'hvc1', av1C: 'hvcC' }
  const text = Object.entries(names).reduce(
    (all, [from, to]) => all.replaceAll(from, to),
    avif.toString('latin1'),
  )
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

let large: Promise<Uint8Array<ArrayBuffer>> | undefined
function hundredMegapixels() {
  large ??= sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#c1121f' } })
    .png({ compressionLevel: 3 })
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes))
  return large
}

let small: Promise<Buffer> | undefined
function cropped() {
  small ??= croppedAvif(4_000, 100)
  return small
}

/** A body that is generated while it is read, with a count of the bytes. */
function megabytes(count: number) {
  const one = new Uint8Array(1_000_000)
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(stream) {
        if (sent === count) return stream.close()
        sent += 1
        stream.enqueue(one)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, sent: () => sent }
}
