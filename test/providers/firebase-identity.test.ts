import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFirebase, type FirebaseOptions } from '#providers/identity/firebase/open-firebase.ts'
import { SqlStaffIdentity } from '#providers/identity/sql-staff-identity.ts'
import { staffPeopleContract } from '#providers/identity/people/staff-people.contract.ts'
import { staffIdentityContract } from '#providers/identity/staff-identity.contract.ts'
import { startFirebaseServer, type FirebaseServer } from '#test/fakes/firebase-server.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { STRANGER } from '#test/support/staff-browser.ts'

const ADA = { email: 'ada@redemption.example', password: 'wears red' }

let firebase: FirebaseServer
beforeAll(async () => void (firebase = await startFirebaseServer()))
afterAll(() => firebase.close())
beforeEach(async () => {
  await firebase.disturb(null)
  Object.assign(firebase, { isProtected: false, signs: true, claims: {}, keysLiveFor: 21_600 })
  firebase.removeAccount(ADA.email)
})

/** What was reported of the connection. */
const reported: string[] = []

function opened(options: FirebaseOptions & { emulator?: string; projectId?: string; apiKey?: string } = {}) {
  const { emulator = null, projectId = firebase.projectId, apiKey = firebase.apiKey, ...rest } = options
  reported.length = 0
  return openFirebase(
    { apiKey, projectId, emulator, apiBase: firebase.url, keysUrl: firebase.keysUrl },
    { worked: () => void reported.push('worked'), failed: (words) => void reported.push(words) },
    rest,
  )
}

const accounts = {
  set: (account: typeof ADA) => firebase.setAccount(account),
  rename(from: string, to: string) {
    firebase.removeAccount(from)
    firebase.setAccount({ ...ADA, email: to })
  },
  mailedToken: (email: string) => firebase.codes.findLast((code) => code.email === email)?.oobCode ?? '',
}

describe.each([
  ['without email enumeration protection', false],
  ['with email enumeration protection', true],
])('staff accounts at Firebase %s', (_name, isProtected) => {
  describeOnEachDatabase('', (open, { connectAgain }) => {
    beforeEach(() => void (firebase.isProtected = isProtected))
    staffIdentityContract(
      () => SqlStaffIdentity.over(open(), opened().passwords),
      async () => SqlStaffIdentity.over(await connectAgain(), opened().passwords),
      accounts,
    )
  })
})

describeOnEachDatabase('people with accounts at Firebase', (open, { connectAgain }) => {
  staffPeopleContract(
    () => SqlStaffIdentity.over(open(), opened().passwords),
    async () => SqlStaffIdentity.over(await connectAgain(), opened().passwords),
    accounts,
  )
})

