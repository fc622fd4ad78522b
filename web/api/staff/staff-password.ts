import * as v from 'valibot'
import {
  changeAddressSchema,
  changePasswordSchema,
  confirmAddressSchema,
  newPasswordSchema,
  resetRequestSchema,
} from '#domain/staff/staff-forms.ts'
import { requestPasswordReset } from '#operations/staff/request-password-reset.ts'
import { ownPagesAction, staffAction } from '#web/api/action.ts'
import { deviceCookie } from '#web/http/visitors/device-cookie.ts'
import { problem } from '#web/http/problem.ts'
import { expiredStaffCookie, staffCookie } from '#web/http/visitors/staff-cookie.ts'
import { callIdentity } from '#web/http/call-identity.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { staffRefusal, weakPassword, wrongPassword } from './staff-refusal.ts'
import { staffVisit } from './staff-visit.ts'
import { askingForReset, signingIn } from '#web/http/limits/rate-limits.ts'

function withCookies(...cookies: string[]): Response {
  const answer = new Response(null, { status: 204 })
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
  return answer
}

function linkEnded(): Response {
  return problem({
    type: 'invalid-link',
    status: 410,
    title: 'This link has expired or has already been used.',
  })
}

function addressTaken(): Response {
  return problem({ type: 'taken', status: 409, title: 'Another account has this address.' })
}

