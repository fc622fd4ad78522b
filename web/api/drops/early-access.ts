import { answerLanguage } from '#web/http/request-language.ts'
import * as v from 'valibot'
import { isEarly } from '#domain/drops/drop.ts'
import { looksLikeEmail, MAX_EMAIL_LENGTH } from '#domain/email.ts'
import { askForEarlyLink, openEarlyLink, tryPassword } from '#operations/drops/early-access.ts'
import { findDrop } from '#operations/drops/find-drop.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { postedForm, TRAP_DETAIL, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { limitGuesses } from '#web/http/limits/limit-guesses.ts'
import { joining, reading } from '#web/http/limits/rate-limits.ts'
import { readText } from '#web/http/read-json.ts'
import { seeOther } from '#web/http/see-other.ts'
import { earlyCookie } from '#web/http/visitors/room-cookies.ts'
import { ownPages } from '#web/route.ts'

const MAX_BYTES = 4 * 1024

/** `leaveEmpty`: a honeypot field, hidden from people and filled in by bots. */
const formSchema = v.object({
  drop: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/)),
  by: v.pipe(v.string(), v.trim(), v.maxLength(MAX_EMAIL_LENGTH)),
  leaveEmpty: v.optional(v.string(), ''),
})

/** POST /api/drops/early: the same answer for a wrong password, a known address and an unknown one. */
async function askForAccess(request: Request, { shop, address }: ApiContext): Promise<Response> {
  const body = await readText(request, MAX_BYTES)
  if ('refusal' in body) return body.refusal
  const filled = v.safeParse(formSchema, Object.fromEntries(new URLSearchParams(body.text)))
  const drop = filled.success ? await findDrop(shop, filled.output.drop) : null
  if (!filled.success || drop === null) return seeOther('/shop')
  if (!isEarly(drop, shop.now())) return seeOther(`/drop/${drop.handle}`)
  const answer = (asked: 'early' | 'guest', cookies: string[] = []) =>
    seeOther(`/drop/${drop.handle}?asked=${asked}#early`, cookies)
  const { by, leaveEmpty } = filled.output
  if (leaveEmpty !== '') return answer('guest')
  if (looksLikeEmail(by)) {
    await askForEarlyLink(shop, drop, { email: by, language: answerLanguage(shop, request) })
    return answer('guest')
  }
  const pass = await limitGuesses({ shop, address }, [by], async () => tryPassword(shop, drop, by), {
    isGuess: (found) => found === null,
    refuse: () => null,
  })
  return pass === null ? answer('guest') : answer('early', [earlyCookie(shop, drop, pass)])
}

askForAccess.docs = {
  summary: 'Ask for early access to a drop',
  detail:
    '`by` is its password, which opens it for this browser at once, or an email address: one on the list gets a link that does so once. The answer is ' +
    'the same for a wrong password and any address. ' +
    TRAP_DETAIL,
  body: postedForm(formSchema),
  answers: {
    303: {
      means: 'Back to the page, which says how it went.',
      headers: { location: 'The page.', 'set-cookie': 'After the password: early access, until the sale.' },
    },
  },
} satisfies EndpointDocs

/** POST /early-access/open?token=: the button of the page behind the link. */
async function openAccess(request: Request, { shop }: ApiContext): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token')?.trim() ?? ''
  const opened = await openEarlyLink(shop, token)
  if (opened === null) return seeOther(`/early-access?${new URLSearchParams({ token })}`)
  const { drop, pass } = opened
  return seeOther(`/drop/${drop.handle}?asked=early#early`, [earlyCookie(shop, drop, pass)])
}

openAccess.docs = {
  summary: 'Open early access to a drop',
  detail: 'The button behind the link in the email. It works once.',
  query: v.object({ token: v.string() }),
  answers: {
    303: {
      means: 'To the drop, or back to the page, which says why not.',
      headers: { location: 'A path of this shop.', 'set-cookie': 'Early access, until the sale.' },
    },
  },
} satisfies EndpointDocs

export const routes = [
  ownPages('POST /api/drops/early', askForAccess, joining),
  ownPages('POST /early-access/open', openAccess, reading),
]
