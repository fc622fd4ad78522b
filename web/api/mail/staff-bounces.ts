import { toBounceId } from '#domain/ids.ts'
import { liftBounce } from '#operations/mail/read-bounces.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { idIn, idParams } from '#web/api/staff/staff-address.ts'
import { problem } from '#web/http/problem.ts'
import { staff } from '#web/route.ts'

/** DELETE /api/staff/bounces/{id}: mails to the address are sent again, until it refuses another. */
export async function liftStaffBounce(request: Request, { shop, staff }: StaffContext): Promise<Response> {
  const id = idIn(request, toBounceId)
  if (id === null || !(await liftBounce(shop, id, staff.member.email))) {
    return problem({
      type: 'not-found',
      status: 404,
      title: 'This address is not in the list of bounced addresses.',
    })
  }
  return new Response(null, { status: 204 })
}

liftStaffBounce.docs = {
  summary: 'Allow email to a bounced address again',
  detail: 'Emails that were given up are not sent: resend those of an order from its page.',
  params: idParams,
  answers: {
    204: { means: 'Email to the address is sent again, until it refuses another one.' },
    404: refusal('This address is not in the list of bounced addresses.'),
  },
} satisfies EndpointDocs

export const routes = [staff('DELETE /api/staff/bounces/:id', 'orders.resend-mail', liftStaffBounce)]
