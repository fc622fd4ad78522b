import { readdirSync, statSync, type Stats } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import type { Log } from '#operations/shop.ts'
import { chooseEncoding, type Encoding } from '#web/http/cache/choose-encoding.ts'
import { byteRange, type ByteRange } from './byte-range.ts'
import { securityHeaders, crossOriginHeaders } from '#web/http/security-headers.ts'
import type { ShopServerOptions } from '#web/http/shop-server.ts'
import { open } from 'node:fs/promises'
import { ConcurrencyLimit } from '#web/http/limits/concurrency-limit.ts'

/** A file of the build in one encoding, with its response headers. */
interface BuiltFile {
  path: string
  size: number
  etag: string
  lastModified: string
  headers: string[]
  /** The headers of a 304 response. */
  notModifiedHeaders: string[]
}

type Encodings = Partial<Record<Encoding, BuiltFile>>

const ENDINGS = { '.br': 'br', '.gz': 'gzip' } as const

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * Serves the files of the browser build, already compressed; browsers cache those with a hash in their name for good.
 * The list is read once: a file deleted since then is passed on to `next`, which answers 404.
 */
export function builtFiles(folder: string, publicUrl: string, log: Log): ShopServerOptions['files'] {
  const files = listFiles(folder, securityHeaders(publicUrl))
  return (request, response, next) => {
    const { url = '/', headers, method } = request
    const query = url.indexOf('?')
    const encodings = files.get(query < 0 ? url : url.slice(0, query))
    const file = encodings?.[chooseEncoding(headers['accept-encoding'])] ?? encodings?.identity
    if (file === undefined) return next()
    if (headers['if-none-match']?.includes(file.etag)) {
      return void response.writeHead(304, file.notModifiedHeaders).end()
    }
    const part = byteRange(wantedRange(headers, file), file.size)
    if (part === null) {
      const beyond = ['content-range', `bytes */${file.size}`, 'cache-control', 'no-store']
      return void response.writeHead(416, beyond).end()
    }
    if (method === 'HEAD' || part.start === part.end) return void writeHead(response, file, part).end()
    void answerFile(response, file, part, { log, next })
  }
}

/** With If-Range the part is requested only of this version (RFC 9110, 13.1.5: a weak ETag does not identify one). */
function wantedRange({ range, 'if-range': only }: IncomingHttpHeaders, { lastModified }: BuiltFile) {
  return only === undefined || only === lastModified ? range : undefined
}

async function answerFile(
  response: ServerResponse,
  file: BuiltFile,
  part: ByteRange,
  { log, next }: { log: Log; next: () => void },
): Promise<void> {
  let position = part.start
  // One buffer for the whole response: it is reused once the system has taken its content.
  const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, part.end - part.start))
  try {
    while (position < part.end && !response.destroyed) {
      const piece = buffer.subarray(0, Math.min(buffer.length, part.end - position))
      if ((await readChunk(file.path, position, piece)) < piece.length) throw new Error('The file has shrunk')
      if (!response.headersSent) writeHead(response, file, part)
      position += piece.length
      if (position === part.end) response.end(piece)
      else await written(response, piece)
    }
  } catch (error) {
    if (response.destroyed) return
    if (!response.headersSent && (error as NodeJS.ErrnoException).code === 'ENOENT') return next()
    log.error('A file of the build could not be read', error)
    if (response.headersSent) response.destroy()
    else response.writeHead(503, ['retry-after', '2', 'cache-control', 'no-store']).end()
  }
}

/** Waits until the system has taken `piece`, or the client has disconnected. */
function written(response: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('close', done)
      resolve()
    }
    response.once('close', done)
    response.write(piece, done)
  })
}

function writeHead(
  response: ServerResponse,
  file: BuiltFile,
  { start, end, isWhole }: ByteRange,
): ServerResponse {
  const length = ['content-length', String(end - start)]
  if (isWhole) return response.writeHead(200, [...file.headers, ...length])
  const range = ['content-range', `bytes ${start}-${end - 1}/${file.size}`]
  return response.writeHead(206, [...file.headers, ...length, ...range])
}

/** Every file by its address, except hidden ones. */
function listFiles(folder: string, always: [string, string][]): Map<string, Encodings> {
  const files = new Map<string, Encodings>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const stats = statSync(path)
    const address = `/${name.replaceAll(sep, '/')}`
    if (!stats.isFile() || address.includes('/.')) continue
    const ending = extname(name)
    const encoding = ending in ENDINGS ? ENDINGS[ending as keyof typeof ENDINGS] : 'identity'
    const plainAddress = encoding === 'identity' ? address : address.slice(0, -ending.length)
    const encodings = files.get(plainAddress) ?? {}
    encodings[encoding] = builtFile(path, stats, plainAddress, encoding, always)
    files.set(plainAddress, encodings)
  }
  return files
}

function builtFile(
  path: string,
  stats: Stats,
  address: string,
  encoding: Encoding,
  always: [string, string][],
): BuiltFile {
  const type = typeOf(address)
  const etag = `W/"${stats.size}-${Math.trunc(stats.mtimeMs)}"`
  const lastModified = stats.mtime.toUTCString()
  const forGood = address.startsWith('/assets/')
  const notModifiedHeaders = [
    ...(type.startsWith('image/') ? crossOriginHeaders(always) : always).flat(),
    'cache-control',
    forGood ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    'vary',
    'accept-encoding',
    'etag',
    etag,
  ]
  const headers = [
    ...notModifiedHeaders,
    'content-type',
    type,
    'last-modified',
    lastModified,
    'accept-ranges',
    'bytes',
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
  ]
  return { path, size: stats.size, etag, lastModified, headers, notModifiedHeaders }
}

function typeOf(address: string): string {
  if (address === '/speculation-rules.json') return 'application/speculationrules+json'
  return TYPES[extname(address)] ?? 'application/octet-stream'
}

/** How much of a file is held in memory for one response. */
const CHUNK_BYTES = 64 * 1024
/** Node reads files with four threads, so more open files would only wait. */
const opened = new ConcurrencyLimit({ maxConcurrent: 16 })

/**
 * Reads a file from `position` into `piece`; returns the number of bytes. The file is closed again immediately, so that
 * a client that reads slowly, or not at all, keeps no file open.
 */
function readChunk(path: string, position: number, piece: Uint8Array): Promise<number> {
  return opened.run(async () => {
    const file = await open(path)
    try {
      let length = 0
      while (length < piece.length) {
        const { bytesRead } = await file.read(piece, length, piece.length - length, position + length)
        if (bytesRead === 0) break
        length += bytesRead
      }
      return length
    } finally {
      await file.close()
    }
  })
}
