import type { FilmFacts } from './film-store.ts'

/** A box of the file (ISO/IEC 14496-12): its name, and where its body begins and ends. */
interface Box {
  type: string
  start: number
  body: number
  end: number
}

/** The file is cut off or damaged. */
class Broken extends Error {}

/** Brands of MP4. Those of QuickTime are left out, because not every browser plays it. */
const BRANDS = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV)$/
const H264 = new Set(['avc1', 'avc3'])
const CODECS: Readonly<Record<string, string>> = { hvc1: 'HEVC', hev1: 'HEVC', av01: 'AV1', mp4v: 'MPEG-4' }
/** Boxes that reveal how the film was made: the place, the device, the program. */
const METADATA_BOXES = new Set(['udta', 'meta', 'uuid', 'free', 'skip'])

/** Whether the file begins as an MP4 does. */
export function isMp4(bytes: Uint8Array): boolean {
  if (text(bytes, 4) !== 'ftyp') return false
  const end = Math.min(view(bytes).getUint32(0), bytes.length)
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12 && BRANDS.test(text(bytes, at))) return true
  return false
}

/** Reads an MP4, and blanks what reveals how it was made. */
export function readMp4(bytes: Uint8Array): FilmFacts {
  try {
    const file = boxes(bytes, 0, bytes.length)
    const movie = only(file, 'moov')
    only(file, 'mdat')
    const parts = boxes(bytes, movie.body, movie.end)
    const tracks = parts.filter(({ type }) => type === 'trak')
    const film = tracks.find((track) => handlerOf(bytes, track) === 'vide')
    if (film === undefined) return { kind: 'not-a-film' }
    const facts = factsOf(bytes, film)
    if ('kind' in facts) return facts
    blank(bytes, [...file, ...parts, ...tracks.flatMap((track) => inside(bytes, track))])
    const sounds = tracks.filter((track) => handlerOf(bytes, track) === 'soun')
    if (sounds.length === 0) return facts
    return { ...facts, soundBytes: sounds.reduce((sum, track) => sum + samplesOf(bytes, track), 0) }
  } catch (error) {
    if (error instanceof Broken || error instanceof RangeError) return { kind: 'film-is-broken' }
    throw error
  }
}

/** How many bytes the samples of a track have; 0 where its tables do not say. */
function samplesOf(bytes: Uint8Array, track: Box): number {
  const sizes = tablesOf(bytes, track).find(({ type }) => type === 'stsz')
  if (sizes === undefined) return 0
  const [each, count] = [view(bytes).getUint32(sizes.body + 4), view(bytes).getUint32(sizes.body + 8)]
  if (each > 0) return Math.min(each * count, bytes.length)
  let sum = 0
  for (let at = sizes.body + 12; at + 4 <= Math.min(sizes.end, sizes.body + 12 + 4 * count); at += 4) {
    sum += view(bytes).getUint32(at)
  }
  return Math.min(sum, bytes.length)
}

function tablesOf(bytes: Uint8Array, track: Box): Box[] {
  const samples = ['minf', 'stbl'].reduce(
    (within, type) => only(inside(bytes, within), type),
    only(inside(bytes, track), 'mdia'),
  )
  return inside(bytes, samples)
}

function factsOf(bytes: Uint8Array, track: Box): FilmFacts {
  const tables = tablesOf(bytes, track)
  const entry = only(tables, 'stsd').body + 8
  const codec = text(bytes, entry + 4)
  if (!H264.has(codec)) return { kind: 'film-codec', codec: CODECS[codec] ?? codec.trim() }
  for (const [type, size] of [
    ['stco', 4],
    ['co64', 8],
  ] as const) {
    const table = tables.find((one) => one.type === type)
    if (table !== undefined) checkOffsets(bytes, table, size)
  }
  return { width: view(bytes).getUint16(entry + 32), height: view(bytes).getUint16(entry + 34) }
}

/** Every chunk has to begin within the file. */
function checkOffsets(bytes: Uint8Array, { body, end }: Box, size: 4 | 8): void {
  const count = view(bytes).getUint32(body + 4)
  if (body + 8 + count * size > end) throw new Broken()
  for (let at = body + 8; at < body + 8 + count * size; at += size) {
    const offset = size === 4 ? view(bytes).getUint32(at) : Number(view(bytes).getBigUint64(at))
    if (offset >= bytes.length) throw new Broken()
  }
}

function handlerOf(bytes: Uint8Array, track: Box): string {
  return text(bytes, only(inside(bytes, only(inside(bytes, track), 'mdia')), 'hdlr').body + 8)
}

function blank(bytes: Uint8Array, all: readonly Box[]): void {
  for (const { type, start, body, end } of all) {
    if (!METADATA_BOXES.has(type)) continue
    bytes.set(Buffer.from('free'), start + 4)
    bytes.fill(0, body, end)
  }
}

function inside(bytes: Uint8Array, { body, end }: Box): Box[] {
  return boxes(bytes, body, end)
}

function only(all: readonly Box[], type: string): Box {
  const found = all.find((box) => box.type === type)
  if (found === undefined) throw new Broken()
  return found
}

/** The boxes one after another. Throws when one reaches beyond the end. */
function boxes(bytes: Uint8Array, from: number, to: number): Box[] {
  const all: Box[] = []
  for (let start = from; start < to;) {
    if (start + 8 > to) throw new Broken()
    const short = view(bytes).getUint32(start)
    const size = short === 1 ? Number(view(bytes).getBigUint64(start + 8)) : short === 0 ? to - start : short
    const body = start + (short === 1 ? 16 : 8)
    const end = start + size
    if (end < body || end > to) throw new Broken()
    all.push({ type: text(bytes, start + 4), start, body, end })
    start = end
  }
  return all
}

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

function view({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
