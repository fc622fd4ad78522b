import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_FILM_BYTES } from '#domain/settings/film.ts'
import { streamOf } from '#providers/images/image-store.contract.ts'
import { openFilm, readFilm } from './open-film.ts'

const HERO = join(import.meta.dirname, '../../../web/public/hero')

const hero = (name: string) => new Uint8Array(readFileSync(join(HERO, name)))
const withText = (bytes: Uint8Array, from: string, to: string) => {
  const at = Buffer.from(bytes).indexOf(from)
  expect(at).toBeGreaterThan(0)
  const changed = Uint8Array.from(bytes)
  changed.set(Buffer.from(to), at)
  return changed
}
const has = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text)

/** A box of MP4. */
function box(type: string, content: string): Buffer {
  const bytes = Buffer.alloc(8 + content.length)
  bytes.writeUInt32BE(bytes.length)
  bytes.write(type, 4)
  bytes.write(content, 8)
  return bytes
}

const joined = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts))

describe('A film', () => {
  test.each([
    ['hero-landscape.mp4', 'mp4', 1_280, 720],
    ['hero-portrait.mp4', 'mp4', 720, 1_280],
    ['hero-landscape.webm', 'webm', 1_280, 720],
    ['hero-portrait.webm', 'webm', 720, 1_280],
  ])('%s is recognized from its bytes, and its key is their hash', (name, type, width, height) => {
    const opened = readFilm(hero(name))
    if ('kind' in opened) throw new Error(`Refused: ${opened.kind}`)
    const key = createHash('sha256').update(opened.content).digest('hex').slice(0, 24)
    expect(opened.film).toEqual({ key, type, width, height, bytes: hero(name).length })
    expect(opened.content.length).toBe(hero(name).length)
    expect(readFilm(Uint8Array.from(opened.content))).toMatchObject({ film: opened.film })
  })

  test.each(['hero-landscape.mp4', 'hero-landscape.webm'])('%s that is cut off is broken', (name) => {
    const whole = hero(name)
    for (const part of [0.01, 0.3, 0.7, 0.99, 0.9999]) {
      expect(readFilm(whole.slice(0, Math.floor(whole.length * part))), String(part)).toEqual({
        kind: 'film-is-broken',
      })
    }
  })

  test('with random changes to its bytes is read or refused, and never causes another error', () => {
    for (const name of ['hero-landscape.mp4', 'hero-landscape.webm']) {
      const whole = hero(name)
      for (let seed = 1; seed <= 200; seed += 1) {
        const changed = Uint8Array.from(whole)
        for (let at = 0; at < 40; at += 1)
          changed[(seed * 7_919 + at * 104_729) % 3_000] = (seed * 31 + at) % 256
        const opened = readFilm(changed)
        if ('kind' in opened) expect(opened.kind).toMatch(/^(not-a-film|film-)/)
        else expect(opened.film.width).toBeGreaterThan(0)
      }
    }
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a program', Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(4_096, 7)])],
    ['a web page', Buffer.from('<!doctype html><video src=x>')],
    ['a picture', readFileSync(join(HERO, 'hero-landscape-poster.webp'))],
    ['a QuickTime film', withText(hero('hero-landscape.mp4'), 'isom', 'qt  ').fill(0, 16, 32)],
    ['a Matroska film', withText(hero('hero-landscape.webm'), 'webm', 'mkv_')],
    ['the sound of a film', withText(hero('hero-landscape.mp4'), 'vide', 'soun')],
  ])('is not %s', (_what, bytes) => {
    expect(readFilm(Uint8Array.from(bytes))).toEqual({ kind: 'not-a-film' })
  })

  test('in a codec that many browsers lack is refused by its name', () => {
    expect(readFilm(withText(hero('hero-landscape.mp4'), 'avc1\0\0\0', 'hvc1'))).toEqual({
      kind: 'film-codec',
      codec: 'HEVC',
    })
    expect(readFilm(withText(hero('hero-landscape.webm'), 'V_VP', 'V_XX'))).toMatchObject({
      kind: 'film-codec',
    })
  })

  test('does not reveal where and with what it was made', () => {
    const place = '+52.1332-106.6700/'
    const filmed = joined(
      hero('hero-landscape.mp4'),
      box('uuid', `0123456789abcdef${place}`),
      box('udta', place),
    )
    expect(has(filmed, 'Lavf')).toBe(true)
    const opened = readFilm(filmed)
    if ('kind' in opened) throw new Error(`Refused: ${opened.kind}`)
    expect(opened.content.length).toBe(filmed.length)
    for (const told of [place, 'Lavf', 'udta']) expect(has(opened.content, told), told).toBe(false)

    const size = [0x01, 0, 0, 0, 0, 0, 0, 200]
    const tags = Buffer.from([0x12, 0x54, 0xc3, 0x67, ...size, ...Buffer.alloc(200, place)])
    const tagged = withoutLength(hero('hero-landscape.webm'))
    const webm = readFilm(joined(tagged, tags))
    if ('kind' in webm) throw new Error(`Refused: ${webm.kind}`)
    expect(has(webm.content, place)).toBe(false)
    expect(readFilm(Uint8Array.from(webm.content))).toMatchObject({ film: webm.film })
  })

  test('with sound reports the size of the sound, which the shop never plays', () => {
    const sizes = Buffer.alloc(20)
    sizes.writeUInt32BE(2, 8)
    sizes.writeUInt32BE(300, 12)
    sizes.writeUInt32BE(45, 16)
    const told = (table: Buffer) => readFilm(withTrack(hero('hero-landscape.mp4'), table))
    expect(told(boxOf('stsz', sizes))).toMatchObject({ film: { type: 'mp4', soundBytes: 345 } })
    expect(told(boxOf('stsz', Buffer.from('\0\0\0\0\0\0\0\x07\0\0\0\x09')))).toMatchObject({
      film: { soundBytes: 63 },
    })
    expect(told(boxOf('stts', sizes)), 'unknown').toMatchObject({ film: { soundBytes: 0 } })
    expect(readFilm(webmWithSound(hero('hero-landscape.webm'), 500))).toMatchObject({
      film: { type: 'webm', width: 1_280, soundBytes: 504 },
    })
    expect(readFilm(hero('hero-portrait.mp4'))).not.toHaveProperty('film.soundBytes')
  })

  test('is not read beyond the limit', async () => {
    let sent = 0
    async function* endless() {
      for (;;) {
        yield new Uint8Array(1_000_000)
        sent += 1
      }
    }
    expect(await openFilm(streamOf(endless()))).toEqual({ kind: 'too-many-bytes', limit: MAX_FILM_BYTES })
    expect(sent).toBe(8)
  })

  test('with too many pixels is refused', () => {
    const film = hero('hero-landscape.mp4')
    const entry = Buffer.from(film).indexOf('avc1\0\0\0') - 4
    new DataView(film.buffer).setUint16(entry + 32, 3_840)
    expect(readFilm(film)).toEqual({ kind: 'film-too-large', limit: 2_560 })
  })
})

