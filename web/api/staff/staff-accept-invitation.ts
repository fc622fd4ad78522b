import * as v from 'valibot'
import { acceptSchema } from '#domain/staff/people-forms.ts'
import { ownPagesAction } from '#web/api/action.ts'
import { callIdentity } from '#web/http/call-identity.ts'
import { signingIn } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { deviceCookie } from '#web/http/visitors/device-cookie.ts'
import { staffCookie } from '#web/http/visitors/staff-cookie.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { staffRefusal, weakPassword, wrongPassword } from './staff-refusal.ts'
import { staffVisit } from './staff-visit.ts'

export const routes = [
  ownPagesAction('POST /api/staff/accept-invitation', {
    limit: signingIn,
    summary: 'Accept an invitation to the staff',
    detail:
      'The link works once. Without a service for the accounts, `password` is required, and the new member is signed in; ' +
      'with one, the member signs in with the account there.',
    body: {
      schema: acceptSchema,
      example: { token: 'token-of-the-link', password: 'a new long password' },
    },
    answers: {
      200: {
        means: 'The new member.',
        schema: v.object({ email: v.string(), isSignedIn: v.boolean() }),
        headers: { 'set-cookie': 'The session, and the browser, when signed in.' },
      },
      409: refusal('The address has become staff in another way. Nothing about that account was changed.'),
      410: refusal('The link has expired or has already been used.'),
      503: refusal('The accounts are unavailable.'),
    },
    async run(asked) {
      const { shop, body } = asked
      const { token, password = null } = body
      const visit = staffVisit(asked)
      const answer = await callIdentity(shop, shop.identity.acceptInvitation(token, password, visit))
      switch (answer.kind) {
        case 'auth-unavailable':
          return staffRefusal(answer)
        case 'invalid-link':
          return problem({
            type: answer.kind,
            status: 410,
            title: 'This link has expired or has already been used.',
          })
        case 'already-member':
          return problem({
            type: answer.kind,
            status: 409,
            title: 'This address already has an account. Sign in instead.',
          })
        case 'no-password':
          return wrongPassword('password', 'Choose a password.')
        case 'weak-password':
          return weakPassword('password', answer)
        case 'joined':
        case 'signed-in': {
          const { member } = answer
          shop.log.info('An invitation to the staff was accepted', { member: member.id })
          const joined = Response.json({ email: member.email, isSignedIn: answer.kind === 'signed-in' })
          if (answer.kind === 'signed-in') {
            const { publicUrl } = shop.settings
            joined.headers.append('set-cookie', staffCookie(publicUrl, answer.key, answer.livesFor))
            joined.headers.append('set-cookie', deviceCookie(answer.device, shop))
          }
          return joined
        }
      }
    },
  }),
]
