import type { SourcePicture } from '#domain/catalog/source-record.ts'
import { SupplierError, type SupplierFailure } from '#providers/supplier-error.ts'
import { AIRTABLE_NAME } from './airtable-calls.ts'

const TIMEOUT_MS = 30_000
const MAX_BYTES = 25_000_000
const THIS_MACHINE = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Whether Airtable can fetch a picture from this address. An address of this machine works only for a fake on this
 * machine.
 */
export function canBeFetched(link: string, api: string): boolean {
  if (isOnThisMachine(api)) return true
  const { protocol, hostname } = new URL(link)
  const isPrivate =
    /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^\[|^[^.]+\.?$|\.(local|localhost|internal)\.?$/
  return protocol === 'https:' && !isPrivate.test(hostname)
}

/**
 * The bytes of an attachment, from the address that the API gave: over https from the internet, or from this machine
 * when the API is here too. The whole download has a time-out and a size limit; redirects are not followed.
 */
export async function fetchAttachment(
  { filename, link }: SourcePicture,
  api: string,
  timeoutMs = TIMEOUT_MS,
): Promise<ReadableStream<Uint8Array>> {
  const fail = (kind: SupplierFailure, words: string, cause?: unknown): never => {
    throw new SupplierError(`${AIRTABLE_NAME}: the picture ${filename || 'without a name'} ${words}`, {
      supplier: AIRTABLE_NAME,
      kind,
      cause,
    })
  }
  if (!isAllowed(link, api))
    return fail('unreadable', 'has an address that is not on the internet, over https.')
  const answer = await fetch(link, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: unknown) => fail('unreachable', 'cannot be fetched.', error),
  )
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel()
    return fail(answer.status >= 500 ? 'failing' : 'not-found', `cannot be fetched (${answer.status}).`)
  }
  if (Number(answer.headers.get('content-length')) > MAX_BYTES) {
    await answer.body.cancel()
    return fail('refused', `is larger than ${MAX_BYTES / 1_000_000} MB.`)
  }
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.byteLength
      if (bytes > MAX_BYTES) fail('refused', `is larger than ${MAX_BYTES / 1_000_000} MB.`)
      controller.enqueue(piece)
    },
  })
  return answer.body.pipeThrough(counted)
}

function isAllowed(link: string, api: string): boolean {
  if (!URL.canParse(link)) return false
  if (isOnThisMachine(api) && isOnThisMachine(link)) return true
  return new URL(link).protocol === 'https:' && canBeFetched(link, api)
}

function isOnThisMachine(address: string): boolean {
  return THIS_MACHINE.has(new URL(address).hostname)
}
