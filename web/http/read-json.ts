import * as v from 'valibot'
import { problem, type ProblemError } from './problem.ts'

const MOST_BYTES = 1024 * 1024
const SMALL_BYTES = 16 * 1024

/** Reads a JSON body that must fit `schema`: its value, or the problem to answer with. */
export async function readJson<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<{ value: v.InferOutput<Schema> } | { refusal: Response }> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return { refusal: problem({ type: 'not-json', status: 415, title: 'Send application/json.' }) }
  }
  const text = await readText(request, MOST_BYTES)
  if (text === null) {
    return { refusal: problem({ type: 'too-large', status: 413, title: 'Send at most 1 MB.' }) }
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { refusal: problem({ type: 'not-json', status: 400, title: 'The body is not JSON.' }) }
  }
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return { value: parsed.output }
  const title = 'Some fields are wrong.'
  return {
    refusal: problem({ type: 'invalid-request', status: 422, title, errors: wrongFields(parsed.issues) }),
  }
}

/** The body as text; null as soon as it is longer than `limit` bytes, whatever its length claims. */
export async function readText(request: Request, limit: number): Promise<string | null> {
  const bytes = await readBytes(request, limit)
  return bytes === null ? null : bytes.toString('utf8')
}

/** The body as it came; null as soon as it is longer than `limit` bytes, whatever its length claims. */
async function readBytes(request: Request, limit: number): Promise<Buffer | null> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  if (length > limit) return null
  // A small body that comes in one piece needs no stream, which costs more than all the rest of a small request.
  if (length <= Math.min(limit, SMALL_BYTES)) return Buffer.from(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const MOST_ERRORS = 20

/** One sentence for each wrong field, named by a JSON pointer. */
function wrongFields(issues: readonly v.BaseIssue<unknown>[]): ProblemError[] {
  const errors = new Map<string, ProblemError>()
  for (const { path = [], message } of issues) {
    const pointer = path.map((step) => `/${escapePointer(String(step.key))}`).join('')
    if (!errors.has(pointer)) errors.set(pointer, { path: pointer, message })
    if (errors.size === MOST_ERRORS) break
  }
  return [...errors.values()]
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
