import * as v from 'valibot'
import { ownPagesAction, staffAction } from '#web/api/action.ts'
import { expiredStaffCookie, readStaffCookie } from '#web/http/visitors/staff-cookie.ts'
import { staffVisit } from './staff-visit.ts'

const oneSession = v.object({ id: v.pipe(v.string(), v.maxLength(100)) })

export const routes = [
  staffAction('GET /api/staff/session', 'second-factor.use', {
    summary: 'The signed-in member',
    answers: { 200: { means: 'The address of the member.', schema: v.object({ email: v.string() }) } },
    async run({ staff }) {
      return { email: staff.member.email }
    },
  }),
  staffAction('POST /api/staff/end-session', 'account.use', {
    summary: 'End one session of the member',
    body: { schema: oneSession, example: { id: 'session-1' } },
    answers: { 204: { means: 'The session has ended.' } },
    async run(asked) {
      const { shop, staff, body } = asked
      await shop.identity.endSession(staff.member.id, body.id, staffVisit(asked))
      return null
    },
  }),
  staffAction('POST /api/staff/end-other-sessions', 'account.use', {
    summary: 'End every other session of the member',
    answers: { 204: { means: 'All other sessions have ended.' } },
    async run(asked) {
      const { shop, staff } = asked
      await shop.identity.endOtherSessions(staff.member.id, staff.id, staffVisit(asked))
      return null
    },
  }),
  ownPagesAction('POST /api/staff/sign-out', {
    summary: 'Sign out',
    answers: {
      204: { means: 'Signed out.', headers: { 'set-cookie': 'Deletes the session cookie.' } },
    },
    async run(asked) {
      const { shop } = asked
      const { publicUrl } = shop.settings
      const key = readStaffCookie(asked.request.headers, publicUrl)
      if (key !== null) await shop.identity.signOut(key, staffVisit(asked))
      return new Response(null, { status: 204, headers: { 'set-cookie': expiredStaffCookie(publicUrl) } })
    },
  }),
]
