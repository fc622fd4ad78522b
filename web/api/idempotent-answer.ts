import { createHash } from 'node:crypto'
import { answerOnce } from '#operations/staff/answer-once.ts'
import { problem } from '#web/http/problem.ts'
import { MAX_JSON_BYTES, readText } from '#web/http/read-json.ts'
import type { ApiContext, StaffContext } from './api-context.ts'

/** The header by which a program names a write, so that it can send it again. */
export const IDEMPOTENCY_KEY = 'idempotency-key'
const KEY = /^[\x21-\x7e]{1,200}$/

/** The headers that an answer has again. */
const KEPT_HEADERS = ['content-type', 'location', 'retry-after', 'cache-control']

const REFUSALS = {
  'in-progress': {
    status: 409,
    title: 'The first request with this Idempotency-Key is still being answered. Try again in a moment.',
  },
  'other-request': {
    status: 422,
    title: 'This Idempotency-Key was used for another request. Use a new one for each request.',
  },
}

/**
 * The answer of a write that a program may send more than once under one Idempotency-Key, with its own key: what it did
 * the first time is answered again.
 */
export async function idempotentAnswer<Context extends ApiContext>(
  request: Request,
  context: Context | (Context & StaffContext),
  answer: (request: Request, context: Context) => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get(IDEMPOTENCY_KEY)
  const caller = 'staff' in context ? context.staff.apiKey : null
  if (key === null || caller === null) return answer(request, context)
  if (!KEY.test(key)) {
    const title = 'An Idempotency-Key has 1 to 200 visible ASCII characters.'
    return problem({ type: 'wrong-idempotency-key', status: 422, title })
  }
  const sent = await readText(request, MAX_JSON_BYTES)
  if ('refusal' in sent) return sent.refusal
  const { method, url, headers } = request
  const asked = {
    keyHash: hashOf(caller.id, key),
    requestHash: hashOf(method, url, headers.get('content-type') ?? '', sent.text),
  }
  const outcome = await answerOnce(context.shop, asked, async () => {
    const again = new Request(url, { method, headers, ...(sent.text !== '' && { body: sent.text }) })
    const answered = await answer(again, context)
    const kept = KEPT_HEADERS.flatMap((name) => {
      const value = answered.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    return { status: answered.status, headers: Object.fromEntries(kept), body: await answered.text() }
  })
  if (outcome.kind !== 'answered') return problem({ type: outcome.kind, ...REFUSALS[outcome.kind] })
  const { status, headers: kept, body } = outcome.answer
  return new Response(body === '' ? null : body, {
    status,
    headers: { ...kept, ...(outcome.isRepeated && { 'idempotency-replayed': 'true' }) },
  })
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
