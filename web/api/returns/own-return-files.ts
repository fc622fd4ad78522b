import * as v from 'valibot'
import { toReturnFileId, toReturnId } from '#domain/ids.ts'
import { MAX_PHOTO_BYTES, MAX_RETURN_PHOTOS, typeOfReturnFile } from '#domain/returns/return-file.ts'
import { readOrderWithKey } from '#operations/orders/read-order.ts'
import type { WholeReturn } from '#operations/returns/read-returns.ts'
import {
  addOwnPhoto,
  openReturnFile,
  removeOwnPhoto,
  type AddedReturnFile,
} from '#operations/returns/return-files.ts'
import type { Shop } from '#operations/shop.ts'
import { noSuch, ownPagesAction, recordParams } from '#web/api/action.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { millions, PICTURE_REFUSALS, refusedPicture, uploadFailure } from '#web/api/upload-failure.ts'
import { bodyStream } from '#web/http/files/body-chunks.ts'
import { reading, uploadingPhotos } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { anyone } from '#web/route.ts'
import { returnParams } from './staff-returns.ts'

export const returnFileId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/), v.transform(toReturnFileId))
const orderEntries = { number: v.pipe(v.string(), v.maxLength(20)) }
const orderParams = recordParams(orderEntries, 'There is no such order.')
const ownFileParams = recordParams({ ...orderEntries, file: returnFileId }, 'There is no such file.')
const keyEntries = { key: v.pipe(v.string(), v.maxLength(200)) }

export const PHOTO_UPLOAD = {
  type: 'image/*',
  detail: `One file of at most ${millions(MAX_PHOTO_BYTES)} MB as the body: JPEG, PNG, WebP or AVIF, detected from its content.`,
}
export const PHOTO_REFUSALS = {
  ...PICTURE_REFUSALS,
  409: refusal('It has as many photos as it can have, or is over.'),
  503: refusal('Too many images are being processed. Retry-After is the number of seconds to wait.'),
}
export const PRIVATE =
  'Only staff and the holder of the link to the order see it: it is at no public address.'

/** The order of a request with its key; null: there is none, or the key does not open it. */
async function ownOrder(shop: Shop, number: string, key: string) {
  const found = await readOrderWithKey(shop, number, key)
  return found?.order.erasure === null ? found.order : null
}

/** Adds a photo of a request’s body with `add`, or answers why not. */
export async function takePhoto(
  { shop, incoming }: Pick<ApiContext, 'shop' | 'incoming'>,
  request: Request,
  add: (content: ReadableStream<Uint8Array>) => Promise<AddedReturnFile>,
): Promise<Extract<AddedReturnFile, { kind: 'added' }> | Response> {
  if (Number(request.headers.get('content-length')) > MAX_PHOTO_BYTES)
    return refusedPicture({ kind: 'too-many-bytes', limit: MAX_PHOTO_BYTES })
  try {
    const outcome = await add(bodyStream(incoming))
    return outcome.kind === 'added' ? outcome : refusedFile(outcome)
  } catch (error) {
    return uploadFailure({ shop }, error, {
      logged: 'A photo of a return could not be read',
      failed: 'The photo could not be stored.',
      busy: 'Too many images are being processed. Try again in a few seconds.',
    })
  }
}

export function refusedFile(refused: Exclude<AddedReturnFile, { kind: 'added' }>): Response {
  switch (refused.kind) {
    case 'unknown-return':
      return noSuch(returnParams)
    case 'too-many-photos': {
      const title = `A return can have ${MAX_RETURN_PHOTOS} photos. Remove one first.`
      return problem({ type: refused.kind, status: 409, title })
    }
    case 'return-closed':
      return problem({ type: refused.kind, status: 409, title: 'This return is over, or has come in.' })
    case 'not-a-pdf':
      return problem({ type: refused.kind, status: 415, title: 'This file is not a PDF.' })
    default:
      return refusedPicture(refused)
  }
}

/** GET /api/orders/{number}/return-files/{file}: a photo by the customer, or the label for them. */
async function ownFile(request: Request, { shop }: ApiContext): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const [, , , number = '', , file] = pathname.split('/')
  const id = v.safeParse(returnFileId, file)
  const order = await ownOrder(shop, number, searchParams.get('key') ?? '')
  return order === null || !id.success
    ? noSuch(ownFileParams)
    : answerFile(shop, order, { id: id.output, forShopper: true })
}

export const FILE_ANSWER = { 200: { means: 'The photo, or the PDF of the label.', type: 'image/webp' } }

ownFile.docs = {
  summary: 'A photo or the label of a return',
  detail: PRIVATE,
  params: v.object(ownFileParams.entries),
  query: v.object(keyEntries),
  answers: { ...FILE_ANSWER, 404: refusal('There is no such file, or the key does not open it.') },
} satisfies EndpointDocs

export async function answerFile(
  shop: Shop,
  order: WholeReturn['order'],
  asked: Parameters<typeof openReturnFile>[2],
): Promise<Response> {
  const file = await openReturnFile(shop, order, asked)
  if (file === null) return noSuch(ownFileParams)
  return new Response(file.content, {
    headers: {
      'content-type': typeOfReturnFile(file),
      'content-disposition':
        file.kind === 'label' ? `attachment; filename="label-${order.number}.pdf"` : 'inline',
      'cache-control': 'private, no-store',
    },
  })
}

const addedSchema = v.object({ id: v.string() })

export const routes = [
  anyone('GET /api/orders/:number/return-files/:file', ownFile, reading),
  ownPagesAction('POST /api/orders/:number/return-photos', {
    summary: 'Add a photo to a return',
    detail: `\`return\`: the id of the form, also before the return is asked for. ${PRIVATE} A photo whose return was not asked for is deleted after a day.`,
    params: orderParams,
    query: v.object({ ...keyEntries, return: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)) }),
    limit: uploadingPhotos,
    upload: PHOTO_UPLOAD,
    answers: { 201: { means: 'The photo is stored.', schema: addedSchema }, ...PHOTO_REFUSALS },
    async run({ shop, request, params: { number }, query, ...context }) {
      const order = await ownOrder(shop, number, query.key)
      if (order === null) return noSuch(orderParams)
      const added = await takePhoto({ shop, ...context }, request, (content) =>
        addOwnPhoto(shop, order, toReturnId(query.return), content),
      )
      return added instanceof Response ? added : { id: added.file.id }
    },
  }),
  ownPagesAction('DELETE /api/orders/:number/return-files/:file', {
    summary: 'Remove an own photo from a return',
    detail: 'Until the return has come in.',
    params: ownFileParams,
    query: v.object(keyEntries),
    limit: reading,
    answers: { 204: { means: 'It is gone.' } },
    async run({ shop, params: { number, file }, query: { key } }) {
      const order = await ownOrder(shop, number, key)
      return order && (await removeOwnPhoto(shop, order, file)) ? null : noSuch(ownFileParams)
    },
  }),
]
