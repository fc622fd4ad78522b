import { storePicture } from '#operations/catalog/store-picture.ts'
import { staffAction } from '#web/api/action.ts'
import { bodyStream } from '#web/http/files/body-chunks.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { millions, PICTURE_REFUSALS, refusedPicture, uploadFailure } from '#web/api/upload-failure.ts'
import { staffPictureSchema } from './staff-product-schema.ts'
import { staffPicture } from '#web/views/catalog/staff-product.server.ts'

const MAX_BYTES = 25_000_000

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
      ...PICTURE_REFUSALS,
      503: refusal(
        'Too many images are being processed, or the service that stores images failed (type `picture-store`, with its message). Retry-After is the number of seconds to wait.',
      ),
    },
    async run({ shop, incoming, request }) {
      if (Number(request.headers.get('content-length')) > MAX_BYTES) {
        return refusedPicture({ kind: 'too-many-bytes', limit: MAX_BYTES })
      }
      try {
        const stored = await storePicture(shop, bodyStream(incoming))
        if ('kind' in stored) {
          if (stored.kind === 'too-much-memory') shop.log.info('A picture took too much memory to read')
          return refusedPicture(stored)
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
