import * as v from 'valibot'

const ADDRESS = /^\/api\/staff\/[a-z-]+\/([^/]+)/

/** The format of an id in an address. No record has any other. */
const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))

/** The path parameter of a product, a message or a subscriber. */
export const idParams = v.object({ id: idSchema })

/** The id in `/api/staff/{collection}/{id}/...`, as `read` brands it; null when it is malformed. */
export function idIn<Id extends string>(request: Request, read: (text: string) => Id): Id | null {
  const name = nameIn(request)
  return v.is(idSchema, name) ? read(name) : null
}

/** The raw text in the place of the id. */
export function nameIn(request: Request): string {
  return ADDRESS.exec(new URL(request.url).pathname)?.[1] ?? ''
}