describeOnEachDatabase('an account at Firebase', (open) => {
  const identityWith = (options?: Parameters<typeof opened>[0]) =>
    SqlStaffIdentity.over(open(), opened(options).passwords)
  const signIn = (identity: SqlStaffIdentity, account = ADA) => identity.signIn(account, STRANGER)

  test('belongs to staff only if its address was allowed in the shop, and Firebase is not even asked otherwise', async () => {
    firebase.setAccount(ADA)
    const identity = identityWith()
    const before = firebase.requests.length
    expect(await signIn(identity)).toEqual({ kind: 'user-not-found' })
    expect(await identity.requestReset(ADA.email, STRANGER)).toEqual({ kind: 'user-not-found' })
    expect(firebase.requests.length).toBe(before)
    await identity.addMember({ ...ADA, role: 'packer' })
    expect(await signIn(identity)).toMatchObject({ kind: 'signed-in', member: { role: 'packer' } })
  })

  test('is not signed in with an unverified address, because anyone can register it', async () => {
    firebase.setAccount({ ...ADA, emailVerified: false })
    const identity = identityWith()
    await identity.addMember(ADA)
    expect(await signIn(identity)).toMatchObject({
      kind: 'account-refused',
      message: expect.stringContaining('not verified this address'),
    })
    await identity.requestReset(ADA.email, STRANGER)
    const reset = await identity.resetPassword(accounts.mailedToken(ADA.email), 'still red', STRANGER)
    expect(reset.kind).toBe('reset')
    expect((await signIn(identity, { ...ADA, password: 'still red' })).kind).toBe('signed-in')
  })

  test.each([
    ['user-disabled', { disabled: true }],
    ['wrong-password', { password: 'another one' }],
  ])('is refused as %s', async (kind, there) => {
    firebase.setAccount({ ...ADA, ...there })
    const identity = identityWith()
    await identity.addMember(ADA)
    expect(await signIn(identity)).toEqual({ kind })
  })

  test('that does not exist is unknown, unless Firebase hides that', async () => {
    const identity = identityWith()
    await identity.addMember(ADA)
    expect(await signIn(identity)).toEqual({ kind: 'user-not-found' })
    expect(await identity.requestReset(ADA.email, STRANGER)).toEqual({ kind: 'user-not-found' })
    firebase.isProtected = true
    expect(await signIn(identity)).toEqual({ kind: 'wrong-password' })
    expect(await identity.requestReset(ADA.email, STRANGER)).toMatchObject({ kind: 'sent' })
  })

  test('whose session ends while Firebase changes its password is notified of the change, and signed out everywhere', async () => {
    firebase.setAccount(ADA)
    const { passwords } = opened()
    const identity = SqlStaffIdentity.over(open(), passwords)
    await identity.addMember(ADA)
    const [one, other] = [await signIn(identity), await signIn(identity)]
    if (one.kind !== 'signed-in' || other.kind !== 'signed-in') throw new Error('not signed in')
    const change = passwords.change.bind(passwords)
    passwords.change = async (...args) => {
      const answer = await change(...args)
      await identity.signOut(one.key)
      return answer
    }
    const next = 'still red'
    const answer = await identity.changePassword(one.key, { current: ADA.password, next }, STRANGER)
    expect(answer).toEqual({ kind: 'signed-out' })
    expect(await signIn(identity)).toEqual({ kind: 'wrong-password' })
    expect(await identity.findSession(other.key)).toBe(null)
    const { db } = open()
    const events = await db.selectFrom('audit_events').select('action').orderBy('id').execute()
    expect(events.map(({ action }) => action)).toEqual([
      'signed-in',
      'signed-in',
      'password-changed',
      'sign-in-refused',
    ])
    expect(await db.selectFrom('outbox').select('kind').execute()).toEqual([{ kind: 'staff-notice' }])
  })

  test('that is refused for any other reason gets the message of Firebase', async () => {
    firebase.setAccount(ADA)
    const identity = identityWith()
    await identity.addMember(ADA)
    const message = 'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled.'
    await firebase.disturb({ status: 400, body: { error: { code: 400, message } } })
    expect(await signIn(identity)).toEqual({ kind: 'account-refused', message })
    expect(await identity.requestReset(ADA.email, STRANGER)).toEqual({ kind: 'account-refused', message })
    expect(reported.at(-1)).toBe('worked')
  })

  test('with a second factor gets the message that it cannot sign in here', async () => {
    const identity = identityWith()
    await identity.addMember(ADA)
    await firebase.disturb({ status: 200, body: { mfaPendingCredential: 'x', localId: 'y' } })
    expect(await signIn(identity)).toMatchObject({ message: expect.stringContaining('second factor') })
  })

  test('keeps its password when it is allowed again, and only its sessions end', async () => {
    firebase.setAccount(ADA)
    const identity = identityWith()
    await identity.addMember(ADA)
    const first = await signIn(identity)
    expect(await identity.addMember({ ...ADA, password: 'ignored here' })).toMatchObject({ kind: 'renewed' })
    expect(first.kind === 'signed-in' && (await identity.findSession(first.key))).toBeNull()
    expect((await signIn(identity)).kind).toBe('signed-in')
    const stored = await open().db.selectFrom('staff_accounts').selectAll().execute()
    expect(stored).toEqual([])
  })

  describe('and its token', () => {
    const now = () => Math.floor(Date.now() / 1_000)
    test.each([
      ['of another project', () => ({ aud: 'other-shop' }), 'a project other than FIREBASE_PROJECT_ID'],
      ['of another issuer', () => ({ iss: 'https://securetoken.google.com/other-shop' }), 'not valid'],
      ['that has expired', () => ({ iat: now() - 7_200, exp: now() - 3_600 }), 'ERR_JWT_EXPIRED'],
      ['without a subject', () => ({ sub: '' }), 'lacks'],
      ['from the future', () => ({ auth_time: now() + 3_600 }), 'lacks'],
      ['of another account', () => ({ email: 'bob@redemption.example' }), 'another account'],
    ])('%s is refused', async (_name, claims, words) => {
      firebase.setAccount(ADA)
      const identity = identityWith()
      await identity.addMember(ADA)
      firebase.claims = claims()
      await expect(signIn(identity)).rejects.toThrow(words)
      expect(await open().db.selectFrom('staff_sessions').selectAll().execute()).toEqual([])
    })

    test('unsigned is accepted from the emulator only, and a signed one is not', async () => {
      firebase.setAccount({ ...ADA, emailVerified: false })
      const [real, trial] = [identityWith(), identityWith({ emulator: '127.0.0.1:9099' })]
      await real.addMember(ADA)
      await expect(signIn(trial)).rejects.toThrow('not valid')
      firebase.signs = false
      await expect(signIn(real)).rejects.toThrow('not valid')
      expect((await signIn(trial)).kind).toBe('signed-in')
    })

    test('is refused when signed with an unknown key; Google is called again at most once a minute', async () => {
      firebase.setAccount(ADA)
      let time = Date.now()
      const identity = identityWith({ now: () => time })
      await identity.addMember(ADA)
      const keys = firebase.keys
      firebase.keys = {}
      const asked = () => firebase.requests.filter(({ url }) => url === '/keys').length
      const before = asked()
      for (let i = 0; i < 3; i += 1)
        await expect(signIn(identity)).rejects.toThrow('a key that is not one of Google’s')
      expect(asked()).toBe(before + 1)
      firebase.keys = keys
      time += 61_000
      expect((await signIn(identity)).kind).toBe('signed-in')
      expect(asked()).toBe(before + 2)
    })

    test('is checked with cached keys for as long as Google allows', async () => {
      firebase.setAccount(ADA)
      firebase.keysLiveFor = 600
      let time = Date.now()
      const identity = identityWith({ now: () => time })
      await identity.addMember(ADA)
      const asked = () => firebase.requests.filter(({ url }) => url === '/keys').length
      const before = asked()
      for (const minutes of [0, 5, 9]) {
        time += minutes * 60_000 - (time - Date.now())
        expect((await signIn(identity)).kind).toBe('signed-in')
      }
      expect(asked()).toBe(before + 1)
      time += 120_000
      await signIn(identity)
      expect(asked()).toBe(before + 2)
    })
  })

  const GOOGLE_S = { error: { code: 401, message: 'Request had invalid credentials.' } }

  test.each([
    ['refused', 'refused', 'unreachable'],
    ['slow', 'slow', 'timeout'],
    ['half an answer', 'half-an-answer', 'unreachable'],
    ['not JSON', 'not-json', 'unreadable'],
    ['not HTTP', 'not-http', 'unreadable'],
    ['401', { status: 401, body: GOOGLE_S }, 'unauthorized'],
    ['403', { status: 403, body: GOOGLE_S }, 'unauthorized'],
    ['404 as text', { status: 404, body: 'Not Found' }, 'not-found'],
    ['404 as an object', { status: 404, body: GOOGLE_S }, 'not-found'],
    ['413', { status: 413, body: 'Too large' }, 'refused'],
    ['422', { status: 422, body: GOOGLE_S }, 'refused'],
    ['429', { status: 429, body: GOOGLE_S, headers: { 'retry-after': '60' } }, 'rate-limited'],
    ['500', { status: 500, body: 'oops' }, 'failing'],
    ['a wrong key', { status: 400, body: { error: { message: 'API key not valid.' } } }, 'refused'],
    ['no such sign-in', { status: 400, body: { error: { message: 'OPERATION_NOT_ALLOWED' } } }, 'refused'],
    ['another shape', { status: 200, body: [] }, 'unreadable'],
  ] as const)('cannot sign in while Firebase fails: %s', async (_name, fault, kind) => {
    const identity = identityWith({ timeoutMs: 300 })
    await identity.addMember(ADA)
    await firebase.disturb(fault)
    for (const attempt of [() => signIn(identity), () => identity.requestReset(ADA.email, STRANGER)]) {
      await expect(attempt()).rejects.toMatchObject({ name: 'SupplierError', supplier: 'Firebase', kind })
    }
    expect(reported.at(-1)).toMatch(/^Firebase .+/)
    expect(JSON.stringify(reported)).not.toContain(firebase.apiKey)
  })
})

describe('testing the connection', () => {
  test('reads the project with the key, and the public keys', async () => {
    const { connection } = opened()
    const before = firebase.requests.length
    expect(await connection.test({ email: ADA.email })).toBe(
      'Firebase accepts the API key, and Google gave 1 keys to check sign-ins with.',
    )
    expect(firebase.requests.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  test('fails with a wrong key, without repeating it', async () => {
    const { connection } = opened({ apiKey: 'AIza-wrong' })
    const failure = connection.test({ email: ADA.email })
    await expect(failure).rejects.toThrow('API key not valid')
    await expect(failure).rejects.not.toThrow('AIza-wrong')
  })

  test('fails without the public keys', async () => {
    firebase.keys = { broken: 'no certificate' }
    await expect(opened().connection.test({ email: ADA.email })).rejects.toThrow('does not understand')
  })
})
