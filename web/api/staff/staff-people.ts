import { toStaffId, type StaffId } from '#domain/ids.ts'
import { memberRoleSchema, memberSchema } from '#domain/staff/people-forms.ts'
import type { MemberChange } from '#domain/staff/member-change.ts'
import type { ChangeAuthor } from '#providers/identity/people/staff-people.ts'
import { idParams, staffAction } from '#web/api/action.ts'
import { personView } from '#web/views/staff/people-view.server.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { memberRefusal, ownSecondFactor } from './people-refusal.ts'
import { personSchema, refusalWith } from './people-schemas.ts'

const EXAMPLE = { version: 1 }
const CONFLICT = refusalWith(
  'Someone else changed the account first (`changed-meanwhile`), it is the only owner who can sign in (`last-owner`), ' +
    'or the author’s own account, without `ownAccount` (`own-account`).',
  personSchema,
)

const memberParams = idParams(toStaffId, 'There is no such person on the staff.')

/** The owner who makes a change, and from where. */
export function authorOf({
  request,
  address,
  staff: { member },
}: StaffContext & { request: Request }): ChangeAuthor {
  return { id: member.id, address, userAgent: request.headers.get('user-agent') ?? '' }
}

async function change(
  asked: StaffContext & {
    request: Request
    params: { id: StaffId }
    body: { version: number; ownAccount: boolean }
  },
  wanted: MemberChange,
) {
  const { shop, params, body } = asked
  const by = authorOf(asked)
  const answer = await shop.identity.people.change(params.id, wanted, {
    version: body.version,
    isConfirmed: body.ownAccount,
    by,
  })
  if (answer.kind !== 'changed') return memberRefusal(shop, answer)
  shop.log.info('A member of staff was changed', { member: params.id, change: wanted.kind, by: by.id })
  return personView(shop, answer.person)
}

export const routes = [
  staffAction('POST /api/staff/people/:id/role', 'staff.manage', {
    summary: 'Change the role of a staff member',
    detail:
      'Every session of another member ends, and the member gets an email. `ownAccount` confirms that owners take their own role away.',
    params: memberParams,
    body: { schema: memberRoleSchema, example: { ...EXAMPLE, role: 'packer' } },
    answers: {
      200: { means: 'The current member.', schema: personSchema },
      409: CONFLICT,
    },
    run: (asked) => change(asked, { kind: 'role', role: asked.body.role }),
  }),
  staffAction('POST /api/staff/people/:id/disable', 'staff.manage', {
    summary: 'Disable a staff member',
    detail:
      'Every session and reset link of the member ends at once, also with accounts at another service. Open invitations ' +
      'by a disabled owner are withdrawn. The member gets an email.',
    params: memberParams,
    body: { schema: memberSchema, example: EXAMPLE },
    answers: { 200: { means: 'The current member.', schema: personSchema }, 409: CONFLICT },
    run: (asked) => change(asked, { kind: 'disable' }),
  }),
  staffAction('POST /api/staff/people/:id/enable', 'staff.manage', {
    summary: 'Enable a disabled staff member again',
    detail: 'With the role and password from before. The member gets an email.',
    params: memberParams,
    body: { schema: memberSchema, example: EXAMPLE },
    answers: { 200: { means: 'The current member.', schema: personSchema }, 409: CONFLICT },
    run: (asked) => change(asked, { kind: 'enable' }),
  }),
  staffAction('POST /api/staff/people/:id/reset-second-factor', 'staff.manage', {
    summary: 'Reset the second factor of a staff member',
    detail:
      'For a member who has lost it: authenticator app, passkeys and recovery codes are removed, every session ends, and the ' +
      'password alone signs in again. The member gets an email. Owners change their own on the account page.',
    params: memberParams,
    body: { schema: memberSchema, example: EXAMPLE },
    answers: { 200: { means: 'The current member.', schema: personSchema }, 409: CONFLICT },
    async run(asked) {
      const {
        shop,
        params: { id },
        body,
      } = asked
      const by = authorOf(asked)
      const answer = await shop.identity.people.resetSecondFactor(id, body.version, by)
      if (answer.kind === 'own-account') return ownSecondFactor()
      if (answer.kind !== 'changed') return memberRefusal(shop, answer)
      shop.log.info('The second factor of a member of staff was reset', { member: id, by: by.id })
      return personView(shop, answer.person)
    },
  }),
  staffAction('POST /api/staff/people/:id/end-sessions', 'staff.manage', {
    summary: 'End every session of a staff member',
    detail: 'For the owner’s own account: every other session.',
    params: memberParams,
    answers: { 200: { means: 'The current member.', schema: personSchema } },
    async run(asked) {
      const {
        shop,
        staff: session,
        params: { id },
      } = asked
      const by = { ...authorOf(asked), keep: session.id }
      const answer = await shop.identity.people.endSessions(id, by)
      if (answer.kind !== 'changed') return memberRefusal(shop, answer)
      shop.log.info('Sessions of a member of staff were ended', { member: id, by: by.id })
      return personView(shop, answer.person)
    },
  }),
]
