import type { DeviceToken } from '#domain/staff/staff-member.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionKey, StaffIdentity, Visit } from './staff-identity.ts'
import { toStaffId, type StaffId } from '#domain/ids.ts'

const HOUR_MS = 3_600_000
const ADA = { email: 'ada@redemption.example', password: 'wears red' }
const visit = (changes: Partial<Visit> = {}): Visit => ({
  address: '203.0.113.7',
  network: 'at home',
  device: null,
  userAgent: 'Firefox',
  replaces: null,
  ...changes,
})

/** The accounts behind an identity under test. A service that keeps them must be informed of each change there. */
export interface AccountsUnderTest {
  /** Gives an account this password. */
  set?(account: { email: string; password: string }): Promise<void> | void
  /** Gives an account another address. */
  rename?(from: string, to: string): Promise<void> | void
  /** The token of the reset link that was just mailed to this address. */
  mailedToken?(email: string): Promise<string> | string
}

/**
 * The contract of every identity provider. `open` returns one without members, `again` the same one in a second
 * process.
 */
export function staffIdentityContract(
  open: () => StaffIdentity,
  again: () => Promise<StaffIdentity>,
  accounts: AccountsUnderTest = {},
): void {
  let identity: StaffIdentity
  let adaId: StaffId

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    identity = open()
    adaId = (await added(ADA)).id
  })
  afterEach(() => vi.useRealTimers())

  async function added(account: { email: string; password: string }) {
    await accounts.set?.(account)
    const answer = await identity.addMember(account)
    if (!('member' in answer)) throw new Error(answer.kind)
    return answer.member
  }

  async function signedIn(password = ADA.password, from = visit()): Promise<SessionKey> {
    const answer = await identity.signIn({ email: ADA.email, password }, from)
    if (answer.kind !== 'signed-in') throw new Error(answer.kind)
    return answer.key
  }

  /** Signs in, and returns the new device token of the browser. */
  async function known(device: DeviceToken | null = null, account = ADA): Promise<DeviceToken> {
    const answer = await identity.signIn(account, visit({ device }))
    if (answer.kind !== 'signed-in') throw new Error(answer.kind)
    return answer.device
  }

  /** The answer to an allowed request for a reset mail. */
  const mailed = () => (identity.accountsAt === null ? 'allowed' : 'sent')
  const kindOf = async (answer: Promise<{ kind: string }>) => (await answer).kind
  const wrong = (from = identity, changes: Partial<Visit> = {}) =>
    from.signIn({ ...ADA, password: 'wears blue' }, visit(changes))
  const passing = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

  async function resetToken(): Promise<string> {
    const reset = await identity.createResetToken(adaId)
    const token = reset?.token ?? (await accounts.mailedToken?.(ADA.email))
    if (token === undefined) throw new Error('no token')
    return token
  }

  test('the right password opens a session, valid in every process', async () => {
    const key = await signedIn()
    for (const process of [identity, await again()]) {
      expect(await process.findSession(key)).toMatchObject({ member: { email: ADA.email }, renewedFor: null })
    }
  })

  test('an address is the same in any letter case and with surrounding blanks', async () => {
    expect(await kindOf(identity.signIn({ ...ADA, email: '  Ada@Redemption.EXAMPLE ' }, visit()))).toBe(
      'signed-in',
    )
  })

  test('each kind of failed sign-in has a separate code', async () => {
    await identity.disableMember(
      (await added({ email: 'bob@redemption.example', password: 'was here' })).email,
    )
    const answers = ['ada', 'nobody@redemption.example', 'bob@redemption.example', ADA.email].map((email) =>
      kindOf(identity.signIn({ email, password: 'wears blue' }, visit())),
    )
    expect(await Promise.all(answers)).toEqual([
      'invalid-email',
      'user-not-found',
      'user-disabled',
      'wrong-password',
    ])
  })

  test('every sign-in makes a new key, and ends the previous session of the browser', async () => {
    const before = await signedIn()
    const after = await signedIn(ADA.password, visit({ replaces: before }))
    expect(after).not.toBe(before)
    expect(await identity.findSession(before)).toBeNull()
    expect(await identity.findSession(after)).not.toBeNull()
  })

  test('an invalid key is refused: invented, truncated, or with another signature', async () => {
    const key = await signedIn()
    const other = await signedIn()
    const [token = ''] = key.split('.')
    const signature = other.slice(other.indexOf('.'))
    for (const forged of ['', 'x', token, `${token}.`, `${token}${signature}`, key.slice(0, -6), `A${key}`]) {
      expect(await identity.findSession(forged), forged).toBeNull()
    }
  })

  test('signing out ends that session only', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    await identity.signOut(one)
    expect(await identity.findSession(one)).toBeNull()
    expect(await identity.findSession(two)).not.toBeNull()
  })

  test('a session is extended while it is used, and ends after a week without use', async () => {
    const key = await signedIn()
    passing(2 * HOUR_MS)
    expect((await identity.findSession(key))?.renewedFor).toBeGreaterThan(0)
    expect((await identity.findSession(key))?.renewedFor).toBeNull()
    passing(7 * 24 * HOUR_MS - HOUR_MS)
    expect(await identity.findSession(key)).not.toBeNull()
    passing(7 * 24 * HOUR_MS + 1_000)
    expect(await identity.findSession(key)).toBeNull()
  })

  test('a session ends two weeks after it began, however often it is used', async () => {
    const key = await signedIn()
    let renewedFor: number | null = null
    for (let hour = 2; hour < 14 * 24; hour += 2) {
      passing(2 * HOUR_MS)
      const open = await identity.findSession(key)
      expect(open, `after ${hour} hours`).not.toBeNull()
      renewedFor = open?.renewedFor ?? renewedFor
    }
    expect(renewedFor).toBeLessThanOrEqual(4 * 3_600)
    expect(await identity.listSessions(adaId)).toHaveLength(1)
    passing(2 * HOUR_MS)
    expect(await identity.findSession(key)).toBeNull()
    expect(await identity.listSessions(adaId)).toEqual([])
  })

  test('an easily guessed password is refused in a reset or a change, and the reset link stays valid', async () => {
    const key = await signedIn()
    const token = await resetToken()
    const weak = { kind: 'weak-password', fault: 'common' }
    expect(await identity.resetPassword(token, 'Password1', visit())).toEqual(weak)
    const change = (next: string) => identity.changePassword(key, { current: ADA.password, next }, visit())
    expect(await change('sunshine')).toEqual(weak)
    expect(await change('Ada@Redemption.example')).toEqual({ kind: 'weak-password', fault: 'address' })
    expect(await change('redemption1')).toEqual({ kind: 'weak-password', fault: 'shop' })
    expect(await kindOf(identity.signIn(ADA, visit()))).toBe('signed-in')
    expect(await kindOf(identity.resetPassword(token, 'still red', visit()))).toBe('reset')
  })

  test('wrong passwords for one account are counted across processes', async () => {
    const other = await again()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        kindOf(wrong(i % 2 ? other : identity, { network: `network ${i}` })),
      ),
    )
    expect(answers.filter((kind) => kind === 'wrong-password')).toHaveLength(5)
    expect(answers.filter((kind) => kind === 'too-many-requests')).toHaveLength(7)
    expect(await identity.signIn(ADA, visit())).toMatchObject({ kind: 'too-many-requests', waitSeconds: 60 })
    passing(60_000)
    expect(await kindOf(identity.signIn(ADA, visit()))).toBe('signed-in')
    expect(await kindOf(wrong())).toBe('wrong-password')
  })

  test('one network cannot use up the attempts of an account: others can still sign in', async () => {
    for (let second = 0; second < 1_190; second += 10) {
      await wrong(identity, { network: 'a guesser' })
      passing(10_000)
    }
    expect(await wrong(identity, { network: 'a guesser' })).toMatchObject({ kind: 'too-many-requests' })
    expect(await kindOf(identity.signIn(ADA, visit()))).toBe('signed-in')
  })

  test('constant guesses from everywhere do not lock out a browser that signed in before', async () => {
    let device = await known()
    const guesses: string[] = []
    for (let halfSecond = 0; halfSecond < 360; halfSecond += 1) {
      guesses.push(await kindOf(wrong(identity, { network: `network ${halfSecond % 500}` })))
      if (halfSecond % 120 === 119) {
        expect(await kindOf(identity.signIn(ADA, visit({ network: 'new here' })))).toBe('too-many-requests')
        expect(await kindOf(wrong(identity, { device }))).toBe('wrong-password')
        device = await known(device)
      }
      passing(500)
    }
    expect(guesses.filter((kind) => kind === 'wrong-password').length).toBeLessThanOrEqual(5 + 3)
  })

  test('constant guesses do not lock out a browser that set a new password with a reset link either', async () => {
    const guesses = async () => {
      for (let i = 0; i < 40; i += 1) await wrong(identity, { network: `network ${i}` })
    }
    await guesses()
    const reset = await identity.resetPassword(await resetToken(), 'still red', visit())
    if (reset.kind !== 'reset') throw new Error(reset.kind)
    await guesses()
    const mine = { ...ADA, password: 'still red' }
    expect(await kindOf(identity.signIn(mine, visit()))).toBe('too-many-requests')
    expect(await kindOf(identity.signIn(mine, visit({ device: reset.device })))).toBe('signed-in')
  })

  test('a known browser has ten wrong passwords in a row, and then counts as unknown', async () => {
    const device = await known()
    const other = await again()
    for (let i = 0; i < 40; i += 1) await wrong(identity, { network: `network ${i}` })
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, i) => kindOf(wrong(i % 2 ? other : identity, { device }))),
    )
    expect(answers.filter((kind) => kind === 'wrong-password')).toHaveLength(10)
    expect(answers.filter((kind) => kind === 'too-many-requests')).toHaveLength(5)
    passing(10 * 60_000)
    const renewed = await known(device)
    expect(await kindOf(wrong(identity, { device: renewed }))).toBe('wrong-password')
  })

  test('a browser is known only to members who signed in there, and each of its tokens works once', async () => {
    const bob = { email: 'bob@redemption.example', password: 'works here' }
    await added(bob)
    const first = await known()
    for (const email of [ADA.email, bob.email]) {
      for (let i = 0; i < 40; i += 1) {
        await identity.signIn({ email, password: 'wears blue' }, visit({ network: `network ${i}` }))
      }
    }
    const tryAs = (account: typeof bob, device: string) => kindOf(identity.signIn(account, visit({ device })))
    expect(await tryAs(bob, first)).toBe('too-many-requests')
    expect(await tryAs(ADA, 'made up by another')).toBe('too-many-requests')
    const second = await known(first)
    expect(await tryAs(ADA, first)).toBe('too-many-requests')

    passing(3_600_000)
    const both = await known(second, bob)
    for (let i = 0; i < 40; i += 1) await wrong(identity, { network: `network ${i}` })
    expect(await tryAs(ADA, both)).toBe('signed-in')
  })

  test('a new password, or a disabled account, makes all other browsers unknown', async () => {
    const [here, elsewhere] = [await known(), await known()]
    const changed = await identity.changePassword(
      await signedIn(),
      { current: ADA.password, next: 'still red' },
      visit({ device: here }),
    )
    if (changed.kind !== 'changed') throw new Error(changed.kind)
    const blocked = async () => {
      for (let i = 0; i < 40; i += 1) await wrong(identity, { network: `network ${i}` })
    }
    await blocked()
    const tryFrom = (device: string) =>
      kindOf(identity.signIn({ ...ADA, password: 'still red' }, visit({ device })))
    expect(await tryFrom(elsewhere)).toBe('too-many-requests')
    expect(await tryFrom(here)).toBe('too-many-requests')
    expect(await tryFrom(changed.device)).toBe('signed-in')

    passing(HOUR_MS)
    const last = await known(null, { ...ADA, password: 'still red' })
    await identity.disableMember(ADA.email)
    await added({ ...ADA, password: 'still red' })
    await blocked()
    expect(await tryFrom(last)).toBe('too-many-requests')
  })

  test('a browser that has not signed in for half a year is unknown again', async () => {
    const device = await known()
    passing(181 * 24 * HOUR_MS)
    for (let i = 0; i < 40; i += 1) await wrong(identity, { network: `network ${i}` })
    expect(await kindOf(identity.signIn(ADA, visit({ device })))).toBe('too-many-requests')
  })

  test('signed-in staff can change the password while strangers guess it', async () => {
    const key = await signedIn()
    for (let i = 0; i < 40; i += 1) await wrong(identity, { network: `network ${i}` })
    const passwords = { current: ADA.password, next: 'still red' }
    expect(await kindOf(identity.changePassword(key, passwords, visit()))).toBe('changed')
  })

  test('of two concurrent password changes, one succeeds', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const other = await again()
    const answers = await Promise.all([
      kindOf(identity.changePassword(one, { current: ADA.password, next: 'first one' }, visit())),
      kindOf(other.changePassword(two, { current: ADA.password, next: 'second one' }, visit())),
    ])
    expect(answers.toSorted()).toEqual(['changed', expect.stringMatching(/^(signed-out|wrong-password)$/)])
  })

  test('reset mails requested by strangers do not use up those of a known browser', async () => {
    const device = await known()
    for (let i = 0; i < 9; i += 1) await identity.requestReset(ADA.email, visit({ network: `network ${i}` }))
    expect(await kindOf(identity.requestReset(ADA.email, visit()))).toBe('too-many-requests')
    expect(await kindOf(identity.requestReset(ADA.email, visit({ device })))).toBe(mailed())
  })

  test('attempts are counted for each account separately', async () => {
    const bob = { email: 'bob@redemption.example', password: 'works here' }
    await added(bob)
    for (let i = 0; i < 6; i++) await wrong()
    expect(await kindOf(identity.signIn(bob, visit()))).toBe('signed-in')
  })

  test('a reset link works once, sets the password, and ends every session', async () => {
    const keys = [await signedIn(), await signedIn()]
    const token = await resetToken()
    expect(await identity.isResetTokenGood(token)).toBe(true)
    expect(await kindOf(identity.resetPassword(token, 'still red', visit()))).toBe('reset')
    for (const key of keys) expect(await identity.findSession(key)).toBeNull()
    expect(await kindOf(identity.signIn(ADA, visit()))).toBe('wrong-password')
    expect(await identity.findSession(await signedIn('still red'))).not.toBeNull()

    expect(await identity.isResetTokenGood(token)).toBe(false)
    expect(await kindOf(identity.resetPassword(token, 'third time', visit()))).toBe('invalid-link')
    expect(await kindOf(identity.signIn({ ...ADA, password: 'third time' }, visit()))).toBe('wrong-password')
  })

  test('of two concurrent uses of one reset link, one succeeds', async () => {
    const token = await resetToken()
    const other = await again()
    const answers = await Promise.all([
      kindOf(identity.resetPassword(token, 'first one', visit())),
      kindOf(other.resetPassword(token, 'second one', visit())),
    ])
    expect(answers.toSorted()).toEqual(['invalid-link', 'reset'])
  })

  test('a reset link expires after an hour', async () => {
    const token = await resetToken()
    passing(HOUR_MS + 1_000)
    expect(await identity.isResetTokenGood(token)).toBe(false)
    expect(await kindOf(identity.resetPassword(token, 'too late now', visit()))).toBe('invalid-link')
    expect(await kindOf(identity.signIn(ADA, visit()))).toBe('signed-in')
  })

  test('a reset resets the count of wrong passwords', async () => {
    for (let i = 0; i < 6; i++) await wrong()
    await identity.resetPassword(await resetToken(), 'still red', visit())
    expect(await identity.findSession(await signedIn('still red'))).not.toBeNull()
  })

  test('a made-up reset token is refused', async () => {
    for (const token of ['', 'x', 'A'.repeat(24), '../../x', `${await resetToken()}x`]) {
      expect(await identity.isResetTokenGood(token)).toBe(false)
      expect(await kindOf(identity.resetPassword(token, 'made up pass', visit()))).toBe('invalid-link')
    }
  })

  test('a reset mail goes to staff only, and to each at most three times in a row', async () => {
    expect(await kindOf(identity.requestReset('ada', visit()))).toBe('invalid-email')
    expect(await kindOf(identity.requestReset('nobody@redemption.example', visit()))).toBe('user-not-found')
    const answers: string[] = []
    for (let i = 0; i < 4; i++) answers.push(await kindOf(identity.requestReset(ADA.email, visit())))
    const sent = mailed()
    expect(answers).toEqual([sent, sent, sent, 'too-many-requests'])
  })

  test('disabling an account ends its sessions, its links and its sign-in immediately', async () => {
    const key = await signedIn()
    const token = await resetToken()
    expect(await identity.disableMember(ADA.email)).toMatchObject({ disabled: true })
    expect(await identity.findSession(key)).toBeNull()
    expect(await kindOf(identity.signIn(ADA, visit()))).toBe('user-disabled')
    expect(await kindOf(identity.requestReset(ADA.email, visit()))).toBe('user-disabled')
    expect(await kindOf(identity.resetPassword(token, 'back again', visit()))).toBe('invalid-link')
    expect(await identity.createResetToken(adaId)).toBeNull()
    expect(await identity.disableMember('nobody@redemption.example')).toBeNull()
  })

  test('adding an existing account renews it: enabled, new password, counts reset, old sessions ended', async () => {
    const key = await signedIn()
    for (let i = 0; i < 6; i++) await wrong()
    await identity.disableMember(ADA.email)
    await accounts.set?.({ ...ADA, password: 'brand new' })
    expect(await identity.addMember({ ...ADA, password: 'brand new' })).toMatchObject({
      kind: 'renewed',
      member: { id: adaId, disabled: false },
    })
    expect(await identity.findSession(key)).toBeNull()
    expect(await identity.findSession(await signedIn('brand new'))).not.toBeNull()
    expect(await identity.addMember({ email: 'not an address', password: 'whatever' })).toEqual({
      kind: 'invalid-email',
    })
  })

  test('an account is an owner’s unless it is given another role, and keeps its role when it is renewed', async () => {
    const roleOf = async () => (await identity.findSession(await signedIn()))?.member.role
    expect(await roleOf()).toBe('owner')
    await identity.addMember({ ...ADA, role: 'packer' })
    expect(await roleOf()).toBe('packer')
    expect(await identity.addMember(ADA)).toMatchObject({ kind: 'renewed', member: { role: 'packer' } })
    const member = (await identity.listMembers()).find(({ email }) => email === ADA.email)
    expect(member?.role).toBe('packer')
    expect(await identity.addMember({ ...ADA, role: 'manager' })).toMatchObject({
      member: { role: 'manager' },
    })
  })

  test('an account signs in with its new address: same password, sessions kept, reset links void', async () => {
    const [key, link] = [await signedIn(), await resetToken()]
    const change = (from: string, to: string) => identity.changeEmail(from, to)
    expect(await change(' ADA@redemption.example', 'Lovelace@Redemption.example ')).toMatchObject({
      kind: 'changed',
      member: { id: adaId, email: 'lovelace@redemption.example', disabled: false },
    })
    expect((await identity.findSession(key))?.member.email).toBe('lovelace@redemption.example')
    expect(await kindOf(identity.resetPassword(link, 'old link', visit()))).toBe('invalid-link')
    expect(await kindOf(identity.signIn(ADA, visit()))).toBe('user-not-found')
    const renamed = { ...ADA, email: 'lovelace@redemption.example' }
    await accounts.rename?.(ADA.email, renamed.email)
    expect(await kindOf(identity.signIn(renamed, visit()))).toBe('signed-in')
  })

  test('an address that is unknown, invalid or already taken is refused', async () => {
    await added({ email: 'bob@redemption.example', password: 'was here' })
    await identity.disableMember('bob@redemption.example')
    const kinds = [
      ['nobody@redemption.example', 'new@redemption.example'],
      [ADA.email, 'no address'],
      [ADA.email, 'bob@redemption.example'],
      [ADA.email, ADA.email],
    ].map(([from = '', to = '']) => kindOf(identity.changeEmail(from, to)))
    expect(await Promise.all(kinds)).toEqual(['unknown', 'invalid-email', 'taken', 'taken'])
    expect(await identity.findSession(await signedIn())).not.toBeNull()
  })

  test('members are listed by address', async () => {
    await added({ email: 'Zoe@redemption.example', password: 'works here' })
    await added({ email: 'bob@redemption.example', password: 'works here' })
    expect((await identity.listMembers()).map(({ email }) => email)).toEqual([
      'ada@redemption.example',
      'bob@redemption.example',
      'zoe@redemption.example',
    ])
  })

  test('members see where they are signed in, and can end one session or all others', async () => {
    const phone = await signedIn(ADA.password, visit({ address: '2001:db8::7', userAgent: 'Phone' }))
    passing(1_000)
    const laptop = await signedIn(ADA.password, visit({ userAgent: 'Laptop' }))
    passing(1_000)
    const here = await signedIn()
    const current = await identity.findSession(here)
    const sessions = await identity.listSessions(adaId)
    expect(sessions.map(({ userAgent }) => userAgent)).toEqual(['Firefox', 'Laptop', 'Phone'])
    expect(sessions[0]).toMatchObject({ id: current?.id, address: '203.0.113.7' })

    await identity.endSession(adaId, sessions[1]?.id ?? '', visit())
    expect(await identity.findSession(laptop)).toBeNull()
    expect(await identity.findSession(phone)).not.toBeNull()
    await identity.endSession(toStaffId('another member'), sessions[2]?.id ?? '', visit())
    expect(await identity.findSession(phone)).not.toBeNull()
    await identity.endOtherSessions(adaId, current?.id ?? '', visit())
    expect(await identity.findSession(phone)).toBeNull()
    expect(await identity.findSession(here)).not.toBeNull()
  })

  test('changing the password needs the old one, ends every session and opens a new one', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()]
    const change = (current: string, key = here) =>
      identity.changePassword(key, { current, next: 'still red' }, visit())
    expect(await kindOf(change('wears blue'))).toBe('wrong-password')
    expect(await kindOf(change(ADA.password, 'no such key'))).toBe('signed-out')
    expect(await identity.findSession(elsewhere)).not.toBeNull()

    const changed = await change(ADA.password)
    if (changed.kind !== 'changed') throw new Error(changed.kind)
    expect(await identity.findSession(changed.key)).not.toBeNull()
    for (const key of [here, elsewhere]) expect(await identity.findSession(key)).toBeNull()
    expect(await identity.findSession(await signedIn('still red'))).not.toBeNull()
  })

  test('a stolen session cannot be used to guess the password', async () => {
    const key = await signedIn()
    const guesses: string[] = []
    for (let i = 0; i < 6; i++) {
      guesses.push(
        await kindOf(identity.changePassword(key, { current: `guess ${i}`, next: 'mine now' }, visit())),
      )
    }
    expect(guesses.at(-1)).toBe('too-many-requests')
    expect(await identity.findSession(key)).not.toBeNull()
  })
}
