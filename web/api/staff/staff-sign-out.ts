import { ownPagesAction } from '#web/api/action.ts'
import { expiredStaffCookie, readStaffCookie } from '#web/http/visitors/staff-cookie.ts'
import { staffVisit } from './staff-visit.ts'

export const routes = [
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
