import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type ImageStore,
  type PictureFile,
  type StoredPicture,
} from './image-store.ts'

/** A random picture with enough detail to compress. */
export function painting(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#c1121f', noise } })
}

/** Bytes as a store takes them, asked for one piece at a time. */
export function streamOf(content: Uint8Array | AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = content instanceof Uint8Array ? [content].values() : content[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const { done, value } = await pieces.next()
        if (done) stream.close()
        else stream.enqueue(value)
      },
      async cancel() {
        await pieces.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** A claim that is always granted. */
export const granted = async (): Promise<void> => {}

/** The contract of every picture store. `open` returns one; the tests may share it. */
export function imageStoreContract(open: () => ImageStore): void {
  async function stored(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredPicture> {
    const answer = await open().store(streamOf(content), granted)
    if ('kind' in answer) throw new Error(`Refused: ${answer.kind}`)
    return answer
  }
  const aPicture = async () => stored(await painting(330, 440).jpeg().toBuffer())
  const isThere = async ({ key }: StoredPicture) => (await open().find(key, 320, 'webp')) !== null
  async function bytesOf(file: PictureFile | null): Promise<Buffer> {
    if (file === null) throw new Error('The picture is not there')
    return Buffer.from(await new Response(file.stream()).arrayBuffer())
  }

  async function everyKey(): Promise<string[]> {
    const keys: string[] = []
    let from = ''
    do {
      const page = await open().list(from, 2)
      expect(page.keys.length).toBeLessThanOrEqual(2)
      keys.push(...page.keys)
      from = page.next
    } while (from !== '')
    return keys
  }

  describe('storing', () => {
    test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
      '%s is accepted, whatever its file name',
      async (format) => {
        const effort = format === 'avif' ? { effort: 0 } : {}
        const picture = await stored(await painting(340, 425).toFormat(format, effort).toBuffer())
        expect(picture).toMatchObject({ width: 340, height: 425 })
        expect(picture.key).toMatch(/^[0-9a-f]{24}$/)
        expect(picture.placeholder).toMatch(/^data:image\/webp;base64,/)
        expect(picture.placeholder.length).toBeLessThan(300)
      },
    )

    test('a photo for some people only is redrawn without its metadata, and nothing is stored', async () => {
      const wide = painting(1_500, 900)
        .jpeg()
        .withExif({ IFD0: { Copyright: 'Ada' } })
      const before = await everyKey()
      const redrawn = await open().redraw(streamOf(await wide.toBuffer()))
      if ('kind' in redrawn) throw new Error(`Refused: ${redrawn.kind}`)
      const found = await sharp(redrawn).metadata()
      expect(found).toMatchObject({ format: 'webp', width: 1_280, height: 768 })
      expect(found.exif).toBeUndefined()
      expect(await everyKey()).toEqual(before)
      expect(await open().redraw(streamOf(Buffer.from('<svg/>')))).toEqual({ kind: 'not-a-picture' })
    })

    test('the same picture twice is stored once, sent whole or in pieces', async () => {
      const bytes = await painting(400, 500).png().toBuffer()
      async function* units() {
        for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000)
      }
      expect(await stored(bytes)).toEqual(await stored(units()))
    })

    test('a stream that is too long is read only as far as needed to know that', async () => {
      let sent = 0
      async function* endless() {
        for (;;) {
          yield new Uint8Array(1_000_000)
          sent += 1
        }
      }
      expect(await open().store(streamOf(endless()), granted)).toEqual({
        kind: 'too-many-bytes',
        limit: 25_000_000,
      })
      expect(sent).toBe(25)
    })

    test('the key is claimed before the picture can be found, and a refused claim stores nothing', async () => {
      const bytes = await painting(350, 450).jpeg().toBuffer()
      const claimed: { key: string; missing: string[] }[] = []
      const content = () => streamOf(bytes)
      const claim = async (key: string) => {
        claimed.push({ key, missing: await open().missing([key]) })
      }
      const refuse = async (key: string) => {
        await claim(key)
        throw new Error('not now')
      }
      await expect(open().store(content(), refuse)).rejects.toThrow('not now')
      const { key } = claimed[0] ?? { key: '' }
      expect(await open().missing([key])).toEqual([key])
      expect(await open().store(content(), claim)).toMatchObject({ key })
      expect(claimed).toEqual([
        { key, missing: [key] },
        { key, missing: [key] },
      ])
      expect(await open().missing([key])).toEqual([])
    })

    test('the same picture uploaded many times simultaneously is stored once, whole for each upload', async () => {
      const bytes = await painting(360, 460).jpeg().toBuffer()
      const all = await Promise.all(Array.from({ length: 8 }, () => stored(bytes)))
      const [first] = all
      expect(new Set(all.map(({ key }) => key)).size).toBe(1)
      const { key = '' } = first ?? {}
      expect((await everyKey()).filter((one) => one === key)).toEqual([key])
      const shown = await sharp(await bytesOf(await open().find(key, 320, 'webp'))).metadata()
      expect(shown).toMatchObject({ width: 320 })
    })

    test('a stream that ends half-way is reported, and leaves nothing', async () => {
      const bytes = await painting(370, 470).jpeg().toBuffer()
      const before = await everyKey()
      async function* broken() {
        yield bytes.subarray(0, bytes.length / 2)
        throw new Error('the connection was cut')
      }
      await expect(open().store(streamOf(broken()), granted)).rejects.toThrow('the connection was cut')
      expect(await everyKey()).toEqual(before)
      expect(await stored(bytes)).toMatchObject({ width: 370, height: 470 })
    })

    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`
    test.each([
      ['a program', Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(4_096, 7)])],
      ['an SVG with a script', Buffer.from(svg)],
      ['a web page', Buffer.from('<!doctype html><img src=x>')],
      ['an animation format', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
      ['nothing', Buffer.alloc(0)],
    ])('%s is not a picture', async (_what, bytes) => {
      expect(await open().store(streamOf(bytes), granted)).toEqual({ kind: 'not-a-picture' })
    })
  })

  describe('serving', () => {
    test('every width up to the original can be requested in both formats', async () => {
      const images = open()
      const { key, width } = await stored(await painting(700, 175).jpeg().toBuffer())
      expect(images.widthsFor(width)).toEqual([320, 480, 640])
      const addresses = PICTURE_WIDTHS.flatMap((one) =>
        PICTURE_FORMATS.map((format) => images.url(key, one, format)),
      )
      expect(new Set(addresses).size).toBe(PICTURE_WIDTHS.length * PICTURE_FORMATS.length)
      for (const address of addresses) {
        expect(address).toContain(key)
        const origin = URL.canParse(address) ? [new URL(address).origin] : []
        expect(images.origins).toEqual(origin)
      }
      for (const format of PICTURE_FORMATS) {
        const file = await images.find(key, 480, format)
        const bytes = await bytesOf(file)
        expect(file?.bytes).toBe(bytes.length)
        const { width: shown, height, compression, format: found } = await sharp(bytes).metadata()
        expect({ shown, height }).toEqual({ shown: 480, height: 120 })
        expect(compression ?? found).toBe(format === 'avif' ? 'av1' : 'webp')
      }
    })

    test('parallel requests get the same file', async () => {
      const { key } = await aPicture()
      const files = await Promise.all(Array.from({ length: 40 }, () => open().find(key, 320, 'avif')))
      expect(new Set(files.map((file) => file?.etag)).size).toBe(1)
      const [first, ...others] = await Promise.all(files.map(bytesOf))
      expect(others.every((bytes) => first?.equals(bytes))).toBe(true)
    })

    test('a reader that stops early or reads twice does not affect others', async () => {
      const { key } = await stored(await painting(660, 825).jpeg().toBuffer())
      const file = await open().find(key, 640, 'webp')
      expect(file?.bytes).toBeGreaterThan(64 * 1024)
      const reader = file?.stream().getReader()
      const { value } = (await reader?.read()) ?? {}
      expect(value?.length).toBeGreaterThan(0)
      expect(value?.length).toBeLessThan(file?.bytes ?? 0)
      await reader?.cancel()
      const [one, other] = await Promise.all([bytesOf(file), bytesOf(file)])
      expect(one.length).toBe(file?.bytes)
      expect(one.equals(other)).toBe(true)
    })

    test('unknown widths, formats and keys are not found', async () => {
      const { key } = await aPicture()
      for (const [strangeKey, width, format] of [
        [key, 333, 'avif'],
        [key, 1920, 'avif'],
        [key, 320, 'png'],
        [key, Number.NaN, 'avif'],
        ['0'.repeat(24), 320, 'avif'],
        ['../../etc/passwd', 320, 'avif'],
        [`${key}/..`, 320, 'webp'],
        ['', 320, 'webp'],
      ] as const) {
        expect(await open().find(strangeKey, width as never, format as never)).toBeNull()
      }
    })

    test('a picture smaller than the smallest width is served as large as it is', async () => {
      const small = await stored(await painting(100, 125).png().toBuffer())
      expect(open().widthsFor(small.width)).toEqual([PICTURE_WIDTHS[0]])
      const bytes = await bytesOf(await open().find(small.key, 320, 'webp'))
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 100 })
    })
  })

  describe('removing', () => {
    test('all pictures can be listed in pages, each once', async () => {
      const added = [await aPicture(), await aPicture(), await aPicture()].map(({ key }) => key)
      const keys = await everyKey()
      expect(new Set(keys).size).toBe(keys.length)
      expect(keys).toEqual(expect.arrayContaining(added))
    })

    test('a removed picture is gone in every width, and cannot be removed again', async () => {
      const [unwanted, wanted] = [await aPicture(), await aPicture()]
      expect(await isThere(unwanted)).toBe(true)
      expect(await open().remove(unwanted.key)).toBe(true)
      expect(await open().remove(unwanted.key)).toBe(false)
      expect({ wanted: await isThere(wanted), unwanted: await isThere(unwanted) }).toEqual({
        wanted: true,
        unwanted: false,
      })
      const keys = await everyKey()
      expect(keys).toContain(wanted.key)
      expect(keys).not.toContain(unwanted.key)
    })

    test('keys without a picture are named, in the requested order', async () => {
      const [gone, there] = [await aPicture(), await aPicture()]
      await open().remove(gone.key)
      const strange = ['0'.repeat(24), '../../etc/passwd', '']
      expect(await open().missing([gone.key, there.key, ...strange])).toEqual([gone.key, ...strange])
      expect(await open().missing([])).toEqual([])
    })

    test('a picture that two processes remove at the same moment is removed once', async () => {
      const { key } = await aPicture()
      const removals = await Promise.all([open().remove(key), open().remove(key), open().remove(key)])
      expect(removals.filter(Boolean)).toEqual([true])
      expect(await open().missing([key])).toEqual([key])
    })

    test('a picture that was removed can be stored again', async () => {
      const bytes = await painting(330, 440).jpeg().toBuffer()
      const first = await stored(bytes)
      await open().remove(first.key)
      expect(await stored(bytes)).toEqual(first)
      expect(await isThere(first)).toBe(true)
    })
  })
}
