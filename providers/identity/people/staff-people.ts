import type { InvitationId, StaffId } from '#domain/ids.ts'
import type { MemberChange } from '#domain/staff/member-change.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { Person, TooManyRequests } from '#domain/staff/staff-member.ts'

/** Who makes a change, and from where: the address and the browser are recorded. */
export interface ChangeAuthor {
  id: StaffId
  address: string
  userAgent: string
}

/**
 * A requested change. `version`: the version of the member that its author saw; null for any version. `isConfirmed`:
 * the author has confirmed that the account is their own. `by` null: the operator on the server's command line, who may
 * do everything.
 */
export interface ChangeRequest {
  version: number | null
  isConfirmed: boolean
  by: ChangeAuthor | null
}

/** The author is no longer an owner. */
interface NotPermitted {
  kind: 'not-permitted'
}

/** The result of a change of a member. `last-owner`, `own-account`: domain/staff/member-change.ts. */
export type ChangeMemberAnswer =
  | { kind: 'changed'; person: Person }
  | { kind: 'changed-meanwhile' | 'last-owner' | 'own-account'; person: Person }
  | { kind: 'unknown' }
  | NotPermitted

/** The result of `resetSecondFactor`. `own-account`: owners change their own second factors on their account page. */
export type ResetSecondFactorAnswer =
  | { kind: 'changed'; person: Person }
  | { kind: 'changed-meanwhile' | 'own-account'; person: Person }
  | { kind: 'unknown' }
  | NotPermitted

/** The members of the staff, as owners manage them. Every change is recorded, and mailed to the member concerned. */
export interface StaffPeople {
  /** Those who can sign in first, by address. */
  list(): Promise<Person[]>
  /** Changes a member in one transaction. An owner who can sign in always remains. A repeat changes nothing. */
  change(id: StaffId, change: MemberChange, request: ChangeRequest): Promise<ChangeMemberAnswer>
  /** Ends the sessions of a member, except `keep`: the session of an author who ends their own. */
  endSessions(
    id: StaffId,
    by: ChangeAuthor & { keep: string },
  ): Promise<{ kind: 'changed'; person: Person } | { kind: 'unknown' } | NotPermitted>
  /**
   * Removes app, passkeys and recovery codes of a member who has lost them, and ends the sessions. `version`: the
   * version of the member that the owner saw. A repeat changes nothing.
   */
  resetSecondFactor(id: StaffId, version: number, by: ChangeAuthor): Promise<ResetSecondFactorAnswer>
}

/** An invitation that was not accepted yet. Times are epoch milliseconds. */
export interface Invitation {
  id: InvitationId
  /** In lower case. */
  email: string
  role: Role
  /** The address of the owner who made it. */
  invitedBy: string
  invitedAt: number
  expiresAt: number
  version: number
}

/** The result of an invitation. `already-member`, `disabled-member`: the address is on the staff, or was. */
export type InviteAnswer =
  | { kind: 'invited'; invitation: Invitation }
  | { kind: 'already-invited'; invitation: Invitation }
  | { kind: 'already-member' | 'disabled-member'; role: Role }
  | { kind: 'invalid-email' | 'too-many-invitations' }
  | TooManyRequests
  | NotPermitted

/** Why a change of an invitation was refused. `unknown`: it was accepted, withdrawn or deleted. */
export type InvitationRefusal =
  | { kind: 'changed-meanwhile'; invitation: Invitation }
  | { kind: 'unknown' }
  | NotPermitted

/** The result of sending an invitation again. */
export type SendAgainAnswer =
  | { kind: 'invited'; invitation: Invitation }
  | TooManyRequests
  | InvitationRefusal

/**
 * Invitations to the staff. Each is open for seven days; its mail has a link that works once, whose token is stored
 * only as a hash. An address that becomes staff in another way is no longer invited.
 */
export interface StaffInvitations {
  /** Open and expired ones, newest first. */
  list(): Promise<Invitation[]>
  /** Writes an invitation and enqueues its mail. An expired one of the same address is replaced. */
  invite(whom: { email: string; role: Role }, by: ChangeAuthor): Promise<InviteAnswer>
  /** Mails a new link, open for another seven days; the old ones are void. */
  sendAgain(id: InvitationId, version: number, by: ChangeAuthor): Promise<SendAgainAnswer>
  withdraw(
    id: InvitationId,
    version: number,
    by: ChangeAuthor,
  ): Promise<{ kind: 'withdrawn' } | InvitationRefusal>
  /** A new link for the mail of this version; null when the invitation has changed, expired or been deleted since. */
  createLink(id: InvitationId, version: number): Promise<{ token: string; invitation: Invitation } | null>
  /** The invitation of a valid link. Looking it up does not use the link up, because mail scanners follow links. */
  find(token: string): Promise<Invitation | null>
}
