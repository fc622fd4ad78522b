import * as v from 'valibot'
import { codeSchema } from '#domain/staff/staff-forms.ts'
import { ownPagesAction } from '#web/api/action.ts'
import { callIdentity } from '#web/http/call-identity.ts'
import { signingIn } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { deviceCookie } from '#web/http/visitors/device-cookie.ts'
import { staffCookie } from '#web/http/visitors/staff-cookie.ts'
import { readStepCookie, stepCookie } from '#web/http/visitors/step-cookie.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { staffRefusal } from './staff-refusal.ts'
import { twoStepProblem } from './two-step-refusal.ts'
import { staffVisit } from './staff-visit.ts'

export const routes = [
  ownPagesAction('POST /api/staff/second-step', {
    limit: signingIn,
    summary: 'Sign in with a code after the password',
    detail: 'A code of six digits from an authenticator app, or a recovery code. Each works once.',
    body: { schema: codeSchema, example: { code: '123456' } },
    answers: {
      200: {
        means: 'Signed in, as without two-step verification.',
        schema: v.object({ email: v.string() }),
        headers: { 'set-cookie': 'The session, and the browser.' },
      },
      401: refusal(
        'The code is wrong (`wrong-code`) or has signed in before (`used-code`), or the sign-in is over (`expired`): begin again.',
      ),
      429: refusal('Too many codes. Retry-After is the number of seconds to wait.'),
      503: refusal('The accounts are unavailable.'),
    },
    async run(asked) {
      const { shop, body } = asked
      const { publicUrl } = shop.settings
      const challenge = readStepCookie(asked.request.headers, publicUrl)
      if (challenge === null) return problem(twoStepProblem('expired'))
      const visit = staffVisit(asked)
      const answer = await callIdentity(shop, shop.identity.finishSignIn(challenge, body.code, visit))
      if (answer.kind === 'wrong-code' || answer.kind === 'used-code' || answer.kind === 'expired') {
        return problem(twoStepProblem(answer.kind))
      }
      if (answer.kind !== 'signed-in') return staffRefusal(answer)
      shop.log.info('A member of staff signed in', { member: answer.member.id })
      const signedIn = Response.json({ email: answer.member.email })
      signedIn.headers.append('set-cookie', staffCookie(publicUrl, answer.key, answer.livesFor))
      signedIn.headers.append('set-cookie', deviceCookie(answer.device, shop))
      signedIn.headers.append('set-cookie', stepCookie(publicUrl, '', 0))
      return signedIn
    },
  }),
]
