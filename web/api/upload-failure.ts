import { PicturesBusy, type PictureRefusal } from '#providers/images/image-store.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { BodyStalled } from '#web/http/files/body-chunks.ts'
import { problem } from '#web/http/problem.ts'
import { tooLate } from '#web/http/request-body.ts'
import type { ApiContext } from './api-context.ts'
import { refusal } from './endpoint-docs.ts'

const TRY_AGAIN_S = '5'
const MAX_PIXELS = 100_000_000

/** The refusals of an upload that is no picture, as the description of the API has them. */
export const PICTURE_REFUSALS = {
  413: refusal('The file is too large.'),
  415: refusal('The file is not an image that can be read.'),
  422: refusal('The image has too many pixels for its format, or takes too much memory to read.'),
}

/**
 * The answer to an upload that was not stored: its body stopped arriving, the image store failed, or too much is being
 * processed. Throws any other error. `logged` and `failed`: the words for the log and for staff when the store fails.
 * `busy`: the words for staff when too much is being processed.
 */
export function uploadFailure(
  { shop }: Pick<ApiContext, 'shop'>,
  error: unknown,
  words: { logged: string; failed: string; busy: string },
): Response {
  if (error instanceof BodyStalled) return tooLate()
  if (error instanceof PicturesBusy) return tryAgain('unavailable', words.busy)
  if (!(error instanceof SupplierError)) throw error
  shop.log.error(words.logged, error)
  return tryAgain('picture-store', `${words.failed} ${error.message}`)
}

function tryAgain(type: string, title: string): Response {
  const answer = problem({ type, status: 503, title })
  answer.headers.set('retry-after', TRY_AGAIN_S)
  return answer
}

/** A number of bytes or pixels in whole millions, rounded down. */
export function millions(limit: number): number {
  return Math.floor(limit / 1_000_000)
}

/** The answer to an upload that is no picture that the shop takes. */
export function refusedPicture(refused: PictureRefusal): Response {
  const { status, title } = answerTo(refused)
  return problem({ type: refused.kind, status, title })
}

function answerTo(refused: PictureRefusal): { status: number; title: string } {
  switch (refused.kind) {
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
        title: `This image has ${millions(refused.limit)} megapixels or more${adviceFor(refused.limit)}, then add it again.`,
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
        title: `This file is larger than ${millions(refused.limit)} MB. Make it smaller, then add it again.`,
      }
  }
}

function adviceFor(limit: number): string {
  return limit < MAX_PIXELS
    ? ', too many for its format. Make it smaller or save it as an ordinary JPEG'
    : '. Make it smaller'
}
