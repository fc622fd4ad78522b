import { toStaffId } from '#domain/ids.ts'
import { memberRoleSchema, memberSchema } from '#domain/staff/people-forms.ts'
import type { MemberChange } from '#domain/staff/member-change.ts'
import type { ChangeAuthor } from '#providers/identity/people/staff-people.ts'
import { personView } from '#web/views/staff/people-view.server.ts'
import { readJson } from '#web/http/read-json.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { staff } from '#web/route.ts'
import { memberRefusal, ownSecondFactor } from './people-refusal.ts'
import { personSchema, refusalWith } from './people-schemas.ts'
import { idIn, idParams } from './staff-address.ts'

const EXAMPLE = { version: 1 }
const UNKNOWN = refusal('There is no such person on the staff.')
const CONFLICT = refusalWith(
  'Someone else changed the account first (`changed-meanwhile`), it is the only owner who can sign in (`last-owner`), ' +
    'or the author’s own account, without `ownAccount` (`own-account`).',
  personSchema,
)

/** The owner who makes a change, and from where. */
export function authorOf(request: Request, { address, staff: { member } }: StaffContext): ChangeAuthor {
  return { id: member.id, address, userAgent: request.headers.get('user-agent') ?? '' }
}

/** POST /api/staff/people/{id}/role {role, version, ownAccount}: every session of another member ends. */
export async function changeStaffRole(request: Request, context: StaffContext): Promise<Response> {
  const body = await readJson(request, memberRoleSchema)
  if ('refusal' in body) return body.refusal
  return change(request, context, { kind: 'role', role: body.value.role }, body.value)
}

changeStaffRole.docs = {
  summary: 'Change the role of a staff member',
  detail:
    'Every session of another member ends, and the member gets an email. `ownAccount` confirms that owners take their own role away.',
  params: idParams,
  body: { schema: memberRoleSchema, example: { ...EXAMPLE, role: 'packer' } },
  answers: {
    200: { means: 'The current member.', schema: personSchema },
    404: UNKNOWN,
    409: CONFLICT,
  },
} satisfies EndpointDocs

/** POST /api/staff/people/{id}/disable {version, ownAccount}: ends every session, and refuses further sign-ins. */
export async function disableStaffMember(request: Request, context: StaffContext): Promise<Response> {
  const body = await readJson(request, memberSchema)
  return 'refusal' in body ? body.refusal : change(request, context, { kind: 'disable' }, body.value)
}

disableStaffMember.docs = {
  summary: 'Disable a staff member',
  detail:
    'Every session and reset link of the member ends at once, also with accounts at another service. Open invitations ' +
    'by a disabled owner are withdrawn. The member gets an email.',
  params: idParams,
  body: { schema: memberSchema, example: EXAMPLE },
  answers: { 200: { means: 'The current member.', schema: personSchema }, 404: UNKNOWN, 409: CONFLICT },
} satisfies EndpointDocs

/** POST /api/staff/people/{id}/enable {version}: with the role and password from before. */
export async function enableStaffMember(request: Request, context: StaffContext): Promise<Response> {
  const body = await readJson(request, memberSchema)
  return 'refusal' in body ? body.refusal : change(request, context, { kind: 'enable' }, body.value)
}

enableStaffMember.docs = {
  summary: 'Enable a disabled staff member again',
  detail: 'With the role and password from before. The member gets an email.',
  params: idParams,
  body: { schema: memberSchema, example: EXAMPLE },
  answers: { 200: { means: 'The current member.', schema: personSchema }, 404: UNKNOWN, 409: CONFLICT },
} satisfies EndpointDocs

/** POST /api/staff/people/{id}/end-sessions: signs the member out everywhere; owners keep their own current session. */
export async function endMemberSessions(request: Request, context: StaffContext): Promise<Response> {
  const { shop, staff: session } = context
  const id = idIn(request, toStaffId)
  if (id === null) return memberRefusal(shop, { kind: 'unknown' })
  const by = { ...authorOf(request, context), keep: session.id }
  const answer = await shop.identity.people.endSessions(id, by)
  if (answer.kind !== 'changed') return memberRefusal(shop, answer)
  shop.log.info('Sessions of a member of staff were ended', { member: id, by: by.id })
  return Response.json(personView(shop, answer.person))
}

endMemberSessions.docs = {
  summary: 'End every session of a staff member',
  detail: 'For the owner’s own account: every other session.',
  params: idParams,
  answers: { 200: { means: 'The current member.', schema: personSchema }, 404: UNKNOWN },
} satisfies EndpointDocs

/** POST /api/staff/people/{id}/reset-second-factor {version}: for a member who has lost app and passkeys. */
export async function resetMemberSecondFactor(request: Request, context: StaffContext): Promise<Response> {
  const { shop } = context
  const body = await readJson(request, memberSchema)
  if ('refusal' in body) return body.refusal
  const id = idIn(request, toStaffId)
  if (id === null) return memberRefusal(shop, { kind: 'unknown' })
  const by = authorOf(request, context)
  const answer = await shop.identity.people.resetSecondFactor(id, body.value.version, by)
  if (answer.kind === 'own-account') return ownSecondFactor()
  if (answer.kind !== 'changed') return memberRefusal(shop, answer)
  shop.log.info('The second factor of a member of staff was reset', { member: id, by: by.id })
  return Response.json(personView(shop, answer.person))
}

resetMemberSecondFactor.docs = {
  summary: 'Reset the second factor of a staff member',
  detail:
    'For a member who has lost it: authenticator app, passkeys and recovery codes are removed, every session ends, and the ' +
    'password alone signs in again. The member gets an email. Owners change their own on the account page.',
  params: idParams,
  body: { schema: memberSchema, example: EXAMPLE },
  answers: { 200: { means: 'The current member.', schema: personSchema }, 404: UNKNOWN, 409: CONFLICT },
} satisfies EndpointDocs

async function change(
  request: Request,
  context: StaffContext,
  wanted: MemberChange,
  { version, ownAccount }: { version: number; ownAccount: boolean },
): Promise<Response> {
  const { shop } = context
  const id = idIn(request, toStaffId)
  if (id === null) return memberRefusal(shop, { kind: 'unknown' })
  const by = authorOf(request, context)
  const answer = await shop.identity.people.change(id, wanted, { version, isConfirmed: ownAccount, by })
  if (answer.kind !== 'changed') return memberRefusal(shop, answer)
  shop.log.info('A member of staff was changed', { member: id, change: wanted.kind, by: by.id })
  return Response.json(personView(shop, answer.person))
}

export const routes = [
  staff('POST /api/staff/people/:id/role', 'staff.manage', changeStaffRole),
  staff('POST /api/staff/people/:id/disable', 'staff.manage', disableStaffMember),
  staff('POST /api/staff/people/:id/enable', 'staff.manage', enableStaffMember),
  staff('POST /api/staff/people/:id/reset-second-factor', 'staff.manage', resetMemberSecondFactor),
  staff('POST /api/staff/people/:id/end-sessions', 'staff.manage', endMemberSessions),
]
