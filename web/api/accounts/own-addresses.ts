import * as v from 'valibot'
import { readOwnAddresses } from '#operations/accounts/own-orders.ts'
import { findCustomer } from '#operations/accounts/sign-in.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { reading } from '#web/http/limits/rate-limits.ts'
import { readCustomerCookie } from '#web/http/visitors/customer-cookie.ts'
import { ownPages } from '#web/route.ts'

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

export const routes = [ownPages('GET /api/account/addresses', ownAddresses, reading)]
