/** One wrong field. `path` is a JSON pointer into the request body, or `/name` for a query or form field. */
export interface ProblemError {
  path: string
  message: string
}

/** An answer that says what is wrong (RFC 9457). `type` names the kind; anything else of use goes beside it. */
export interface Problem {
  type: string
  status: number
  title: string
  detail?: string
  errors?: ProblemError[]
  [extension: string]: unknown
}

/** A problem as a JSON answer. */
export function problem({ type, ...rest }: Problem): Response {
  return new Response(JSON.stringify({ type: `/problems/${type}`, ...rest }), {
    status: rest.status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  })
}
