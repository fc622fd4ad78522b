import { securityHeaders } from '#web/http/security-headers.ts'
import { prepareAnswer, type CachedPage } from './cached-page.ts'

const ALWAYS: [string, string][] = [
  ['cache-control', 'private, no-cache'],
  ['vary', 'accept-encoding, cookie'],
]

/** Prepares for the cache an answer that is the same for everyone. Throws when it sets a cookie. */
export async function prepareKept(answer: Response, publicUrl: string): Promise<CachedPage> {
  const { status, headers } = answer
  if (headers.has('set-cookie')) throw new Error('A cached answer must not set a cookie')
  const own = [...headers].filter(([name]) => name !== 'content-type')
  const added = [...securityHeaders(publicUrl), ...ALWAYS].filter(([name]) => !headers.has(name))
  return prepareAnswer({
    status,
    type: headers.get('content-type') ?? 'application/json',
    body: await answer.text(),
    headers: [...own, ...added],
    setsCookies: false,
  })
}
