import * as v from 'valibot'

/** The media type of a problem. */
export const PROBLEM_TYPE = 'application/problem+json'

/** One invalid field. `path` is a JSON pointer into the request body, or `/name` for a query or form field. */
export interface ProblemError {
  path: string
  message: string
}

/** An error response (RFC 9457). `type` names the kind of problem; other useful fields are added beside it. */
export interface Problem {
  type: string
  status: number
  title: string
  detail?: string
  errors?: ProblemError[]
  [extension: string]: unknown
}

/** A problem as sent to the client: `type` is an address there. */
export const problemSchema = v.looseObject({
  type: v.pipe(v.string(), v.regex(/^\/problems\/[a-z-]+$/)),
  status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  title: v.string(),
  detail: v.optional(v.string()),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  error: v.string(),
})

/** A problem as a JSON response. `error` repeats it in one sentence, for clients that read nothing else (spec 8). */
export function problem({ type, ...rest }: Problem): Response {
  const error = rest.errors?.[0]?.message ?? rest.title
  return new Response(JSON.stringify({ type: `/problems/${type}`, ...rest, error }), {
    status: rest.status,
    headers: { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' },
  })
}
