import { request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { storePicture } from '#operations/catalog/store-picture.ts'
import type { Shop } from '#operations/shop.ts'
import { PicturesBusy, type PictureRefusal, type StoredPicture } from '#providers/images/image-store.ts'
import { checkedLookup, NotPublicError, PUBLIC, type Network } from '#providers/public-host.ts'

/** The largest picture. */
export const MAX_PICTURE_BYTES = 25_000_000
const MAX_MS = 20_000
const MAX_REDIRECTS = 5
const MAX_BUSY_ATTEMPTS = 20

/** What is wrong with a picture, after `The image`. */
export const PICTURE_REFUSALS: Record<PictureRefusal['kind'], string> = {
  'not-a-picture': 'is not an image the shop can read. Use JPEG, PNG, WebP or AVIF.',
  'heic-picture': 'is a HEIC photo, which browsers cannot show. Use JPEG.',
  'too-many-pixels': 'has too many pixels.',
  'too-many-bytes': 'is too large.',
  'too-much-memory': 'takes too much memory to read.',
}

/** Why a picture could not be fetched, in words for staff. */
export class PictureUnreachable extends Error {}

/** Fetches a picture. Throws PictureUnreachable. */
export type FetchPicture = (address: string) => Promise<ReadableStream<Uint8Array>>

/** Fetches and stores a picture; why not, where that cannot be. Waits while others are being made. */
export async function storePictureFrom(
  shop: Shop,
  address: string,
  fetchPicture: FetchPicture,
): Promise<StoredPicture | PictureRefusal | { kind: 'unreachable'; message: string }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await storePicture(shop, await fetchPicture(address))
    } catch (error) {
      if (error instanceof PicturesBusy && attempt < MAX_BUSY_ATTEMPTS) await setTimeout(250)
      else if (error instanceof PictureUnreachable) return { kind: 'unreachable', message: error.message }
      else {
        shop.log.error('A picture could not be imported', error)
        return { kind: 'unreachable', message: 'The image could not be fetched and stored.' }
      }
    }
  }
}

/**
 * Fetches a picture from a public host over https. Each redirect is checked as the first address was, and the
 * connection goes to the very address that was checked, so that a name cannot lead into the network of the shop.
 */
export async function fetchPublicPicture(
  address: string,
  network: Network & { ca?: string } = PUBLIC,
): Promise<ReadableStream<Uint8Array>> {
  const signal = AbortSignal.timeout(MAX_MS)
  let at = address
  for (let steps = 0; steps <= MAX_REDIRECTS; steps += 1) {
    const answer = await ask(at, network, signal)
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy()
      at = URL.parse(headers.location, at)?.href ?? ''
      continue
    }
    try {
      if (statusCode !== 200)
        throw new PictureUnreachable(`The address of the image answers with ${statusCode}.`)
      if (!/^(image\/|application\/octet-stream|binary\/)/.test(headers['content-type'] ?? ''))
        throw new PictureUnreachable('At the address of the image is something else, such as a web page.')
      if (Number(headers['content-length']) > MAX_PICTURE_BYTES)
        throw new PictureUnreachable('The image is too large.')
    } catch (error) {
      answer.destroy()
      throw error
    }
    return limitedPicture(answer, 'The image stopped arriving.')
  }
  throw new PictureUnreachable('The address of the image leads on and on.')
}

async function ask(
  address: string,
  network: Network & { ca?: string },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:')
    throw new PictureUnreachable('The address of the image does not begin with https.')
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const notPublic = `The host ${host} is not a public one.`
  if (isIP(host) !== 0 && !network.isAllowed(host)) throw new PictureUnreachable(notPublic)
  const options = {
    headers: { accept: 'image/avif,image/webp,image/*' },
    signal,
    agent: false,
    lookup: checkedLookup(network),
    ...(network.ca !== undefined && { ca: network.ca }),
  }
  return new Promise((resolve, reject) => {
    const refuse = (error?: NodeJS.ErrnoException) => {
      if (error instanceof NotPublicError) return reject(new PictureUnreachable(notPublic))
      const isUnknown = error?.syscall === 'getaddrinfo'
      const why = isUnknown ? 'cannot be found' : signal.aborted ? 'is too slow' : 'does not answer'
      reject(new PictureUnreachable(`The host ${host} ${why}.`))
    }
    // Of an answer in another protocol only the end is told.
    request(url, options, resolve).once('error', refuse).once('close', refuse).end()
  })
}

/** What is read of a picture, up to its limit. `broken`: what is said when it stops. */
export function limitedPicture(answer: AsyncIterable<unknown>, broken: string): ReadableStream<Uint8Array> {
  async function* pieces() {
    let bytes = 0
    try {
      for await (const piece of answer as AsyncIterable<Buffer>) {
        bytes += piece.length
        if (bytes > MAX_PICTURE_BYTES) throw new PictureUnreachable('The image is too large.')
        yield piece
      }
    } catch (error) {
      throw error instanceof PictureUnreachable ? error : new PictureUnreachable(broken)
    }
  }
  return Readable.toWeb(Readable.from(pieces())) as ReadableStream<Uint8Array>
}
