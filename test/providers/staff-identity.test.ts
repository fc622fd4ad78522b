import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { MIGRATIONS } from '#db/migrations/migrate.ts'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import { staffPeopleContract } from '#providers/identity/people/staff-people.contract.ts'
import { staffIdentityContract } from '#providers/identity/staff-identity.contract.ts'
import { STRANGER } from '#test/support/staff-browser.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { toStaffId } from '#domain/ids.ts'

const cheap = { passwordCost: { N: 16, r: 1, p: 1 } }
const OWNER = { email: 'owner@redemption.example', password: 'wears red' }

describeOnEachDatabase('built-in staff accounts', (open, { connectAgain }) => {
  const again = async () => new BuiltInIdentity(await connectAgain(), cheap)
  staffIdentityContract(() => new BuiltInIdentity(open(), cheap), again)
  staffPeopleContract(() => new BuiltInIdentity(open(), cheap), again)
})

describeOnEachDatabase('built-in passwords', (open) => {
  const kindOf = async (answer: Promise<{ kind: string }>) => (await answer).kind

  test('of a new account are not easy to guess', async () => {
    const identity = new BuiltInIdentity(open(), cheap)
    const weak = { kind: 'weak-password', fault: 'common' }
    expect(await identity.addMember({ ...OWNER, password: 'iloveyou' })).toEqual(weak)
    expect(await identity.listMembers()).toEqual([])
  })

  test('void every other reset link when they are reset or changed', async () => {
    const identity = new BuiltInIdentity(open(), cheap)
    const added = await identity.addMember(OWNER)
    const id = 'member' in added ? added.member.id : ''
    const link = async () => (await identity.createResetToken(toStaffId(id)))?.token ?? ''
    const [first, second] = [await link(), await link()]
    expect(await kindOf(identity.resetPassword(second, 'still red', STRANGER))).toBe('reset')
    expect(await kindOf(identity.resetPassword(first, 'from the first', STRANGER))).toBe('invalid-link')

    const third = await link()
    const signedIn = await identity.signIn({ ...OWNER, password: 'still red' }, STRANGER)
    const key = signedIn.kind === 'signed-in' ? signedIn.key : ''
    const passwords = { current: 'still red', next: 'red for ever' }
    expect(await kindOf(identity.changePassword(key, passwords, STRANGER))).toBe('changed')
    expect(await kindOf(identity.resetPassword(third, 'old link', STRANGER))).toBe('invalid-link')
    expect(await kindOf(identity.signIn({ ...OWNER, password: 'red for ever' }, STRANGER))).toBe('signed-in')
  })
})

describeOnEachDatabase('built-in sessions', (open) => {
  test('leave no rows behind once they have expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const identity = new BuiltInIdentity(open(), cheap)
    await identity.addMember(OWNER)
    await identity.signIn(OWNER, STRANGER)
    vi.setSystemTime(Date.now() + 8 * 24 * 3_600_000)
    await identity.signIn(OWNER, STRANGER)
    expect(await open().db.selectFrom('staff_sessions').selectAll().execute()).toHaveLength(1)
    vi.useRealTimers()
  })

  test('are stored as hashes: whoever reads the database or a backup, with its secret, opens none', async () => {
    const identity = new BuiltInIdentity(open(), cheap)
    await identity.addMember(OWNER)
    const signedIn = await identity.signIn(OWNER, STRANGER)
    if (signedIn.kind !== 'signed-in') throw new Error(signedIn.kind)
    const { token } = await open().db.selectFrom('staff_sessions').select('token').executeTakeFirstOrThrow()
    const secret = await open()
      .db.selectFrom('settings')
      .select('value')
      .where('name', '=', 'staff-session-secret')
      .executeTakeFirstOrThrow()
    const signature = createHmac('sha256', secret.value).update(token).digest('base64')
    expect(signedIn.key).not.toContain(token)
    expect(await identity.findSession(`${token}.${encodeURIComponent(signature)}`)).toBeNull()
    expect(await identity.findSession(signedIn.key)).not.toBeNull()
  })

  test('from before their tokens were hashed end with the update', async () => {
    const identity = new BuiltInIdentity(open(), cheap)
    await identity.addMember(OWNER)
    await identity.signIn(OWNER, STRANGER)
    await MIGRATIONS['084-hashed-session-tokens']?.up(open().db, open().engine)
    expect(await open().db.selectFrom('staff_sessions').selectAll().execute()).toEqual([])
  })
})

describeOnEachDatabase('the first account', (open, { connectAgain }) => {
  test('is created once, even when two processes start at the same time', async () => {
    const identities = [new BuiltInIdentity(open(), cheap), new BuiltInIdentity(await connectAgain(), cheap)]
    const made = await Promise.all(identities.map((identity) => identity.addFirstMember(OWNER)))
    expect(made.filter((member) => member !== null)).toHaveLength(1)
    expect(await identities[0]?.listMembers()).toHaveLength(1)
  })

  test('is not created again after a change of the settings or the removal of an account', async () => {
    const identity = new BuiltInIdentity(open(), cheap)
    await identity.addFirstMember(OWNER)
    await identity.disableMember(OWNER.email)
    expect(await identity.addFirstMember({ ...OWNER, email: 'other@redemption.example' })).toBeNull()
    expect(await identity.listMembers()).toHaveLength(1)
  })

  test('is not created when an account was added on the command line', async () => {
    const identity = new BuiltInIdentity(open(), cheap)
    await identity.addMember({ email: 'ada@redemption.example', password: 'wears red' })
    expect(await identity.addFirstMember(OWNER)).toBeNull()
  })

  test('the database contains no passwords, reset tokens, session keys or device tokens', async () => {
    const identity = new BuiltInIdentity(open(), cheap)
    await identity.addFirstMember(OWNER)
    const [member] = await identity.listMembers()
    const { token } = (await identity.createResetToken(toStaffId(member?.id ?? ''))) ?? { token: '' }
    const signedIn = await identity.signIn(OWNER, STRANGER)
    const tables = [
      'staff_members',
      'staff_accounts',
      'staff_verifications',
      'settings',
      'staff_devices',
      'staff_sessions',
    ] as const
    const rows = await Promise.all(tables.map((table) => open().db.selectFrom(table).selectAll().execute()))
    expect(rows[2]).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(OWNER.password)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[4]).toHaveLength(1)
    if (signedIn.kind !== 'signed-in') throw new Error(signedIn.kind)
    expect(JSON.stringify(rows)).not.toContain(signedIn.device)
    expect(rows[5]).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(signedIn.key.split('.')[0])
  })
})
