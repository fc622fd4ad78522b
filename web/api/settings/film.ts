import * as v from 'valibot'
import { FILM_TYPES } from '#domain/settings/film.ts'
import { findFilm } from '#operations/catalog/films/find-film.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { isKnown } from '#web/http/cache/etag.ts'
import { byteRange } from '#web/http/files/byte-range.ts'
import { problem } from '#web/http/problem.ts'
import { anyone } from '#web/route.ts'

const FILE_NAME = /\/films\/([0-9a-f]{24})\.([a-z0-9]{3,4})$/
const FOR_GOOD = 'public, max-age=31536000, immutable'
const TRY_AGAIN_S = '2'

/** GET /films/{key}.{type}: a film of the home page, whole or in part. The key is the hash of its content. */
export async function film(request: Request, { shop }: ApiContext): Promise<Response> {
  const [, key = '', ending] = FILE_NAME.exec(new URL(request.url).pathname) ?? []
  const type = FILM_TYPES.find((one) => one === ending)
  if (type === undefined) return noSuchFilm()
  const etag = `"${key}"`
  const headers = new Headers({ 'cache-control': FOR_GOOD, 'accept-ranges': 'bytes', etag })
  try {
    const file = await findFilm(shop, key, type)
    if (file === null) return noSuchFilm()
    if (isKnown(request, etag)) return new Response(null, { status: 304, headers })
    const range = byteRange(wantedRange(request, etag), file.bytes)
    if (range === null) return beyondTheEnd(file.bytes)
    const { start, end, isWhole } = range
    headers.set('content-type', `video/${type}`)
    headers.set('content-length', String(end - start))
    if (!isWhole) headers.set('content-range', `bytes ${start}-${end - 1}/${file.bytes}`)
    const body = request.method === 'HEAD' ? null : file.stream(start, end)
    return new Response(body, { status: isWhole ? 200 : 206, headers })
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    const title = 'The film cannot be read at the moment.'
    const unavailable = problem({ type: 'unavailable', status: 503, title })
    unavailable.headers.set('retry-after', TRY_AGAIN_S)
    return unavailable
  }
}

film.docs = {
  summary: 'A film of the home page',
  detail:
    'The name is the hash of the film. Films never change and may be kept. A single byte range can be requested.',
  params: v.object({ file: v.pipe(v.string(), v.regex(/^[0-9a-f]{24}\.(mp4|webm)$/)) }),
  answers: {
    200: { means: 'The film.', type: 'video/*', headers: { etag: 'Names these bytes.' } },
    206: { means: 'The part that Range asks for.', type: 'video/*' },
    304: { means: 'Unchanged: If-None-Match names this film.' },
    404: refusal('There is no such film.'),
    416: refusal('The film is shorter than the range.'),
    503: refusal('The film cannot be read where it is stored. Retry-After is the number of seconds to wait.'),
  },
} satisfies EndpointDocs

/** With If-Range the part is requested only if the file still has these bytes. */
function wantedRange({ headers }: Request, etag: string): string | undefined {
  const only = headers.get('if-range')
  return only === null || only === etag ? (headers.get('range') ?? undefined) : undefined
}

function noSuchFilm(): Response {
  return problem({ type: 'not-found', status: 404, title: 'There is no such film.' })
}

function beyondTheEnd(bytes: number): Response {
  const answer = problem({ type: 'range', status: 416, title: 'The film is shorter than that.' })
  answer.headers.set('content-range', `bytes */${bytes}`)
  return answer
}

export const routes = [anyone('GET /films/:file', film)]
