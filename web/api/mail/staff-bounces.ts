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
  summary: 'Let mails to a bounced address be sent again',
  detail: 'Mails that were given up stay so: send those of an order again from its page.',
  params: idParams,
  answers: {
    204: { means: 'Mails to the address are sent again, until it refuses another.' },
    404: refusal('This address is not in the list of bounced addresses.'),
  },
} satisfies EndpointDocs

export const routes = [staff('DELETE /api/staff/bounces/:id', 'orders.resend-mail', liftStaffBounce)]
