import * as v from 'valibot'
import { MAX_SAVED_PIECES } from '#domain/accounts/saved-pieces.ts'
import { toProductId } from '#domain/ids.ts'
import { readOwnAddresses } from '#operations/accounts/own-orders.ts'
import { changeOwnPieces, findTakenSize } from '#operations/accounts/own-pieces.ts'
import { findCustomer } from '#operations/accounts/sign-in.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { reading } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { readCustomerCookie } from '#web/http/visitors/customer-cookie.ts'
import { ownPages } from '#web/route.ts'

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/), v.transform(toProductId))
const ids = v.pipe(v.array(id), v.maxLength(MAX_SAVED_PIECES))
const requestSchema = v.object({ add: ids, remove: ids, product: v.optional(id) })
const answerSchema = v.object({
  saved: v.array(v.string()),
  took: v.nullable(v.object({ size: v.string(), category: v.string() })),
})

/** POST /api/account/pieces: what pages that are the same for everyone leave out. */
async function ownPieces(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readJson(request, requestSchema)
  if ('refusal' in body) return body.refusal
  const email = await findCustomer(shop, readCustomerCookie(request.headers, shop))
  if (email === null)
    return problem({ type: 'signed-out', status: 401, title: 'Nobody is signed in in this browser.' })
  const { product, ...change } = body.value
  const took = product === undefined ? null : await findTakenSize(shop, email, product)
  return Response.json({ saved: await changeOwnPieces(shop, email, change), took })
}

ownPieces.docs = {
  summary: 'The saved pieces of a customer, and their size',
  detail:
    'For the customer who is signed in in this browser. `took`: which size they last took in the category of `product`.',
  body: { schema: requestSchema, example: { add: ['hoodie'], remove: [], product: 'hoodie' } },
  answers: {
    200: { means: 'All saved pieces, the latest first.', schema: answerSchema },
    401: refusal('Nobody is signed in in this browser.'),
  },
} satisfies EndpointDocs

const address = v.object({
  name: v.string(),
  phone: v.string(),
  address: v.string(),
  city: v.string(),
  country: v.string(),
  region: v.string(),
  postal: v.string(),
})

/** GET /api/account/addresses: for the checkout, whose page is the same for everyone. */
async function ownAddresses(request: Request, { shop }: ApiContext): Promise<Response> {
  const email = await findCustomer(shop, readCustomerCookie(request.headers, shop))
  const addresses = email === null ? [] : await readOwnAddresses(shop, email)
  return Response.json({ addresses }, { headers: { 'cache-control': 'private, no-store' } })
}

ownAddresses.docs = {
  summary: 'The delivery addresses of a customer',
  detail:
    'Of the orders of the customer who is signed in in this browser: at most three, the latest first. Empty when nobody is.',
  answers: {
    200: { means: 'The addresses, or none.', schema: v.object({ addresses: v.array(address) }) },
  },
} satisfies EndpointDocs

export const routes = [
  ownPages('POST /api/account/pieces', ownPieces, reading),
  ownPages('GET /api/account/addresses', ownAddresses, reading),
]
