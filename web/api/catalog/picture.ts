import * as v from 'valibot'
import {
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  PicturesBusy,
  type PictureFile,
  type PictureFormat,
} from '#providers/images/image-store.ts'
import { findPicture, type WantedPicture } from '#operations/catalog/find-picture.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { isKnown } from '#web/http/cache/etag.ts'
import { networkOf } from '#web/http/limits/client-address.ts'
import { problem } from '#web/http/problem.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { anyone } from '#web/route.ts'

const FILE_NAME = /\/pictures\/([0-9a-f]{24})-(\d{1,4})\.([a-z]{1,4})$/
const FOR_GOOD = 'public, max-age=31536000, immutable'
const TRY_AGAIN_S = '2'

/** GET /pictures/{key}-{width}.{format}: a picture in one of the fixed widths. The key is the hash of its content. */
export async function picture(
  request: Request,
  { shop, address, pictureMisses: misses }: ApiContext,
): Promise<Response> {
  const requested = parseFileName(new URL(request.url).pathname)
  if (requested === null) return noSuchPicture()
  try {
    const file = await findPicture(shop, requested, { misses, network: networkOf(address) })
    if (file === null) return noSuchPicture()
    if ('kind' in file) return tooManyMisses(file.wait)
    return answerFile(request, file, requested.format)
  } catch (error) {
    const isBusy = error instanceof PicturesBusy
    if (!isBusy && !(error instanceof SupplierError)) throw error
    const title = isBusy ? 'The image is still being made.' : 'The image cannot be read at the moment.'
    const unavailable = problem({ type: 'unavailable', status: 503, title })
    unavailable.headers.set('retry-after', TRY_AGAIN_S)
    return unavailable
  }
}

picture.docs = {
  summary: 'An image at one of its fixed widths',
  detail: 'The name is the hash of the image, its width and its format. Images never change and may be kept.',
  params: v.object({
    file: v.pipe(v.string(), v.regex(/^[0-9a-f]{24}-(320|480|640|960|1280|1920)\.(avif|webp)$/)),
  }),
  answers: {
    200: { means: 'The image.', type: 'image/*', headers: { etag: 'Names these bytes.' } },
    304: { means: 'Unchanged: If-None-Match names this image.' },
    404: refusal('There is no such image, or not in this width and format.'),
    429: refusal(
      'Too many images were requested that do not exist. Retry-After is the number of seconds to wait.',
    ),
    503: refusal(
      'The image is still being made, or cannot be read where it is stored. Retry-After is the number of seconds to wait.',
    ),
  },
} satisfies EndpointDocs

function answerFile(request: Request, file: PictureFile, format: PictureFormat): Response {
  const { bytes, etag } = file
  const headers = new Headers({
    'cache-control': FOR_GOOD,
    'cross-origin-resource-policy': 'cross-origin', // mails and shared links show it
    etag,
  })
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers })
  headers.set('content-type', `image/${format}`)
  headers.set('content-length', String(bytes))
  if (request.method === 'HEAD') return new Response(null, { headers })
  return new Response(file.stream(), { headers })
}

function parseFileName(path: string): WantedPicture | null {
  const [, key, digits, ending] = FILE_NAME.exec(path) ?? []
  const width = PICTURE_WIDTHS.find((candidate) => String(candidate) === digits)
  const format = PICTURE_FORMATS.find((candidate) => candidate === ending)
  return key === undefined || width === undefined || format === undefined ? null : { key, width, format }
}

function noSuchPicture(): Response {
  return problem({ type: 'not-found', status: 404, title: 'There is no such image.' })
}

function tooManyMisses(seconds: number): Response {
  const title = 'Too many images were requested that do not exist. Wait a moment.'
  const refused = problem({ type: 'too-many-requests', status: 429, title })
  refused.headers.set('retry-after', String(seconds))
  return refused
}

export const routes = [anyone('GET /pictures/:file', picture)]
