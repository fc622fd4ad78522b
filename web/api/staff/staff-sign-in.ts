import * as v from 'valibot'
import { signInLinkSchema, signInSchema } from '#domain/staff/staff-forms.ts'
import type { SignInAnswer } from '#providers/identity/staff-identity.ts'
import { ownPagesAction } from '#web/api/action.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { problem } from '#web/http/problem.ts'
import { deviceCookie } from '#web/http/visitors/device-cookie.ts'
import { staffCookie } from '#web/http/visitors/staff-cookie.ts'
import { stepCookie } from '#web/http/visitors/step-cookie.ts'
import { callIdentity, type AuthUnavailable } from '#web/http/call-identity.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { staffRefusal } from './staff-refusal.ts'
import { staffVisit } from './staff-visit.ts'
import { signingIn } from '#web/http/limits/rate-limits.ts'

const SIGNED_IN = {
  200: {
    means: 'Signed in. One cookie is the session, another identifies this browser the next time.',
    schema: v.object({ email: v.string() }),
    headers: { 'set-cookie': 'The session, and the browser.' },
  },
  202: {
    means:
      'The password was right. A code comes next, of the app (`hasApp`) or a recovery code: `POST /api/staff/second-step`; ' +
      'or a passkey (`hasPasskey`): `POST /api/staff/passkey-sign-in`.',
    schema: v.object({ needsCode: v.literal(true), hasApp: v.boolean(), hasPasskey: v.boolean() }),
    headers: { 'set-cookie': 'The sign-in that waits.' },
  },
}

export const routes = [
  ownPagesAction('POST /api/staff/sign-in', {
    limit: signingIn,
    summary: 'Sign in',
    detail:
      'Wrong passwords from a browser that the member has signed in from are counted for that browser alone; all others by account and by network.',
    body: {
      schema: signInSchema,
      example: { email: 'ada@redemption.example', password: 'the password' },
    },
    answers: {
      ...SIGNED_IN,
      401: refusal('No account has this address, or the password is wrong. `type` says which.'),
      403: refusal(
        'The account is disabled, its service refuses, or the request did not come from the shop’s own pages.',
      ),
      429: refusal('Too many attempts. Retry-After is the number of seconds to wait.'),
      503: refusal('The accounts are unavailable.'),
    },
    async run(asked) {
      const { shop, body } = asked
      const answer = await callIdentity(shop, shop.identity.signIn(body, staffVisit(asked)))
      return signInResponse(asked, answer)
    },
  }),
  ownPagesAction('POST /api/staff/link-sign-in', {
    limit: signingIn,
    summary: 'Sign in with the link that the first start printed',
    detail: 'Once, and within a day. It takes the place of the password; a second factor is still asked for.',
    body: { schema: signInLinkSchema, example: { token: 'token-of-the-link' } },
    answers: {
      ...SIGNED_IN,
      403: refusal('The account is disabled, or the request did not come from the shop’s own pages.'),
      410: refusal('The link has expired or has already been used.'),
      503: refusal('The accounts are unavailable.'),
    },
    async run(asked) {
      const { shop, body } = asked
      const answer = await callIdentity(shop, shop.identity.signInWithLink(body.token, staffVisit(asked)))
      if (answer.kind !== 'invalid-link') return signInResponse(asked, answer)
      const title = 'This link has expired or has already been used. Sign in with the password.'
      return problem({ type: answer.kind, status: 410, title })
    },
  }),
]

/** The session, the second step, or the refusal. */
function signInResponse({ shop, address }: ApiContext, answer: SignInAnswer | AuthUnavailable): Response {
  if (answer.kind === 'second-step') {
    const { hasApp, hasPasskey } = answer
    const waiting = Response.json({ needsCode: true, hasApp, hasPasskey }, { status: 202 })
    waiting.headers.append(
      'set-cookie',
      stepCookie(shop.settings.publicUrl, answer.challenge, answer.livesFor),
    )
    return waiting
  }
  if (answer.kind !== 'signed-in') {
    shop.log.info('A staff sign-in was refused', { code: answer.kind, address })
    return staffRefusal(answer)
  }
  shop.log.info('A member of staff signed in', { member: answer.member.id })
  const signedIn = Response.json({ email: answer.member.email })
  signedIn.headers.append('set-cookie', staffCookie(shop.settings.publicUrl, answer.key, answer.livesFor))
  signedIn.headers.append('set-cookie', deviceCookie(answer.device, shop))
  return signedIn
}
