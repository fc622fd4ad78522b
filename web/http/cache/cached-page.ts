import { createHash } from 'node:crypto'
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import type { Body } from './bodies-on-request.ts'

/** A rendered page with its headers, ready to be sent without copying. */
export interface CachedPage {
  status: number
  etag: string
  /** At first with Zstandard, later with brotli (brotliOf). Other encodings are made of it: see BodiesOnRequest. */
  compressed: Body & { encoding: 'zstd' | 'br' }
  /** The uncompressed page; null once it is in the cache, where it would be most of the size. */
  plain: Buffer | null
  /** The headers of every answer. */
  headers: string[]
  type: string
  /** Whether an answer may carry the visitor's cookies: pages do, answers to programs do not. */
  setsCookies: boolean
  /** Size in the cache, at most. */
  bytes: number
  /** Requested since the cache last made room. */
  isWanted: boolean
  renderedAt: number
}

/** What an entry takes besides its body: its key and its headers. */
const ENTRY_BYTES = 3 * 1024

/** A lower quality does not fit a page into the first packets; a higher one saves a few bytes a page. */
const BROTLI_QUALITY = 5
/** The window as a power of two. A larger one than its page takes longer to set up than the page to compress. */
const BROTLI_WINDOW = { least: 16, most: 18 }
/** The next level takes twice as long, for 4 % fewer bytes. */
const ZSTANDARD_LEVEL = 4

/** Prepares a page for the cache. */
export function preparePage(status: number, html: string, headers: [string, string][]): CachedPage {
  return prepareAnswer({ status, type: 'text/html; charset=utf-8', body: html, headers, setsCookies: true })
}

interface WholeAnswer {
  status: number
  type: string
  body: string
  headers: [string, string][]
  setsCookies: boolean
}

/** Prepares an answer for the cache: compressed, hashed, with its headers. */
export function prepareAnswer({ status, type, body, headers, setsCookies }: WholeAnswer): CachedPage {
  const plain = Buffer.from(body)
  const bytes = compressQuickly(plain)
  // A hash of the compressed bytes, which are fewer; they differ when the content does. It is the same in every
  // encoding.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const page = { status, type, etag, headers: [...headers.flat(), 'etag', etag] }
  return {
    ...page,
    compressed: { ...bodyOf(page, bytes, 'zstd'), encoding: 'zstd' },
    plain,
    setsCookies,
    bytes: bytes.length + ENTRY_BYTES,
    isWanted: false,
    renderedAt: Date.now(),
  }
}

/** The page with brotli: a tenth smaller than at first, for six times the work. From then on it is kept like that. */
export function brotliOf(page: CachedPage): Body {
  if (page.compressed.encoding !== 'br') {
    page.compressed = { ...bodyOf(page, compressWell(plainOf(page)), 'br'), encoding: 'br' }
  }
  return page.compressed
}

/** The page in an encoding that few clients ask for. */
export function bodyIn(encoding: 'gzip' | 'identity', page: CachedPage): Body {
  const plain = plainOf(page)
  return encoding === 'gzip' ? bodyOf(page, gzipSync(plain), 'gzip') : bodyOf(page, plain)
}

function plainOf({ plain, compressed: { encoding, bytes } }: CachedPage): Buffer {
  return plain ?? (encoding === 'br' ? brotliDecompressSync(bytes) : zstdDecompressSync(bytes))
}

function bodyOf(
  { headers, type }: Pick<CachedPage, 'headers' | 'type'>,
  bytes: Buffer,
  encoding?: 'zstd' | 'br' | 'gzip',
): Body {
  const ofBody = ['content-type', type, 'content-length', String(bytes.length)]
  const encoded = encoding ? ['content-encoding', encoding] : []
  return { headers: [...headers, ...ofBody, ...encoded], bytes }
}

function compressQuickly(plain: Buffer): Buffer {
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTANDARD_LEVEL }
  return zstdCompressSync(plain, { params, pledgedSrcSize: plain.length })
}

function compressWell(plain: Buffer): Buffer {
  const { least, most } = BROTLI_WINDOW
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: plain.length <= 2 ** least ? least : most,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return brotliCompressSync(plain, { params })
}
