import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { recordWithNotice } from '#db/staff/staff-events.ts'
import { deleteInvitation, listInvitations } from '#db/staff/staff-invitations.ts'
import type { AuditAction } from '#domain/audit/audit.ts'
import { endsOwnership, type MemberChange } from '#domain/staff/member-change.ts'
import type { StaffMember } from '#domain/staff/staff-member.ts'
import type { ChangeAuthor } from './staff-people.ts'
import * as rows from '#db/staff/staff-rows.ts'
import { changeMember } from '#db/staff/people-rows.ts'

const EVENTS = { role: 'role-changed', disable: 'disabled', enable: 'enabled' } as const satisfies Record<
  MemberChange['kind'],
  AuditAction
>

/**
 * The one way to change a member: records it and enqueues the mail to them. The member's sessions end, except where
 * owners change their own role. A reset link ends when its member loses or regains access, keys end when their maker is
 * disabled, and the invitations that a member sent end when the member stops being an owner. Call it in a transaction
 * that has locked the member.
 */
export async function applyMemberChange(
  tx: Kysely<Database>,
  member: StaffMember,
  change: MemberChange,
  { by, now }: { by: ChangeAuthor | null; now: number },
): Promise<void> {
  await changeMember(tx, member.id, change, now)
  if (change.kind !== 'role') await rows.revokeAccess(tx, member.id)
  else if (by?.id !== member.id) await rows.endEverySession(tx, member.id)
  if (change.kind === 'disable') await rows.revokeKeys(tx, member.id)
  if (endsOwnership(change, member)) {
    for (const { id, invitedBy } of await listInvitations(tx)) {
      if (invitedBy === member.email) await deleteInvitation(tx, id)
    }
  }
  await recordWithNotice(tx, {
    action: EVENTS[change.kind],
    memberId: member.id,
    at: now,
    address: by?.address ?? '',
    userAgent: by?.userAgent ?? '',
    by: by?.id ?? null,
    changes: change.kind === 'role' ? [{ field: 'Role', before: member.role, after: change.role }] : [],
  })
}
