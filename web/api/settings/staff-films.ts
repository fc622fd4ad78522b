import * as v from 'valibot'
import { FILM_TYPES, MAX_FILM_BYTES } from '#domain/settings/film.ts'
import { storeFilm } from '#operations/catalog/films/store-film.ts'
import type { FilmRefusal } from '#providers/images/films/film-store.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema, ordinalSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { millions, uploadFailure } from '#web/api/upload-failure.ts'
import { bodyStream } from '#web/http/files/body-chunks.ts'
import { problem } from '#web/http/problem.ts'

function refused(refusal: FilmRefusal | { kind: 'no-films' }): Response {
  return problem({ type: refusal.kind, ...answerTo(refusal) })
}

function answerTo(refusal: FilmRefusal | { kind: 'no-films' }): { status: number; title: string } {
  switch (refusal.kind) {
    case 'no-films':
      return { status: 409, title: 'The service that stores your images cannot store videos.' }
    case 'not-a-film':
      return { status: 415, title: 'This file is not a video we can show. Use MP4 (H.264) or WebM.' }
    case 'film-codec':
      return {
        status: 415,
        title: `This video is encoded as ${refusal.codec}, which many browsers cannot show. Export it as MP4 with H.264, or as WebM.`,
      }
    case 'film-is-broken':
      return {
        status: 422,
        title: 'This video is cut off or damaged. Export it again, then add the new file.',
      }
    case 'film-too-large':
      return {
        status: 422,
        title: `This video has more than ${refusal.limit.toLocaleString('en-CA')} pixels on a side. Export it smaller; 1,920 × 1,080 is enough.`,
      }
    case 'too-many-bytes':
      return {
        status: 413,
        title: `This video is larger than ${millions(refusal.limit)} MB. Make it shorter or smaller, then add it again.`,
      }
  }
}

export const routes = [
  staffAction('POST /api/staff/films', 'settings.write', {
    summary: 'Upload a film for the home page',
    detail:
      'It is shown when the home page is saved with it. `soundBytes`: how much of it is sound, which is never played; 0 where that is unknown, missing where it has none.',
    upload: {
      type: 'video/*',
      detail: `One file of at most ${millions(MAX_FILM_BYTES)} MB as the body: MP4 (H.264) or WebM, detected from its content.`,
    },
    answers: {
      201: {
        means: 'The film is stored.',
        schema: v.object({
          key: v.string(),
          type: v.picklist(FILM_TYPES),
          width: ordinalSchema,
          height: ordinalSchema,
          bytes: ordinalSchema,
          soundBytes: v.optional(countSchema),
        }),
      },
      409: refusal('The image store cannot store films.'),
      413: refusal('The file is too large.'),
      415: refusal('The file is not a film that browsers can show.'),
      422: refusal('The film is cut off or damaged, or has too many pixels.'),
      503: refusal(
        'The service that stores the film failed (type `picture-store`, with its message). Retry-After is the number of seconds to wait.',
      ),
    },
    async run({ shop, incoming, request }) {
      if (Number(request.headers.get('content-length')) > MAX_FILM_BYTES) {
        return refused({ kind: 'too-many-bytes', limit: MAX_FILM_BYTES })
      }
      try {
        const stored = await storeFilm(shop, bodyStream(incoming))
        return 'kind' in stored ? refused(stored) : Response.json(stored, { status: 201 })
      } catch (error) {
        return uploadFailure({ shop }, error, {
          logged: 'A video could not be stored',
          failed: 'The video could not be stored.',
          busy: 'The video could not be stored just now. Try again in a few seconds.',
        })
      }
    },
  }),
]