function boxOf(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4)
  return Buffer.concat([head, content])
}

/** An MP4 with one more track, of sound, that has this table. */
function withTrack(bytes: Uint8Array, table: Buffer): Uint8Array<ArrayBuffer> {
  const handler = boxOf('hdlr', Buffer.from('\0\0\0\0\0\0\0\0soun'))
  const track = boxOf('trak', boxOf('mdia', handler, boxOf('minf', boxOf('stbl', table))))
  const film = Buffer.from(bytes)
  const at = film.indexOf('moov') - 4
  const end = at + film.readUInt32BE(at)
  film.writeUInt32BE(end - at + track.length, at)
  return joined(film.subarray(0, end), track, film.subarray(end))
}

/** A WebM with a second track, of sound, and one block of it. */
function webmWithSound(bytes: Uint8Array, sound: number): Uint8Array<ArrayBuffer> {
  const sized = (length: number) => {
    const size = Buffer.alloc(8)
    size.writeBigUInt64BE((1n << 56n) | BigInt(length))
    return size
  }
  const film = Buffer.from(withoutLength(bytes))
  const at = film.lastIndexOf(Buffer.from([0x16, 0x54, 0xae, 0x6b])) + 4 // the first one is in the table of contents
  const width = Math.clz32(film[at]!) - 23
  let length = film[at]! & (0xff >> width)
  for (let next = at + 1; next < at + width; next += 1) length = length * 256 + film[next]!
  const end = at + width + length
  const entry = Buffer.from([0xae, 0x86, 0xd7, 0x81, 2, 0x83, 0x81, 2])
  const block = Buffer.concat([
    Buffer.from([0xa3]),
    sized(sound + 4),
    Buffer.from([0x82, 0, 0, 0]),
    Buffer.alloc(sound, 1),
  ])
  const cluster = Buffer.concat([Buffer.from([0x1f, 0x43, 0xb6, 0x75]), sized(block.length), block])
  const tracks = Buffer.concat([sized(length + entry.length), film.subarray(at + width, end), entry])
  return joined(film.subarray(0, at), tracks, film.subarray(end), cluster)
}

/** The same with a segment of unknown length, as programs write it that do not know the end yet. */
function withoutLength(bytes: Uint8Array): Uint8Array {
  const at = Buffer.from(bytes).indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67])) + 4
  const changed = Uint8Array.from(bytes)
  changed.set([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], at)
  return changed
}
