import * as v from 'valibot'
import { problem } from '#web/http/problem.ts'

const ADDRESS = /^\/api\/staff\/products\/([\w-]{1,64})(?:\/|$)/

/** The part of the address that names the product. */
export const productParams = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) })

/** The id in `/api/staff/products/{id}`; null when it can be nobody's. */
export function productIdOf(request: Request): string | null {
  return ADDRESS.exec(new URL(request.url).pathname)?.[1] ?? null
}

export function noSuchProduct(): Response {
  return problem({ type: 'not-found', status: 404, title: 'There is no such product.' })
}
