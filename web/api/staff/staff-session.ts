import * as v from 'valibot'
import { staffAction } from '#web/api/action.ts'

export const routes = [
  staffAction('GET /api/staff/session', 'second-factor.use', {
    summary: 'The signed-in member',
    answers: { 200: { means: 'The address of the member.', schema: v.object({ email: v.string() }) } },
    async run({ staff }) {
      return { email: staff.member.email }
    },
  }),
]
