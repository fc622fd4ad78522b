import * as v from 'valibot'
import { usedPasskeySchema } from '#domain/staff/passkey-forms.ts'
import { ownPagesAction } from '#web/api/action.ts'
import { callIdentity } from '#web/http/call-identity.ts'
import { signingIn } from '#web/http/limits/rate-limits.ts'
import { deviceCookie } from '#web/http/visitors/device-cookie.ts'
import { passkeyCookie, readPasskeyCookie } from '#web/http/visitors/passkey-cookie.ts'
import { staffCookie } from '#web/http/visitors/staff-cookie.ts'
import { stepCookie } from '#web/http/visitors/step-cookie.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { passkeyRefusal } from './passkey-refusal.ts'
import { PASSKEY_EXAMPLE, passkeyQuestionSchema } from './passkey-schemas.ts'
import { staffVisit } from './staff-visit.ts'

const NOT_HERE = refusal('Another service keeps the accounts, or the shop is at no address for passkeys.')
const UNAVAILABLE = refusal('The accounts are unavailable.')

export const routes = [
  ownPagesAction('POST /api/staff/passkey-sign-in/begin', {
    limit: signingIn,
    summary: 'Ask for a passkey',
    detail: 'The options are for `navigator.credentials.get()` of this browser, within five minutes.',
    answers: {
      200: {
        means: 'WebAuthn’s PublicKeyCredentialRequestOptions, as JSON.',
        schema: passkeyQuestionSchema,
        headers: { 'set-cookie': 'The question, for one answer of this browser.' },
      },
      409: NOT_HERE,
      503: UNAVAILABLE,
    },
    async run({ shop }) {
      const answer = await callIdentity(shop, shop.identity.beginPasskeySignIn())
      if (answer.kind !== 'started') return passkeyRefusal(answer)
      const cookie = passkeyCookie(shop.settings.publicUrl, answer.challenge, answer.livesFor)
      return Response.json({ options: answer.options }, { headers: { 'set-cookie': cookie } })
    },
  }),
  ownPagesAction('POST /api/staff/passkey-sign-in', {
    limit: signingIn,
    summary: 'Sign in with a passkey',
    detail:
      'The answer of the browser to the options, with the user verified; it counts as password and second factor. An answer ' +
      'counts once, in the browser that was asked.',
    body: { schema: usedPasskeySchema, example: { response: PASSKEY_EXAMPLE.used } },
    answers: {
      200: {
        means: 'Signed in.',
        schema: v.object({ email: v.string() }),
        headers: { 'set-cookie': 'The session, and the browser.' },
      },
      401: refusal('The passkey is unknown, or its answer is not right or too late (`passkey-refused`).'),
      403: refusal('The account is disabled, or the request did not come from the shop’s own pages.'),
      409: NOT_HERE,
      429: refusal('Too many attempts. Retry-After is the number of seconds to wait.'),
      503: UNAVAILABLE,
    },
    async run(asked) {
      const { shop, address, body } = asked
      const { publicUrl } = shop.settings
      const challenge = readPasskeyCookie(asked.request.headers, publicUrl)
      if (challenge === null) return passkeyRefusal({ kind: 'passkey-refused' })
      const visit = staffVisit(asked)
      const answer = await callIdentity(
        shop,
        shop.identity.signInWithPasskey(challenge, body.response, visit),
      )
      if (answer.kind !== 'signed-in') {
        shop.log.info('A staff sign-in was refused', { code: answer.kind, address })
        const refused = passkeyRefusal(answer)
        refused.headers.append('set-cookie', passkeyCookie(publicUrl, '', 0))
        return refused
      }
      shop.log.info('A member of staff signed in with a passkey', { member: answer.member.id })
      const signedIn = Response.json({ email: answer.member.email })
      signedIn.headers.append('set-cookie', staffCookie(publicUrl, answer.key, answer.livesFor))
      signedIn.headers.append('set-cookie', deviceCookie(answer.device, shop))
      signedIn.headers.append('set-cookie', passkeyCookie(publicUrl, '', 0))
      signedIn.headers.append('set-cookie', stepCookie(publicUrl, '', 0))
      return signedIn
    },
  }),
]
