import { describe, expect, test } from 'vitest'
import { isNoChange, findChangeObstacle, type MemberChange } from './member-change.ts'

const OWNER = { role: 'owner', disabled: false } as const
const DISABLE: MemberChange = { kind: 'disable' }
const DEMOTE: MemberChange = { kind: 'role', role: 'manager' }
const facts = { member: OWNER, isOwn: false, isConfirmed: false, activeOwners: 2 }

describe('a change of a staff member', () => {
  test.each([DISABLE, DEMOTE])('that removes the last owner is refused, even when confirmed', (change) => {
    expect(findChangeObstacle(change, { ...facts, activeOwners: 1 })).toBe('last-owner')
    const own = { ...facts, activeOwners: 1, isOwn: true, isConfirmed: true }
    expect(findChangeObstacle(change, own)).toBe('last-owner')
    expect(findChangeObstacle(change, facts)).toBeNull()
  })

  test.each([DISABLE, DEMOTE])('that removes one’s own access needs a confirmation', (change) => {
    expect(findChangeObstacle(change, { ...facts, isOwn: true })).toBe('own-account')
    expect(findChangeObstacle(change, { ...facts, isOwn: true, isConfirmed: true })).toBeNull()
  })

  test('that removes no owner is allowed', () => {
    const alone = { ...facts, activeOwners: 1 }
    expect(findChangeObstacle({ kind: 'role', role: 'owner' }, alone)).toBeNull()
    expect(findChangeObstacle({ kind: 'enable' }, alone)).toBeNull()
    for (const member of [
      { role: 'packer', disabled: false },
      { role: 'owner', disabled: true },
    ] as const) {
      for (const change of [DISABLE, DEMOTE])
        expect(findChangeObstacle(change, { ...alone, member })).toBeNull()
    }
  })

  test('may change nothing', () => {
    expect(isNoChange({ kind: 'role', role: 'owner' }, OWNER)).toBe(true)
    expect(isNoChange({ kind: 'enable' }, OWNER)).toBe(true)
    expect(isNoChange(DISABLE, OWNER)).toBe(false)
    expect(isNoChange(DISABLE, { ...OWNER, disabled: true })).toBe(true)
    expect(isNoChange(DEMOTE, OWNER)).toBe(false)
  })
})