export const routes = [
  ownPagesAction('POST /api/staff/request-reset', {
    limit: askingForReset,
    summary: 'Request a link to set a new password',
    body: { schema: resetRequestSchema, example: { email: 'ada@redemption.example' } },
    answers: {
      202: { means: 'An email with the link is on its way.', schema: v.object({ email: v.string() }) },
      401: refusal('No account has this address.'),
      403: refusal(
        'The account is disabled, its service refuses, or the request did not come from the shop’s own pages.',
      ),
      429: refusal('Emails were already sent to this address. Retry-After is the number of seconds to wait.'),
      503: refusal('The accounts are unavailable.'),
    },
    async run(asked) {
      const { shop, body } = asked
      const answer = await callIdentity(shop, requestPasswordReset(shop, body.email, staffVisit(asked)))
      if (answer.kind !== 'allowed' && answer.kind !== 'sent') return staffRefusal(answer, 'mail')
      return Response.json({ email: answer.member.email }, { status: 202 })
    },
  }),
  ownPagesAction('POST /api/staff/reset-password', {
    limit: signingIn,
    summary: 'Set a new password with the link from the email',
    body: {
      schema: newPasswordSchema,
      example: { token: 'token-of-the-link', password: 'a new long password' },
    },
    answers: {
      204: {
        means: 'The password is set and every session has ended.',
        headers: { 'set-cookie': 'Deletes the session cookie, and marks this browser as known.' },
      },
      403: refusal(
        'The service that keeps the accounts refuses this password, or the request did not come from the shop’s own pages.',
      ),
      410: refusal('The link has expired or has already been used.'),
      503: refusal('The accounts are unavailable.'),
    },
    async run(asked) {
      const { shop, body } = asked
      const { token, password } = body
      const answer = await callIdentity(shop, shop.identity.resetPassword(token, password, staffVisit(asked)))
      if (answer.kind === 'invalid-link') return linkEnded()
      if (answer.kind === 'weak-password') return weakPassword('password', answer)
      if (answer.kind !== 'reset') return staffRefusal(answer)
      return withCookies(expiredStaffCookie(shop.settings.publicUrl), deviceCookie(answer.device, shop))
    },
  }),
  staffAction('POST /api/staff/change-address', 'account.use', {
    summary: 'Ask for another address to sign in with',
    detail:
      'Both addresses get an email, the new one with a link that works once, for a day. The old address stays until it is used. A new password voids the link.',
    body: {
      schema: changeAddressSchema,
      example: { email: 'lovelace@redemption.example', password: 'the password' },
    },
    answers: {
      202: { means: 'An email with the link is on its way.', schema: v.object({ email: v.string() }) },
      401: refusal('Not signed in, or the password is wrong.'),
      409: refusal(
        'Another account has the address (`taken`), or a service keeps the accounts (`not-here`).',
      ),
      429: refusal('Too many attempts for this account. Retry-After is the number of seconds to wait.'),
      503: refusal('The accounts are unavailable.'),
    },
    async run(asked) {
      const { shop, staff, body } = asked
      const answer = await callIdentity(shop, shop.identity.addresses.ask(staff.key, body, staffVisit(asked)))
      switch (answer.kind) {
        case 'asked':
          return Response.json({ email: body.email }, { status: 202 })
        case 'invalid-email':
          return wrongPassword('email', 'Enter another email address.')
        case 'taken':
          return addressTaken()
        case 'not-here':
          return problem({ type: answer.kind, status: 409, title: 'Another service keeps the accounts.' })
        default:
          return staffRefusal(answer)
      }
    },
  }),
  staffAction('POST /api/staff/keep-address', 'account.use', {
    summary: 'Cancel the change of the address that you sign in with',
    detail: 'The link in the email ends. Both addresses are told. Does nothing when there is no change.',
    answers: {
      204: { means: 'The address stays as it is.' },
      503: refusal('The accounts are unavailable.'),
    },
    async run(asked) {
      const { shop, staff } = asked
      const { addresses } = shop.identity
      const answer = await callIdentity(shop, addresses.withdraw(staff.member.id, staffVisit(asked)))
      return answer ? staffRefusal(answer) : new Response(null, { status: 204 })
    },
  }),
  ownPagesAction('POST /api/staff/confirm-address', {
    limit: signingIn,
    summary: 'Confirm a new address with the link from the email',
    detail: 'Sessions, password and second factors stay; links to reset the password end.',
    body: { schema: confirmAddressSchema, example: { token: 'token-of-the-link' } },
    answers: {
      204: { means: 'The address is changed, and both are told.' },
      403: refusal('The request did not come from the shop’s own pages.'),
      409: refusal('Another account has got the address since (`taken`).'),
      410: refusal('The link has expired or has already been used.'),
      503: refusal('The accounts are unavailable.'),
    },
    async run(asked) {
      const { shop, body } = asked
      const answer = await callIdentity(shop, shop.identity.addresses.confirm(body.token, staffVisit(asked)))
      switch (answer.kind) {
        case 'changed':
          return new Response(null, { status: 204 })
        case 'taken':
          return addressTaken()
        case 'invalid-link':
          return linkEnded()
        default:
          return staffRefusal(answer)
      }
    },
  }),
  staffAction('POST /api/staff/change-password', 'account.use', {
    summary: 'Change the password',
    body: {
      schema: changePasswordSchema,
      example: { current: 'the old password', next: 'a new long password' },
    },
    answers: {
      204: {
        means: 'The password is changed. Every other session has ended, and no other browser is known.',
        headers: { 'set-cookie': 'The new session of this browser, the only one still known.' },
      },
      401: refusal('Not signed in, or the current password is wrong.'),
      403: refusal('The role lacks `account.use`, or the service that keeps the accounts refuses.'),
      429: refusal('Too many attempts for this account. Retry-After is the number of seconds to wait.'),
      503: refusal('The accounts are unavailable.'),
    },
    async run(asked) {
      const { shop, staff, body } = asked
      const answer = await callIdentity(
        shop,
        shop.identity.changePassword(staff.key, body, staffVisit(asked)),
      )
      if (answer.kind === 'weak-password') return weakPassword('next', answer)
      if (answer.kind !== 'changed') return staffRefusal(answer)
      return withCookies(
        staffCookie(shop.settings.publicUrl, answer.key, answer.livesFor),
        deviceCookie(answer.device, shop),
      )
    },
  }),
]
