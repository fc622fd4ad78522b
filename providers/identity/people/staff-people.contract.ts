import type { Person } from '#domain/staff/staff-member.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toInvitationId, toStaffId, type StaffId } from '#domain/ids.ts'
import type { MemberChange } from '#domain/staff/member-change.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { AccountsUnderTest } from '#providers/identity/staff-identity.contract.ts'
import type { StaffIdentity, Visit } from '#providers/identity/staff-identity.ts'
import type { ChangeAuthor } from './staff-people.ts'

const DAY_MS = 24 * 3_600_000
const VISIT: Visit = {
  address: '203.0.113.7',
  network: 'at home',
  device: null,
  userAgent: 'Firefox',
  replaces: null,
}
const NEW = { email: 'new@redemption.example', password: 'brand new here' }
const DISABLE: MemberChange = { kind: 'disable' }
const DEMOTE: MemberChange = { kind: 'role', role: 'manager' }
const BY_OPERATOR = { version: null, isConfirmed: true, by: null }

/** The contract of every identity provider about people and invitations; parameters as of `staffIdentityContract`. */
export function staffPeopleContract(
  open: () => StaffIdentity,
  again: () => Promise<StaffIdentity>,
  accounts: AccountsUnderTest = {},
): void {
  let identity: StaffIdentity
  let ada: StaffId
  let bob: StaffId

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    identity = open()
    ada = await added('ada', 'owner')
    bob = await added('bob', 'owner')
  })
  afterEach(() => vi.useRealTimers())

  const accountOf = (name: string) => ({ email: `${name}@redemption.example`, password: 'wears red' })

  async function added(name: string, role: Role): Promise<StaffId> {
    await accounts.set?.(accountOf(name))
    const answer = await identity.addMember({ ...accountOf(name), role })
    if (!('member' in answer)) throw new Error(answer.kind)
    return answer.member.id
  }

  async function signedIn(account: { email: string; password: string }): Promise<string> {
    const answer = await identity.signIn(account, VISIT)
    if (answer.kind !== 'signed-in') throw new Error(answer.kind)
    return answer.key
  }

  const by = (id: StaffId): ChangeAuthor => ({ id, address: VISIT.address, userAgent: VISIT.userAgent })
  const personOf = async (id: StaffId) => (await identity.people.list()).find((one) => one.id === id)
  const kindOf = async (answer: Promise<{ kind: string }>) => (await answer).kind

  async function change(
    id: StaffId,
    wanted: MemberChange,
    { author = ada, isConfirmed = false, version = 0, from = identity } = {},
  ) {
    const seen = version === 0 ? ((await personOf(id))?.version ?? 0) : version
    return from.people.change(id, wanted, { version: seen, isConfirmed, by: by(author) })
  }

  const invite = (email = NEW.email, role: Role = 'packer', author = ada) =>
    identity.invitations.invite({ email, role }, by(author))

  /** Invites, and returns the token of the mailed link. */
  async function invited(email = NEW.email, role: Role = 'packer', author = ada): Promise<string> {
    const answer = await invite(email, role, author)
    if (answer.kind !== 'invited') throw new Error(answer.kind)
    return mailedToken(answer.invitation)
  }

  async function mailedToken({ id, version }: { id: string; version: number }): Promise<string> {
    const link = await identity.invitations.createLink(toInvitationId(id), version)
    if (link === null) throw new Error('no link')
    return link.token
  }

  const accept = (token: string, from = identity) => from.acceptInvitation(token, NEW.password, VISIT)
  const accepted = () => (identity.accountsAt === null ? 'signed-in' : 'joined')

  test('people are listed with role, state, last sign-in and open sessions', async () => {
    await signedIn(accountOf('bob'))
    await signedIn(accountOf('bob'))
    await change(ada, DISABLE, { author: bob })
    const seen = ({ email, role, disabled, lastSignedInAt, openSessions }: Person) =>
      [email, role, disabled, lastSignedInAt, openSessions] as const
    expect((await identity.people.list()).map(seen)).toEqual([
      ['bob@redemption.example', 'owner', false, Date.now(), 2],
      ['ada@redemption.example', 'owner', true, null, 0],
    ])
  })

  test('a new role ends the sessions of the member, and raises the version', async () => {
    const key = await signedIn(accountOf('bob'))
    const before = await personOf(bob)
    expect(await change(bob, { kind: 'role', role: 'packer' })).toMatchObject({
      kind: 'changed',
      person: { role: 'packer', version: (before?.version ?? 0) + 1 },
    })
    expect(await identity.findSession(key)).toBeNull()
    expect(await identity.findSession(await signedIn(accountOf('bob')))).toMatchObject({
      member: { role: 'packer' },
    })
  })

  test('a disabled member is signed out everywhere and cannot sign in, until enabled again', async () => {
    const key = await signedIn(accountOf('bob'))
    expect(await kindOf(change(bob, DISABLE))).toBe('changed')
    for (const process of [identity, await again()]) expect(await process.findSession(key)).toBeNull()
    expect(await kindOf(identity.signIn(accountOf('bob'), VISIT))).toBe('user-disabled')
    expect(await kindOf(identity.requestReset(accountOf('bob').email, VISIT))).toBe('user-disabled')

    expect(await kindOf(change(bob, { kind: 'enable' }))).toBe('changed')
    expect(await identity.findSession(key)).toBeNull()
    expect(await identity.findSession(await signedIn(accountOf('bob')))).not.toBeNull()
  })

  test('the last owner who can sign in is neither disabled nor demoted, even by themselves', async () => {
    await change(bob, DISABLE)
    for (const wanted of [DISABLE, DEMOTE]) {
      expect(await kindOf(change(ada, wanted, { isConfirmed: true }))).toBe('last-owner')
    }
    expect(await personOf(ada)).toMatchObject({ role: 'owner', disabled: false })
  })

  test.each([
    ['disabled', DISABLE],
    ['demoted', DEMOTE],
  ] as const)('of two owners who are %s at the same time, one stays', async (_done, wanted) => {
    const other = await again()
    const answers = await Promise.all([
      kindOf(change(bob, wanted, { author: ada })),
      kindOf(change(ada, wanted, { author: bob, from: other })),
    ])
    expect(answers.toSorted()).toEqual(['changed', expect.stringMatching(/^(last-owner|not-permitted)$/)])
    const owners = (await identity.people.list()).filter((one) => one.role === 'owner' && !one.disabled)
    expect(owners).toHaveLength(1)
  })

  test.each([
    ['disabled', DISABLE],
    ['demoted', DEMOTE],
  ] as const)('of two owners who have themselves %s at the same time, one stays', async (_done, wanted) => {
    const other = await again()
    const answers = await Promise.all([
      kindOf(change(ada, wanted, { author: ada, isConfirmed: true })),
      kindOf(change(bob, wanted, { author: bob, isConfirmed: true, from: other })),
    ])
    expect(answers.toSorted()).toEqual(['changed', 'last-owner'])
  })

  test('owners can remove their own access only with a confirmation', async () => {
    for (const wanted of [DISABLE, DEMOTE]) expect(await kindOf(change(ada, wanted))).toBe('own-account')
    expect(await kindOf(change(ada, DEMOTE, { isConfirmed: true }))).toBe('changed')
  })

  test('a change on an older version is refused, and a repeat changes nothing', async () => {
    const version = (await personOf(bob))?.version ?? 0
    await change(bob, DEMOTE)
    expect(await change(bob, DISABLE, { version })).toMatchObject({
      kind: 'changed-meanwhile',
      person: { role: 'manager', version: version + 1 },
    })
    await identity.addMember({ ...accountOf('bob'), role: 'packer' })
    expect(await kindOf(change(bob, DISABLE, { version: version + 1 }))).toBe('changed-meanwhile')
    await change(bob, DISABLE)
    const disabled = await personOf(bob)
    expect(await change(bob, DISABLE)).toEqual({ kind: 'changed', person: disabled })
  })

  test('a former owner can change nothing, however recently they were one', async () => {
    const pat = await added('pat', 'packer')
    await change(bob, DEMOTE)
    for (const author of [bob, pat, toStaffId('nobody')]) {
      expect(await kindOf(change(ada, DISABLE, { author }))).toBe('not-permitted')
      expect(await kindOf(invite(NEW.email, 'owner', author))).toBe('not-permitted')
      const ending = identity.people.endSessions(ada, { ...by(author), keep: '' })
      expect(await kindOf(ending)).toBe('not-permitted')
    }
    expect(await kindOf(change(toStaffId('nobody'), DISABLE, { version: 1 }))).toBe('unknown')
  })

  test('the sessions of a member can be ended, those of the author except this one', async () => {
    const theirs = await signedIn(accountOf('bob'))
    const [here, elsewhere] = [await signedIn(accountOf('ada')), await signedIn(accountOf('ada'))]
    const keep = (await identity.findSession(here))?.id ?? ''
    for (const id of [ada, bob]) {
      expect(await kindOf(identity.people.endSessions(id, { ...by(ada), keep }))).toBe('changed')
    }
    for (const key of [theirs, elsewhere]) expect(await identity.findSession(key)).toBeNull()
    expect(await identity.findSession(here)).not.toBeNull()
    expect(await identity.findSession(await signedIn(accountOf('bob')))).not.toBeNull()
  })

  test('an invitation creates one member, with its role', async () => {
    const token = await invited(' NEW@Redemption.example ', 'manager')
    expect(await identity.invitations.find(token)).toMatchObject({
      email: NEW.email,
      role: 'manager',
      invitedBy: 'ada@redemption.example',
    })
    const answer = await accept(token)
    expect(answer).toMatchObject({ kind: accepted(), member: { email: NEW.email, role: 'manager' } })
    if (answer.kind === 'signed-in') expect(await identity.findSession(answer.key)).not.toBeNull()
    await accounts.set?.(NEW)
    expect(await identity.findSession(await signedIn(NEW))).not.toBeNull()
    expect(await kindOf(accept(token))).toBe('invalid-link')
    expect(await identity.invitations.list()).toEqual([])
  })

  test('of two concurrent uses of one invitation, one creates the member', async () => {
    const token = await invited()
    const answers = await Promise.all([kindOf(accept(token)), kindOf(accept(token, await again()))])
    expect(answers.toSorted()).toEqual(['invalid-link', accepted()].toSorted())
  })

  test('an invitation expires after seven days, and can then be made again', async () => {
    const token = await invited()
    vi.setSystemTime(Date.now() + 7 * DAY_MS)
    expect(await identity.invitations.find(token)).toBeNull()
    expect(await kindOf(accept(token))).toBe('invalid-link')
    expect(await kindOf(accept(await invited()))).toBe(accepted())
  })

  test('a link that was sent again voids the earlier ones; a withdrawn invitation voids all', async () => {
    const answer = await invite()
    if (answer.kind !== 'invited') throw new Error(answer.kind)
    const { id } = answer.invitation
    const old = await mailedToken(answer.invitation)
    const retried = await mailedToken(answer.invitation)
    expect((await identity.invitations.find(retried))?.email).toBe(NEW.email)
    expect(await identity.invitations.sendAgain(id, 1, by(bob))).toMatchObject({
      kind: 'invited',
      invitation: { version: 2 },
    })
    expect(await identity.invitations.createLink(id, 1)).toBeNull()
    const renewed = await mailedToken({ id, version: 2 })
    for (const token of [old, retried]) expect(await kindOf(accept(token))).toBe('invalid-link')

    expect(await kindOf(identity.invitations.withdraw(id, 1, by(ada)))).toBe('changed-meanwhile')
    expect(await kindOf(identity.invitations.withdraw(id, 2, by(ada)))).toBe('withdrawn')
    expect(await kindOf(identity.invitations.withdraw(id, 2, by(ada)))).toBe('unknown')
    expect(await kindOf(identity.invitations.sendAgain(id, 2, by(ada)))).toBe('unknown')
    expect(await kindOf(accept(renewed))).toBe('invalid-link')
  })

  test('an address that is invalid, on the staff or invited already is refused, in any letter case', async () => {
    await change(bob, DISABLE)
    await invite()
    const kinds = [
      'no address',
      'ADA@redemption.example',
      ' bob@redemption.example',
      'New@redemption.example',
    ]
    expect(await Promise.all(kinds.map((email) => kindOf(invite(email))))).toEqual([
      'invalid-email',
      'already-member',
      'disabled-member',
      'already-invited',
    ])
    expect(await identity.invitations.list()).toHaveLength(1)
  })

  test('of two concurrent invitations of one address, one is made', async () => {
    const other = await again()
    const answers = await Promise.all([
      kindOf(invite()),
      kindOf(other.invitations.invite({ email: NEW.email, role: 'owner' }, by(bob))),
    ])
    expect(answers.toSorted()).toEqual(['already-invited', 'invited'])
  })

  test('an address that becomes staff in another way is no longer invited, and keeps its account', async () => {
    const token = await invited('pat@redemption.example', 'owner')
    await added('pat', 'packer')
    expect(await identity.invitations.list()).toEqual([])
    expect(await kindOf(accept(token))).toBe('invalid-link')
    expect(await identity.findSession(await signedIn(accountOf('pat')))).toMatchObject({
      member: { role: 'packer' },
    })
    const renamed = await invited()
    await identity.changeEmail('pat@redemption.example', NEW.email)
    expect(await kindOf(accept(renamed))).toBe('invalid-link')
  })

  test.each([
    ['an owner gives another', () => change(bob, DEMOTE)],
    ['an owner disables the account', () => change(bob, DISABLE)],
    ['the operator gives another', () => identity.people.change(bob, DEMOTE, BY_OPERATOR)],
    ['the operator disables the account', () => identity.disableMember(accountOf('bob').email)],
    [
      'the account is renewed with another',
      () => identity.addMember({ ...accountOf('bob'), role: 'packer' }),
    ],
  ])('the open invitations of an owner end with the role: %s', async (_how, lose) => {
    const [theirs, others] = [await invited(NEW.email, 'owner', bob), await invited('two@redemption.example')]
    await lose()
    expect(await identity.invitations.find(theirs)).toBeNull()
    expect(await kindOf(accept(theirs))).toBe('invalid-link')
    expect(await identity.invitations.find(others)).not.toBeNull()
  })

  test('the invitations of an owner stay when their account is renewed as an owner’s', async () => {
    const theirs = await invited(NEW.email, 'packer', bob)
    await identity.addMember({ ...accountOf('bob'), role: 'owner' })
    expect(await identity.invitations.find(theirs)).not.toBeNull()
  })

  test('invented tokens are refused', async () => {
    const token = await invited()
    for (const forged of ['', 'x', 'A'.repeat(43), `${token}A`, token.slice(1), '../../x']) {
      expect(await identity.invitations.find(forged)).toBeNull()
      expect(await kindOf(accept(forged))).toBe('invalid-link')
    }
  })

  test('invitations are limited: three mails in a row for one, twenty for all', async () => {
    const answer = await invite()
    const id = answer.kind === 'invited' ? answer.invitation.id : toInvitationId('')
    const again3 = []
    for (const version of [1, 2, 3, 4]) {
      again3.push(await kindOf(identity.invitations.sendAgain(id, version, by(ada))))
    }
    expect(again3).toEqual(['invited', 'invited', 'invited', 'too-many-requests'])
    const kinds = []
    for (let i = 0; i < 17; i += 1) kinds.push(await kindOf(invite(`a${i}@redemption.example`)))
    expect(kinds.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 'invited'))
    expect(kinds.at(-1)).toBe('too-many-requests')
    expect(await identity.invitations.list()).toHaveLength(17)
  })
}
