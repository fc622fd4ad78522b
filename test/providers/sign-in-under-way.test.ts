import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toStaffId, type StaffId } from '#domain/ids.ts'
import { BuiltInPasswords } from '#providers/identity/built-in-passwords.ts'
import { BuiltInSessions } from '#providers/identity/built-in-sessions.ts'
import { passkeySite } from '#providers/identity/passkeys/passkey-site.ts'
import type { PasskeyChallenge } from '#providers/identity/passkeys/staff-passkeys.ts'
import { SqlStaffIdentity } from '#providers/identity/sql-staff-identity.ts'
import type { SessionKey } from '#providers/identity/staff-identity.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { STRANGER } from '#test/support/staff-browser.ts'
import { totp } from '#test/support/totp.ts'
import { SoftPasskey } from '#test/web/api/second-factor/soft-passkey.ts'

const SITE = 'http://localhost:3000'
const ADA = { email: 'ada@redemption.example', password: 'wears red' }
const NEXT = 'only Ada knows'

// Anyone who knows the old password can sign in repeatedly, so that a sign-in is in progress when the password changes.
describeOnEachDatabase('a sign-in or account change in progress', (open) => {
  let identity: SqlStaffIdentity
  let opening: BuiltInSessions
  let adaId: StaffId

  beforeEach(async () => {
    const [database, now, cost] = [open(), () => Date.now(), { N: 16, r: 1, p: 1 }]
    opening = new BuiltInSessions(database, now, passkeySite(SITE))
    const passwords = new BuiltInPasswords({ database, sessions: opening, now, cost })
    identity = new SqlStaffIdentity(database, { sessions: opening, passwords, now })
    const added = await identity.addMember(ADA)
    adaId = toStaffId('member' in added ? added.member.id : '')
  })
  afterEach(() => void vi.restoreAllMocks())

  const kindOf = async (answer: Promise<{ kind: string }>) => (await answer).kind
  const sessions = () => open().db.selectFrom('staff_sessions').select('id').execute()
  const waiting = () =>
    open().db.selectFrom('staff_verifications').select('id').where('value', '=', adaId).execute()

  async function signedIn(password = ADA.password): Promise<SessionKey> {
    const answer = await identity.signIn({ ...ADA, password }, STRANGER)
    if (answer.kind !== 'signed-in') throw new Error(answer.kind)
    return answer.key
  }

  async function reset(): Promise<void> {
    const { token } = (await identity.createResetToken(adaId)) ?? { token: '' }
    expect(await kindOf(identity.resetPassword(token, NEXT, STRANGER))).toBe('reset')
  }

  /** Has something happen just after this method of the sessions was called once. */
  function after(method: 'open' | 'openStep' | 'confirmTwoStep', happens: () => Promise<unknown>) {
    afterCall(opening, method, happens)
  }

  function afterCall<Owner extends object>(
    owner: Owner,
    method: keyof Owner & string,
    happens: () => Promise<unknown>,
  ) {
    type Methods = Record<string, (...given: unknown[]) => Promise<unknown>>
    const methods = owner as Methods
    const real = methods[method]!.bind(owner)
    vi.spyOn(methods, method).mockImplementationOnce(async (...given) => {
      const answer = await real(...given)
      await happens()
      return answer
    })
  }

  async function withApp(key: SessionKey): Promise<{ secret: string; key: SessionKey; codes: string[] }> {
    const begun = await identity.twoStep.begin(key, ADA.password)
    const secret = 'secret' in begun ? begun.secret : ''
    const on = await identity.twoStep.confirm(key, totp(secret), STRANGER)
    if (on.kind !== 'on') throw new Error(on.kind)
    return { secret, key: on.key, codes: on.codes }
  }

  async function withPasskey(key: SessionKey): Promise<SoftPasskey> {
    const passkey = new SoftPasskey(SITE)
    const asked = await asks(identity.passkeys.begin(key, ADA.password))
    const response = passkey.make(asked.options)
    const answer = { challenge: asked.challenge, response, name: 'Laptop' }
    expect(await kindOf(identity.passkeys.add(key, answer, STRANGER))).toBe('added')
    return passkey
  }

  async function asks(question: Promise<{ kind: string; options?: object; challenge?: PasskeyChallenge }>) {
    const { options, challenge } = await question
    return { options: options as { challenge: string }, challenge: challenge ?? '' }
  }

  test('opens no session with the password from before a reset', async () => {
    after('open', reset)
    expect(await kindOf(identity.signIn(ADA, STRANGER))).toBe('wrong-password')
    expect(await sessions()).toEqual([])
    await signedIn(NEXT)
  })

  test('opens no session with the password from before it was set again on the command line', async () => {
    after('open', () => identity.addMember({ ...ADA, password: NEXT }))
    expect(await kindOf(identity.signIn(ADA, STRANGER))).toBe('wrong-password')
    expect(await sessions()).toEqual([])
  })

  test('asks for no code with the password from before a reset', async () => {
    await withApp(await signedIn())
    after('openStep', reset)
    expect(await kindOf(identity.signIn(ADA, STRANGER))).toBe('wrong-password')
    expect(await waiting()).toEqual([])
  })

  test('opens no session with a code after a reset', async () => {
    const { codes } = await withApp(await signedIn())
    const first = await identity.signIn(ADA, STRANGER)
    if (first.kind !== 'second-step') throw new Error(first.kind)
    after('open', reset)
    expect(await kindOf(identity.finishSignIn(first.challenge, codes[0] ?? '', STRANGER))).toBe('expired')
    expect(await sessions()).toEqual([])
  })

  test('asks for the code of an app that was set up in the meantime', async () => {
    const key = await signedIn()
    after('open', () => withApp(key))
    expect(await kindOf(identity.signIn(ADA, STRANGER))).toBe('second-step')
    expect(await sessions()).toHaveLength(1)
  })

  test('opens no session with a passkey that was removed in the meantime', async () => {
    const key = await signedIn()
    const passkey = await withPasskey(key)
    afterCall((await opening.load()).auth.api, 'verifyPasskeyAuthentication', async () => {
      const [known] = await identity.passkeys.list(adaId)
      await identity.passkeys.remove(key, { id: known?.id ?? '', password: ADA.password }, STRANGER)
    })
    const asked = await asks(identity.beginPasskeySignIn())
    const answer = identity.signInWithPasskey(asked.challenge, passkey.use(asked.options), STRANGER)
    expect(await kindOf(answer)).toBe('passkey-refused')
    expect(await sessions()).toHaveLength(1)
  })

  test('keeps no session of a changed password when it is reset in the meantime', async () => {
    const key = await signedIn()
    after('open', reset)
    const change = { current: ADA.password, next: 'also old now' }
    expect(await kindOf(identity.changePassword(key, change, STRANGER))).toBe('signed-out')
    expect(await sessions()).toEqual([])
  })

  test('adds no passkey for a session that has ended in the meantime', async () => {
    const key = await signedIn()
    const asked = await asks(identity.passkeys.begin(key, ADA.password))
    // The plug-in has found the session when it takes the question.
    const { internalAdapter } = await (await opening.load()).auth.$context
    afterCall(internalAdapter, 'consumeVerificationValue', reset)
    const response = new SoftPasskey(SITE).make(asked.options)
    const answer = { challenge: asked.challenge, response, name: 'Laptop' }
    expect(await kindOf(identity.passkeys.add(key, answer, STRANGER))).toBe('signed-out')
    expect(await identity.passkeys.list(adaId)).toEqual([])
  })

  test('turns on no app for a session that has ended in the meantime', async () => {
    const key = await signedIn()
    const begun = await identity.twoStep.begin(key, ADA.password)
    const secret = 'secret' in begun ? begun.secret : ''
    after('confirmTwoStep', reset)
    expect(await kindOf(identity.twoStep.confirm(key, totp(secret), STRANGER))).toBe('signed-out')
    expect(await identity.twoStep.read(adaId)).toEqual({ isOn: false, codesLeft: 0 })
    expect(await sessions()).toEqual([])
  })
})
