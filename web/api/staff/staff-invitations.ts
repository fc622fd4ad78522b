import { toInvitationId } from '#domain/ids.ts'
import { idParams, staffAction } from '#web/api/action.ts'
import { invitationSchema, inviteSchema } from '#domain/staff/people-forms.ts'
import { invitationView } from '#web/views/staff/people-view.server.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { invitationRefusal } from './people-refusal.ts'
import { invitationViewSchema, refusalWith } from './people-schemas.ts'
import { authorOf } from './staff-people.ts'

const invitationParams = idParams(
  toInvitationId,
  'This invitation was accepted or withdrawn in the meantime.',
)
const CHANGED = refusalWith('Someone else sent the invitation again first.', invitationViewSchema)
const TOO_MANY = refusal(
  'Too many invitations in a short time. Retry-After is the number of seconds to wait.',
)

export const routes = [
  staffAction('POST /api/staff/invitations', 'staff.manage', {
    summary: 'Invite a person to the staff',
    detail: 'By an email with a link that works once, within seven days.',
    body: { schema: inviteSchema, example: { email: 'bo@redemption.example', role: 'packer' } },
    answers: {
      201: { means: 'The invitation. Its email is on its way.', schema: invitationViewSchema },
      409: refusal(
        'The address is on the staff (`already-member`), was before (`disabled-member`) or is invited (`already-invited`), ' +
          'or too many invitations are waiting.',
      ),
      429: TOO_MANY,
    },
    async run(asked) {
      const { shop, body } = asked
      const by = authorOf(asked)
      const answer = await shop.identity.invitations.invite(body, by)
      if (answer.kind !== 'invited') return invitationRefusal(shop, answer, body.email)
      const { id, role } = answer.invitation
      shop.log.info('A person was invited to the staff', { invitation: id, role, by: by.id })
      return invitationView(shop, answer.invitation)
    },
  }),
  staffAction('POST /api/staff/invitations/:id/send-again', 'staff.manage', {
    summary: 'Send an invitation again',
    detail: 'With a new link, for another seven days. Earlier links stop working.',
    params: invitationParams,
    body: { schema: invitationSchema, example: { version: 1 } },
    answers: {
      200: { means: 'The current invitation.', schema: invitationViewSchema },
      409: CHANGED,
      429: TOO_MANY,
    },
    async run(asked) {
      const {
        shop,
        params: { id },
        body,
      } = asked
      const by = authorOf(asked)
      const answer = await shop.identity.invitations.sendAgain(id, body.version, by)
      if (answer.kind !== 'invited') return invitationRefusal(shop, answer)
      shop.log.info('An invitation to the staff was sent again', { invitation: id, by: by.id })
      return invitationView(shop, answer.invitation)
    },
  }),
  staffAction('POST /api/staff/invitations/:id/withdraw', 'staff.manage', {
    summary: 'Withdraw an invitation',
    params: invitationParams,
    body: { schema: invitationSchema, example: { version: 1 } },
    answers: { 204: { means: 'Its links no longer work.' }, 409: CHANGED },
    async run(asked) {
      const {
        shop,
        params: { id },
        body,
      } = asked
      const by = authorOf(asked)
      const answer = await shop.identity.invitations.withdraw(id, body.version, by)
      if (answer.kind !== 'withdrawn') return invitationRefusal(shop, answer)
      shop.log.info('An invitation to the staff was withdrawn', { invitation: id, by: by.id })
      return null
    },
  }),
]
