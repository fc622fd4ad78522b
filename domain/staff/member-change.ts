import type { Role } from './permissions.ts'

/** What an owner may change about a staff member. */
export type MemberChange = { kind: 'role'; role: Role } | { kind: 'disable' } | { kind: 'enable' }

/** The facts that decide about a change. */
interface ChangeFacts {
  member: { role: Role; disabled: boolean }
  /** Whether the member changes their own account, and has confirmed that. */
  isOwn: boolean
  isConfirmed: boolean
  /** How many owners can sign in, the member included. */
  activeOwners: number
}

/**
 * Why a change is refused: `last-owner` would leave the shop without an owner who can sign in; `own-account` would
 * remove the owner's own access, and was not confirmed. Null when it is allowed.
 */
export function findChangeObstacle(
  change: MemberChange,
  { member, isOwn, isConfirmed, activeOwners }: ChangeFacts,
): 'last-owner' | 'own-account' | null {
  if (!endsOwnership(change, member)) return null
  if (activeOwners <= 1) return 'last-owner'
  return isOwn && !isConfirmed ? 'own-account' : null
}

/** Whether the member is an owner who can sign in, and is none after the change. */
export function endsOwnership(change: MemberChange, { role, disabled }: ChangeFacts['member']): boolean {
  if (role !== 'owner' || disabled) return false
  return change.kind === 'disable' || (change.kind === 'role' && change.role !== 'owner')
}

/** Whether the member already has this role or access. */
export function isNoChange(change: MemberChange, { role, disabled }: ChangeFacts['member']): boolean {
  if (change.kind === 'role') return change.role === role
  return disabled === (change.kind === 'disable')
}
