import { storePicture } from '#operations/catalog/store-picture.ts'
import type { PictureRefusal } from '#providers/images/image-store.ts'
import { staffAction } from '#web/api/action.ts'
import { bodyStream } from '#web/http/files/body-chunks.ts'
import { problem } from '#web/http/problem.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { millions, uploadFailure } from '#web/api/upload-failure.ts'
import { staffPictureSchema } from './staff-product-schema.ts'
import { staffPicture } from '#web/views/catalog/staff-product.server.ts'

const MAX_BYTES = 25_000_000
const MAX_PIXELS = 100_000_000

function refused(refusal: PictureRefusal): Response {
  const { status, title } = answerTo(refusal)
  return problem({ type: refusal.kind, status, title })
}

function answerTo(refusal: PictureRefusal): { status: number; title: string } {
  switch (refusal.kind) {
    case 'not-a-picture':
      return { status: 415, title: 'This file is not an image we can read. Use JPEG, PNG, WebP or AVIF.' }
    case 'heic-picture':
      return {
        status: 415,
        title: 'This is a HEIC photo, which browsers cannot show. Save it as JPEG, then add the JPEG.',
      }
    case 'too-many-pixels':
      return {
        status: 422,
        title: `This image has ${millions(refusal.limit)} megapixels or more${adviceFor(refusal.limit)}, then add it again.`,
      }
    case 'too-much-memory':
      return {
        status: 422,
        title:
          'This image takes too much memory to read. Make it smaller or save it as JPEG, then add it again.',
      }
    case 'too-many-bytes':
      return {
        status: 413,
        title: `This file is larger than ${millions(refusal.limit)} MB. Make it smaller, then add it again.`,
      }
  }
}

function adviceFor(limit: number): string {
  return limit < MAX_PIXELS
    ? ', too many for its format. Make it smaller or save it as an ordinary JPEG'
    : '. Make it smaller'
}

export const routes = [
  staffAction('POST /api/staff/pictures', 'products.write', {
    summary: 'Upload an image',
    detail: 'It belongs to no product until one is saved with it.',
    upload: {
      type: 'image/*',
      detail: `One file of at most ${millions(MAX_BYTES)} MB as the body: JPEG, PNG, WebP or AVIF, detected from its content.`,
    },
    answers: {
      201: { means: 'The image is stored.', schema: staffPictureSchema },
      413: refusal('The file is too large.'),
      415: refusal('The file is not an image that can be read.'),
      422: refusal('The image has too many pixels for its format, or takes too much memory to read.'),
      503: refusal(
        'Too many images are being processed, or the service that stores images failed (type `picture-store`, with its message). Retry-After is the number of seconds to wait.',
      ),
    },
    async run({ shop, incoming, request }) {
      if (Number(request.headers.get('content-length')) > MAX_BYTES) {
        return refused({ kind: 'too-many-bytes', limit: MAX_BYTES })
      }
      try {
        const stored = await storePicture(shop, bodyStream(incoming))
        if ('kind' in stored) {
          if (stored.kind === 'too-much-memory') shop.log.info('A picture took too much memory to read')
          return refused(stored)
        }
        return Response.json(staffPicture(shop.images, { ...stored, alt: '' }), { status: 201 })
      } catch (error) {
        return uploadFailure({ shop }, error, {
          logged: 'A picture could not be stored',
          failed: 'The image could not be stored.',
          busy: 'Too many images are being processed. Try again in a few seconds.',
        })
      }
    },
  }),
]
