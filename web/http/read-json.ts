import * as v from 'valibot'
import { problem, type ProblemError } from './problem.ts'
import { readBody } from './request-body.ts'

/** How large a JSON body may be. */
export const MAX_JSON_BYTES = 1024 * 1024
/**
 * More than any form has. Checking the half a million list items of a full body takes seconds, and memory for a message
 * about each.
 */
const MAX_VALUES = 50_000

/**
 * Reads a JSON body and validates it against `schema`: returns its value, or the problem to respond with. `say`: the
 * words for a message of the schema, where that is a fault.
 */
export async function readJson<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
  say: (message: string) => string = (message) => message,
): Promise<{ value: v.InferOutput<Schema> } | { refusal: Response }> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return { refusal: problem({ type: 'not-json', status: 415, title: 'Send application/json.' }) }
  }
  const read = await readText(request, MAX_JSON_BYTES)
  if ('refusal' in read) return read
  let body: unknown
  try {
    body = JSON.parse(read.text)
  } catch {
    return { refusal: problem({ type: 'not-json', status: 400, title: 'The body is not JSON.' }) }
  }
  if (!hasAtMost(MAX_VALUES, body)) {
    const title = `Send at most ${MAX_VALUES} values.`
    return { refusal: problem({ type: 'too-large', status: 413, title }) }
  }
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return { value: parsed.output }
  const title = 'Some fields are wrong.'
  const errors = wrongFields(parsed.issues).map(({ path, message }) => ({ path, message: say(message) }))
  return { refusal: problem({ type: 'invalid-request', status: 422, title, errors }) }
}

/** Whether there are at most so many values: objects, lists and all that they contain. */
function hasAtMost(most: number, body: unknown): boolean {
  const open = [body]
  let values = 1
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const within = Object.values(value) as unknown[]
    values += within.length
    if (values > most) return false
    for (const one of within) if (typeof one === 'object') open.push(one)
  }
  return true
}

/** The body as text when it arrives in time and within `limit` bytes; otherwise the problem to respond with. */
export async function readText(
  request: Request,
  limit: number,
): Promise<{ text: string } | { refusal: Response }> {
  const body = await readBody(request, limit)
  return 'refusal' in body ? body : { text: body.bytes.toString('utf8') }
}

const MAX_ERRORS = 20

/** One sentence for each invalid field, named by a JSON pointer. `within`: where the value is in the body. */
export function wrongFields(issues: readonly v.BaseIssue<unknown>[], within = ''): ProblemError[] {
  const errors = new Map<string, ProblemError>()
  for (const { path = [], message } of issues) {
    const pointer = within + path.map((step) => `/${escapePointer(String(step.key))}`).join('')
    if (!errors.has(pointer)) errors.set(pointer, { path: pointer, message })
    if (errors.size === MAX_ERRORS) break
  }
  return [...errors.values()]
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
