import * as v from 'valibot'

const ADDRESS = /^\/api\/staff\/[a-z-]+\/([^/]+)/

/** How an id looks in an address. What looks otherwise is nobody's. */
const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))

/** The part of an address that names a product, a message or a subscriber. */
export const idParams = v.object({ id: idSchema })

/** The id in `/api/staff/{collection}/{id}/...`; null when it can be nobody's. */
export function idIn(request: Request): string | null {
  const name = nameIn(request)
  return v.is(idSchema, name) ? name : null
}

/** What stands in the place of the id, as it was sent. */
export function nameIn(request: Request): string {
  return ADDRESS.exec(new URL(request.url).pathname)?.[1] ?? ''
}
