import * as v from 'valibot'
import { staffAction } from '#web/api/action.ts'
import { staffVisit } from './staff-visit.ts'

const oneSession = v.object({ id: v.pipe(v.string(), v.maxLength(100)) })

export const routes = [
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
]
