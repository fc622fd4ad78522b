import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PICTURE_FORMATS, PICTURE_WIDTHS, type ImageStore, type StoredPicture } from './image-store.ts'

/** A random picture with enough detail to compress. */
export function painting(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#c1121f', noise } })
}

/** The contract of every picture store. `open` returns one; the tests may share it. */
export function imageStoreContract(open: () => ImageStore): void {
  async function stored(content: Parameters<ImageStore['store']>[0]): Promise<StoredPicture> {
    const answer = await open().store(content)
    if ('kind' in answer) throw new Error(`Refused: ${answer.kind}`)
    return answer
  }
  const aPicture = async () => stored(await painting(330, 440).jpeg().toBuffer())
  const isThere = async ({ key }: StoredPicture) => (await open().file(key, 320, 'webp')) !== null

  async function everyKey(): Promise<string[]> {
    const keys: string[] = []
    for (;;) {
      const next = await open().list({ after: keys.at(-1) ?? '', limit: 2 })
      if (next.length === 0) return keys
      keys.push(...next.map(({ key }) => key))
    }
  }

  describe('storing', () => {
    test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
      '%s is accepted, whatever its file name',
      async (format) => {
        const effort = format === 'avif' ? { effort: 0 } : {}
        const picture = await stored(await painting(600, 750).toFormat(format, effort).toBuffer())
        expect(picture).toMatchObject({ width: 600, height: 750 })
        expect(picture.key).toMatch(/^[0-9a-f]{24}$/)
        expect(picture.placeholder).toMatch(/^data:image\/webp;base64,/)
        expect(picture.placeholder.length).toBeLessThan(300)
      },
    )

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
      expect(await open().store(endless())).toEqual({ kind: 'too-many-bytes', limit: 25_000_000 })
      expect(sent).toBe(25)
    })

    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`
    test.each([
      ['a program', Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(4_096, 7)])],
      ['an SVG with a script', Buffer.from(svg)],
      ['a web page', Buffer.from('<!doctype html><img src=x>')],
      ['an animation format', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
      ['nothing', Buffer.alloc(0)],
    ])('%s is not a picture', async (_what, bytes) => {
      expect(await open().store(bytes)).toEqual({ kind: 'not-a-picture' })
    })
  })

  describe('serving', () => {
    test('every width up to the original can be requested in both formats', async () => {
      const images = open()
      const { key, width } = await stored(await painting(700, 875).jpeg().toBuffer())
      expect(images.widthsFor(width)).toEqual([320, 480, 640])
      expect(images.url(key, 480, 'avif')).toContain(`${key}-480.avif`)
      for (const format of PICTURE_FORMATS) {
        const file = await images.file(key, 480, format)
        const { width: shown, height, compression, format: found } = await sharp(file ?? '').metadata()
        expect([shown, height]).toEqual([480, 600])
        expect(compression ?? found).toBe(format === 'avif' ? 'av1' : 'webp')
      }
    })

    test('parallel requests get the same file', async () => {
      const { key } = await aPicture()
      const files = await Promise.all(Array.from({ length: 40 }, () => open().file(key, 320, 'avif')))
      expect(new Set(files).size).toBe(1)
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
        expect(await open().file(strangeKey, width as never, format as never)).toBeNull()
      }
    })

    test('a picture smaller than the smallest width is served as large as it is', async () => {
      const small = await stored(await painting(100, 125).png().toBuffer())
      expect(open().widthsFor(small.width)).toEqual([PICTURE_WIDTHS[0]])
      const file = await open().file(small.key, 320, 'webp')
      expect(await sharp(file ?? '').metadata()).toMatchObject({ width: 100 })
    })
  })

  describe('removing', () => {
    test('all pictures can be listed in pages, each once, in the order of their keys', async () => {
      const added = [await aPicture(), await aPicture(), await aPicture()].map(({ key }) => key)
      const keys = await everyKey()
      expect(keys).toEqual([...new Set(keys)].sort())
      expect(keys).toEqual(expect.arrayContaining(added))
    })

    test('storing a picture marks it as wanted, and so does keeping it', async () => {
      const { key } = await aPicture()
      const isListed = async () => {
        const listed = await open().list({ after: key.slice(0, -1), limit: 1 })
        return listed[0]?.key === key ? listed[0].wantedAt : null
      }
      expect(Math.abs(((await isListed()) ?? 0) - Date.now())).toBeLessThan(60_000)
      const at = Date.parse('2026-11-01T12:00:00Z')
      expect(await open().keep([key], at)).toEqual([])
      expect(await isListed()).toBe(at)
    })

    test('a picture that is no longer wanted is removed once; a wanted one is kept', async () => {
      const [unwanted, wanted] = [await aPicture(), await aPicture()]
      const now = Date.now()
      await open().keep([unwanted.key], now - 1_000)
      await open().keep([wanted.key], now)
      expect(await open().remove(wanted.key, now)).toBe(false)
      expect(await open().remove(unwanted.key, now)).toBe(true)
      expect(await open().remove(unwanted.key, now)).toBe(false)
      expect([await isThere(wanted), await isThere(unwanted)]).toEqual([true, false])
      expect(await everyKey()).not.toContain(unwanted.key)
    })

    test('a missing picture cannot be kept, and the answer names it', async () => {
      const [gone, there] = [await aPicture(), await aPicture()]
      await open().remove(gone.key, Date.now() + 1_000)
      const strange = ['0'.repeat(24), '../../etc/passwd', '']
      expect(await open().keep([gone.key, there.key, ...strange], Date.now())).toEqual([gone.key, ...strange])
    })

    test('a picture that was kept stays, even if it is being removed at the same moment', async () => {
      for (let round = 0; round < 10; round += 1) {
        const picture = await aPicture()
        const now = Date.now() + 10_000
        const [missing] = await Promise.all([
          open().keep([picture.key], now),
          open().remove(picture.key, now),
          open().remove(picture.key, now),
        ])
        if (missing.length === 0) expect(await isThere(picture)).toBe(true)
      }
    })

    test('a picture that was removed can be stored again', async () => {
      const bytes = await painting(330, 440).jpeg().toBuffer()
      const first = await stored(bytes)
      await open().remove(first.key, Date.now() + 1_000)
      expect(await stored(bytes)).toEqual(first)
      expect(await isThere(first)).toBe(true)
    })
  })
}
