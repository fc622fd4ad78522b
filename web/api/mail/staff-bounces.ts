import { toBounceId } from '#domain/ids.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { liftBounce } from '#operations/mail/read-bounces.ts'

const bounceParams = idParams(toBounceId, 'This address is not in the list of bounced addresses.')

export const routes = [
  staffAction('DELETE /api/staff/bounces/:id', 'orders.resend-mail', {
    summary: 'Allow email to a bounced address again',
    detail: 'Emails that were given up are not sent: resend those of an order from its page.',
    params: bounceParams,
    answers: { 204: { means: 'Email to the address is sent again, until it refuses another one.' } },
    async run({ shop, staff, params: { id } }) {
      return (await liftBounce(shop, id, staff.member.email)) ? null : noSuch(bounceParams)
    },
  }),
]
