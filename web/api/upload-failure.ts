import { PicturesBusy } from '#providers/images/image-store.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { BodyStalled } from '#web/http/files/body-chunks.ts'
import { problem } from '#web/http/problem.ts'
import { tooLate } from '#web/http/request-body.ts'
import type { StaffContext } from './api-context.ts'

const TRY_AGAIN_S = '5'

/**
 * The answer to an upload that was not stored: its body stopped arriving, the image store failed, or too much is being
 * processed. Throws any other error. `logged` and `failed`: the words for the log and for staff when the store fails.
 * `busy`: the words for staff when too much is being processed.
 */
export function uploadFailure(
  { shop }: Pick<StaffContext, 'shop'>,
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
