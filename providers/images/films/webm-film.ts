import type { FilmFacts } from './film-store.ts'

/** An element of the file (RFC 8794), and where its body begins and ends. */
interface Element {
  id: number
  start: number
  body: number
  end: number
}

/** The file is cut off or damaged. */
class Broken extends Error {}

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675
const TRACK = 0xae
const TRACK_TYPE = 0x83
const CODEC = 0x86
const TRACK_NUMBER = 0xd7
const SOUND = 2
const SIMPLE_BLOCK = 0xa3
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
const VIDEO = 0xe0
const WIDTH = 0xb0
const HEIGHT = 0xba
const VOID = 0xec
const CODECS = new Set(['V_VP8', 'V_VP9', 'V_AV1'])
/** Elements that reveal how the film was made: tags and attached files, the title, date and name of the file. */
const METADATA_ELEMENTS = new Set([0x1254c367, 0x1941a469, 0x7ba9, 0x4461, 0x7384])

/** Whether the file begins as a WebM does. */
export function isWebm(bytes: Uint8Array): boolean {
  try {
    const header = elementAt(bytes, 0, bytes.length)
    if (header.id !== EBML) return false
    const type = elements(bytes, header.body, header.end).find(({ id }) => id === DOC_TYPE)
    return type !== undefined && text(bytes, type) === 'webm'
  } catch (error) {
    if (error instanceof Broken) return false
    throw error
  }
}

/** Reads a WebM, and blanks what reveals how it was made. */
export function readWebm(bytes: Uint8Array): FilmFacts {
  try {
    const header = elementAt(bytes, 0, bytes.length)
    const segment = elementAt(bytes, header.end, bytes.length)
    if (segment.id !== SEGMENT) throw new Broken()
    const parts = elements(bytes, segment.body, segment.end)
    const tracks = parts.find(({ id }) => id === TRACKS)
    if (tracks === undefined || !parts.some(({ id }) => id === CLUSTER)) throw new Broken()
    const all = elements(bytes, tracks.body, tracks.end)
      .filter(({ id }) => id === TRACK)
      .map(({ body, end }) => elements(bytes, body, end))
    for (const track of all) {
      const facts = factsOf(bytes, track)
      if (facts === null) continue
      if ('kind' in facts) return facts
      const info = parts.filter(({ id }) => id === INFO)
      blank(bytes, [...parts, ...info.flatMap(({ body, end }) => elements(bytes, body, end))])
      const sounds = all.flatMap((one) => soundNumber(bytes, one))
      if (sounds.length === 0) return facts
      return { ...facts, soundBytes: blocksOf(bytes, parts, sounds) }
    }
    return { kind: 'not-a-film' }
  } catch (error) {
    if (error instanceof Broken) return { kind: 'film-is-broken' }
    throw error
  }
}

/** The number of a track with sound. */
function soundNumber(bytes: Uint8Array, track: readonly Element[]): number[] {
  const [type, number] = [TRACK_TYPE, TRACK_NUMBER].map((id) => track.find((one) => one.id === id))
  return type && number && numberIn(bytes, type) === SOUND ? [numberIn(bytes, number)] : []
}

/** How many bytes the blocks of these tracks have; 0 where that cannot be determined. */
function blocksOf(bytes: Uint8Array, parts: readonly Element[], numbers: readonly number[]): number {
  try {
    let sum = 0
    const open = [...parts]
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      if (part.id === CLUSTER || part.id === BLOCK_GROUP) open.push(...elements(bytes, part.body, part.end))
      const isBlock = part.id === SIMPLE_BLOCK || part.id === BLOCK
      if (isBlock && numbers.includes((bytes[part.body] ?? 0) & 0x7f)) sum += part.end - part.body
    }
    return sum
  } catch (error) {
    if (error instanceof Broken) return 0
    throw error
  }
}

/** Null: the track has sound or text. */
function factsOf(bytes: Uint8Array, track: readonly Element[]): FilmFacts | null {
  const part = (id: number) => track.find((one) => one.id === id)
  const [type, codec, video] = [part(TRACK_TYPE), part(CODEC), part(VIDEO)]
  if (type === undefined || numberIn(bytes, type) !== 1) return null
  if (codec === undefined || video === undefined) throw new Broken()
  const name = text(bytes, codec)
  if (!CODECS.has(name)) return { kind: 'film-codec', codec: name.replace(/^V_/, '') }
  const sides = elements(bytes, video.body, video.end)
  const side = (wanted: number) => {
    const found = sides.find(({ id }) => id === wanted)
    return found === undefined ? 0 : numberIn(bytes, found)
  }
  return { width: side(WIDTH), height: side(HEIGHT) }
}

/** Replaces the elements with void elements of the same length. */
function blank(bytes: Uint8Array, all: readonly Element[]): void {
  for (const { id, start, end } of all) {
    if (!METADATA_ELEMENTS.has(id)) continue
    const length = end - start
    bytes.fill(0, start, end)
    bytes[start] = VOID
    if (length - 2 < 127) bytes[start + 1] = 0x80 | (length - 2)
    else {
      const size = new DataView(bytes.buffer, bytes.byteOffset + start + 1, 8)
      size.setBigUint64(0, (1n << 56n) | BigInt(length - 9))
    }
  }
}

/** The elements in sequence. What follows an element of unknown length belongs to it. */
function elements(bytes: Uint8Array, from: number, to: number): Element[] {
  const all: Element[] = []
  for (let at = from; at < to;) {
    const element = elementAt(bytes, at, to)
    all.push(element)
    at = element.end
  }
  return all
}

/** The element at `start`. Throws when it reaches beyond `to`. */
function elementAt(bytes: Uint8Array, start: number, to: number): Element {
  const idLength = lengthOf(bytes[start])
  const sizeAt = start + idLength
  const sizeLength = lengthOf(bytes[sizeAt])
  const body = sizeAt + sizeLength
  if (idLength > 4 || body > to) throw new Broken()
  let id = 0
  for (let at = start; at < sizeAt; at += 1) id = id * 256 + (bytes[at] ?? 0)
  let size = (bytes[sizeAt] ?? 0) & (0xff >> sizeLength)
  let isUnknown = size === 0xff >> sizeLength
  for (let at = sizeAt + 1; at < body; at += 1) {
    size = size * 256 + (bytes[at] ?? 0)
    isUnknown &&= bytes[at] === 0xff
  }
  const end = isUnknown ? to : body + size
  if (end > to) throw new Broken()
  return { id, start, body, end }
}

/** The length of a number in bytes: the leading zeros of its first byte encode it. */
function lengthOf(first: number | undefined): number {
  if (first === undefined || first === 0) throw new Broken()
  return Math.clz32(first) - 23
}

function numberIn(bytes: Uint8Array, { body, end }: Element): number {
  let number = 0
  for (let at = body; at < end; at += 1) number = number * 256 + (bytes[at] ?? 0)
  return number
}

function text(bytes: Uint8Array, { body, end }: Element): string {
  return Buffer.from(bytes.subarray(body, end)).toString('latin1').replace(/\0+$/, '')
}
