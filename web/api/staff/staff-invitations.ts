import { toInvitationId } from '#domain/ids.ts'
import { invitationSchema, inviteSchema } from '#domain/staff/people-forms.ts'
import { invitationView } from '#web/views/staff/people-view.server.ts'
import { readJson } from '#web/http/read-json.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { staff } from '#web/route.ts'
import { invitationRefusal } from './people-refusal.ts'
import { invitationViewSchema, refusalWith } from './people-schemas.ts'
import { idIn, idParams } from './staff-address.ts'
import { authorOf } from './staff-people.ts'

const UNKNOWN = refusal('The invitation was accepted or withdrawn in the meantime.')
const CHANGED = refusalWith('Someone else sent the invitation again first.', invitationViewSchema)
const TOO_MANY = refusal(
  'Too many invitations in a short time. Retry-After is the number of seconds to wait.',
)

/** POST /api/staff/invitations {email, role}: mails a link that works once, within seven days. */
export async function inviteStaff(request: Request, context: StaffContext): Promise<Response> {
  const { shop } = context
  const body = await readJson(request, inviteSchema)
  if ('refusal' in body) return body.refusal
  const by = authorOf(request, context)
  const answer = await shop.identity.invitations.invite(body.value, by)
  if (answer.kind !== 'invited') return invitationRefusal(shop, answer, body.value.email)
  const { id, role } = answer.invitation
  shop.log.info('A person was invited to the staff', { invitation: id, role, by: by.id })
  return Response.json(invitationView(shop, answer.invitation), { status: 201 })
}

inviteStaff.docs = {
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
} satisfies EndpointDocs

/** POST /api/staff/invitations/{id}/send-again {version}: mails a new link; those from before are void. */
export async function sendInvitationAgain(request: Request, context: StaffContext): Promise<Response> {
  const { shop } = context
  const body = await readJson(request, invitationSchema)
  if ('refusal' in body) return body.refusal
  const id = idIn(request, toInvitationId)
  if (id === null) return invitationRefusal(shop, { kind: 'unknown' })
  const by = authorOf(request, context)
  const answer = await shop.identity.invitations.sendAgain(id, body.value.version, by)
  if (answer.kind !== 'invited') return invitationRefusal(shop, answer)
  shop.log.info('An invitation to the staff was sent again', { invitation: id, by: by.id })
  return Response.json(invitationView(shop, answer.invitation))
}

sendInvitationAgain.docs = {
  summary: 'Send an invitation again',
  detail: 'With a new link, for another seven days. Earlier links stop working.',
  params: idParams,
  body: { schema: invitationSchema, example: { version: 1 } },
  answers: {
    200: { means: 'The current invitation.', schema: invitationViewSchema },
    404: UNKNOWN,
    409: CHANGED,
    429: TOO_MANY,
  },
} satisfies EndpointDocs

/** POST /api/staff/invitations/{id}/withdraw {version}: its links stop working. */
export async function withdrawInvitation(request: Request, context: StaffContext): Promise<Response> {
  const { shop } = context
  const body = await readJson(request, invitationSchema)
  if ('refusal' in body) return body.refusal
  const id = idIn(request, toInvitationId)
  if (id === null) return invitationRefusal(shop, { kind: 'unknown' })
  const by = authorOf(request, context)
  const answer = await shop.identity.invitations.withdraw(id, body.value.version, by)
  if (answer.kind !== 'withdrawn') return invitationRefusal(shop, answer)
  shop.log.info('An invitation to the staff was withdrawn', { invitation: id, by: by.id })
  return new Response(null, { status: 204 })
}

withdrawInvitation.docs = {
  summary: 'Withdraw an invitation',
  params: idParams,
  body: { schema: invitationSchema, example: { version: 1 } },
  answers: { 204: { means: 'Its links no longer work.' }, 404: UNKNOWN, 409: CHANGED },
} satisfies EndpointDocs

export const routes = [
  staff('POST /api/staff/invitations', 'staff.manage', inviteStaff),
  staff('POST /api/staff/invitations/:id/send-again', 'staff.manage', sendInvitationAgain),
  staff('POST /api/staff/invitations/:id/withdraw', 'staff.manage', withdrawInvitation),
]
