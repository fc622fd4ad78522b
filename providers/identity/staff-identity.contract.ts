import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionKey, StaffIdentity, Visit } from './staff-identity.ts'

const HOUR_MS = 3_600_000
const ADA = { email: 'ada@redemption.example', password: 'wears red' }
const visit = (changes: Partial<Visit> = {}): Visit => ({
  address: '203.0.113.7',
  userAgent: 'Firefox',
  replaces: null,
  ...changes,
})

/** What every keeper of staff accounts does. `open` gives an empty one, `again` the same one in a second process. */
export function staffIdentityContract(open: () => StaffIdentity, again: () => Promise<StaffIdentity>): void {
  let identity: StaffIdentity
  let adaId: string

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    identity = open()
    adaId = (await added(ADA)).id
  })
  afterEach(() => vi.useRealTimers())

  async function added(account: { email: string; password: string }) {
    const answer = await identity.addMember(account)
    if (answer.kind === 'invalid-email') throw new Error('not added')
    return answer.member
  }

  async function signedIn(password = ADA.password, from = visit()): Promise<SessionKey> {
    const answer = await identity.signIn({ email: ADA.email, password }, from)
    if (answer.kind !== 'signed-in') throw new Error(answer.kind)
    return answer.key
  }

  const kindOf = async (answer: Promise<{ kind: string }>) => (await answer).kind
  const wrong = (from = identity) => from.signIn({ ...ADA, password: 'wears blue' }, visit())
  const passing = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

  async function resetToken(): Promise<string> {
    const token = await identity.createResetToken(adaId)
    if (token === null) throw new Error('no token')
    return token
  }

  test('the right password opens a session, on every process', async () => {
    const key = await signedIn()
    for (const process of [identity, await again()]) {
      expect(await process.findSession(key)).toMatchObject({ member: { email: ADA.email }, renewedFor: null })
    }
  })

  test('an address is the same however its letters and blanks are typed', async () => {
    expect(await kindOf(identity.signIn({ ...ADA, email: '  Ada@Redemption.EXAMPLE ' }, visit()))).toBe(
      'signed-in',
    )
  })

  test('each way of failing has its own code', async () => {
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

  test('every sign-in makes a new key, and ends the session that the browser had', async () => {
    const before = await signedIn()
    const after = await signedIn(ADA.password, visit({ replaces: before }))
    expect(after).not.toBe(before)
    expect(await identity.findSession(before)).toBeNull()
    expect(await identity.findSession(after)).not.toBeNull()
  })

  test('a key that nobody was given opens nothing: made up, cut short, or with another signature', async () => {
    const key = await signedIn()
    const other = await signedIn()
    const [token = ''] = key.split('.')
    const signature = other.slice(other.indexOf('.'))
    for (const forged of ['', 'x', token, `${token}.`, `${token}${signature}`, key.slice(0, -6), `A${key}`]) {
      expect(await identity.findSession(forged), forged).toBeNull()
    }
  })

  test('signing out ends that session and no other', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    await identity.signOut(one)
    expect(await identity.findSession(one)).toBeNull()
    expect(await identity.findSession(two)).not.toBeNull()
  })

  test('a session lives on while it is used, and runs out after a week without', async () => {
    const key = await signedIn()
    passing(2 * HOUR_MS)
    expect((await identity.findSession(key))?.renewedFor).toBeGreaterThan(0)
    expect((await identity.findSession(key))?.renewedFor).toBeNull()
    passing(7 * 24 * HOUR_MS - HOUR_MS)
    expect(await identity.findSession(key)).not.toBeNull()
    passing(7 * 24 * HOUR_MS + 1_000)
    expect(await identity.findSession(key)).toBeNull()
  })

  test('wrong passwords for one account are counted by all processes together', async () => {
    const other = await again()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => kindOf(wrong(i % 2 ? other : identity))),
    )
    expect(answers.filter((kind) => kind === 'wrong-password')).toHaveLength(5)
    expect(answers.filter((kind) => kind === 'too-many-requests')).toHaveLength(7)
    expect(await identity.signIn(ADA, visit())).toMatchObject({ kind: 'too-many-requests', waitSeconds: 60 })
    passing(60_000)
    expect(await kindOf(identity.signIn(ADA, visit()))).toBe('signed-in')
    expect(await kindOf(wrong())).toBe('wrong-password')
  })

  test('the tries of one account are not those of another', async () => {
    const bob = { email: 'bob@redemption.example', password: 'works here' }
    await added(bob)
    for (let i = 0; i < 6; i++) await wrong()
    expect(await kindOf(identity.signIn(bob, visit()))).toBe('signed-in')
  })

  test('a reset link works once, sets the password, and signs every session out', async () => {
    const keys = [await signedIn(), await signedIn()]
    const token = await resetToken()
    expect(await identity.isResetTokenGood(token)).toBe(true)
    expect(await kindOf(identity.resetPassword(token, 'still red'))).toBe('reset')
    for (const key of keys) expect(await identity.findSession(key)).toBeNull()
    expect(await kindOf(identity.signIn(ADA, visit()))).toBe('wrong-password')
    expect(await identity.findSession(await signedIn('still red'))).not.toBeNull()

    expect(await identity.isResetTokenGood(token)).toBe(false)
    expect(await kindOf(identity.resetPassword(token, 'third time'))).toBe('invalid-link')
    expect(await kindOf(identity.signIn({ ...ADA, password: 'third time' }, visit()))).toBe('wrong-password')
  })

  test('of two who use one reset link at the same moment, one succeeds', async () => {
    const token = await resetToken()
    const other = await again()
    const answers = await Promise.all([
      kindOf(identity.resetPassword(token, 'first one')),
      kindOf(other.resetPassword(token, 'second one')),
    ])
    expect(answers.toSorted()).toEqual(['invalid-link', 'reset'])
  })

  test('a reset link runs out after an hour', async () => {
    const token = await resetToken()
    passing(HOUR_MS + 1_000)
    expect(await identity.isResetTokenGood(token)).toBe(false)
    expect(await kindOf(identity.resetPassword(token, 'too late now'))).toBe('invalid-link')
    expect(await kindOf(identity.signIn(ADA, visit()))).toBe('signed-in')
  })

  test('a reset makes the other links of that member worthless, and lifts the count of wrong passwords', async () => {
    for (let i = 0; i < 6; i++) await wrong()
    const [first, second] = [await resetToken(), await resetToken()]
    await identity.resetPassword(second, 'still red')
    expect(await kindOf(identity.resetPassword(first, 'from the first'))).toBe('invalid-link')
    expect(await identity.findSession(await signedIn('still red'))).not.toBeNull()
  })

  test('a made-up reset token is worth nothing', async () => {
    for (const token of ['', 'x', 'A'.repeat(24), '../../x', `${await resetToken()}x`]) {
      expect(await identity.isResetTokenGood(token)).toBe(false)
      expect(await kindOf(identity.resetPassword(token, 'made up pass'))).toBe('invalid-link')
    }
  })

  test('a reset mail is promised to staff only, and to each not more than three times at once', async () => {
    expect(await kindOf(identity.requestReset('ada'))).toBe('invalid-email')
    expect(await kindOf(identity.requestReset('nobody@redemption.example'))).toBe('user-not-found')
    const answers: string[] = []
    for (let i = 0; i < 4; i++) answers.push(await kindOf(identity.requestReset(ADA.email)))
    expect(answers).toEqual(['known', 'known', 'known', 'too-many-requests'])
  })

  test('disabling an account ends its sessions, its links and its sign-in at once', async () => {
    const key = await signedIn()
    const token = await resetToken()
    expect(await identity.disableMember(ADA.email)).toMatchObject({ disabled: true })
    expect(await identity.findSession(key)).toBeNull()
    expect(await kindOf(identity.signIn(ADA, visit()))).toBe('user-disabled')
    expect(await kindOf(identity.requestReset(ADA.email))).toBe('user-disabled')
    expect(await kindOf(identity.resetPassword(token, 'back again'))).toBe('invalid-link')
    expect(await identity.createResetToken(adaId)).toBeNull()
    expect(await identity.disableMember('nobody@redemption.example')).toBeNull()
  })

  test('adding an account again renews it: enabled, new password, tries forgotten, old sessions ended', async () => {
    const key = await signedIn()
    for (let i = 0; i < 6; i++) await wrong()
    await identity.disableMember(ADA.email)
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

    await identity.endSession(adaId, sessions[1]?.id ?? '')
    expect(await identity.findSession(laptop)).toBeNull()
    expect(await identity.findSession(phone)).not.toBeNull()
    await identity.endSession('somebody else', sessions[2]?.id ?? '')
    expect(await identity.findSession(phone)).not.toBeNull()
    await identity.endOtherSessions(adaId, current?.id ?? '')
    expect(await identity.findSession(phone)).toBeNull()
    expect(await identity.findSession(here)).not.toBeNull()
  })

  test('changing the password needs the old one, ends every session and goes on in a new one', async () => {
    const [here, elsewhere, link] = [await signedIn(), await signedIn(), await resetToken()]
    const change = (current: string, key = here) =>
      identity.changePassword(key, { current, next: 'still red' }, visit())
    expect(await kindOf(change('wears blue'))).toBe('wrong-password')
    expect(await kindOf(change(ADA.password, 'no such key'))).toBe('signed-out')
    expect(await identity.findSession(elsewhere)).not.toBeNull()

    const changed = await change(ADA.password)
    if (changed.kind !== 'changed') throw new Error(changed.kind)
    expect(await identity.findSession(changed.key)).not.toBeNull()
    for (const key of [here, elsewhere]) expect(await identity.findSession(key)).toBeNull()
    expect(await kindOf(identity.resetPassword(link, 'old link'))).toBe('invalid-link')
    expect(await identity.findSession(await signedIn('still red'))).not.toBeNull()
  })

  test('a stolen session cannot guess the password either', async () => {
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
