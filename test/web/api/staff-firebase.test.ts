import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { toInvitationId } from '#domain/ids.ts'
import { openFirebase } from '#providers/identity/firebase/open-firebase.ts'
import { SqlStaffIdentity } from '#providers/identity/sql-staff-identity.ts'
import { startFirebaseServer, type FirebaseServer } from '#test/fakes/firebase-server.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readablePage } from '#test/support/readable-page.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, codeOf, cookieOf, staffBrowser } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

let firebase: FirebaseServer
beforeAll(async () => void (firebase = await startFirebaseServer()))
afterAll(() => firebase.close())

describeOnEachDatabase('staff with accounts at Firebase', (open) => {
  let shop: TestShop
  let served: ServedShop
  const { get, post, signIn, signedIn } = staffBrowser(() => served.url)

  beforeEach(async () => {
    await firebase.disturb(null)
    firebase.removeAccount(ADA.email)
    firebase.setAccount(ADA)
    shop = await openTestShop(open())
    const { passwords } = openFirebase(
      {
        apiKey: firebase.apiKey,
        projectId: firebase.projectId,
        emulator: null,
        apiBase: firebase.url,
        keysUrl: firebase.keysUrl,
      },
      { worked() {}, failed() {} },
      { timeoutMs: 300 },
    )
    shop.identity = SqlStaffIdentity.over(open(), passwords)
    await shop.identity.addMember(ADA)
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  test('sign in with the shop’s own cookie, until they are removed from the staff', async () => {
    const cookie = await signedIn()
    expect((await get('/admin/dashboard', cookie)).status).toBe(200)
    await shop.identity.disableMember(ADA.email)
    expect((await get('/admin/dashboard', cookie)).status).toBe(303)
    expect(await codeOf(await signIn())).toEqual([403, '/problems/user-disabled'])
  })

  test('get a reset link from Firebase, and set the password on a page of the shop', async () => {
    const cookie = await signedIn()
    expect((await post('/api/staff/request-reset', { email: ADA.email })).status).toBe(202)
    expect(await shop.database.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    const { oobCode = '' } = firebase.codes.at(-1) ?? {}
    const link = `/admin/reset?mode=resetPassword&oobCode=${oobCode}&apiKey=x&lang=en`
    const page = await readablePage(served.url + link)
    expect(page.status).toBe(200)
    expect(page.text).toContain('New password')
    const reset = await post('/api/staff/reset-password', { token: oobCode, password: 'still red' })
    expect(reset.status).toBe(204)
    expect((await get('/admin/dashboard', cookie)).status).toBe(303)
    expect(await signedIn('still red')).not.toBe('')
    expect((await readablePage(served.url + link)).status).toBe(410)
    expect((await readablePage(`${served.url}/admin/reset?mode=verifyEmail&oobCode=${oobCode}`)).status).toBe(
      410,
    )
  })

  test('change the password of their account, and see that it counts at Firebase', async () => {
    const cookie = await signedIn()
    const page = await (await get('/admin/account', cookie)).text()
    expect(page).toContain('A new password applies wherever that account is used.')
    const change = (next: string) =>
      post('/api/staff/change-password', { current: ADA.password, next }, { origin: served.url, cookie })
    const refusal =
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [an uppercase letter]'
    const changed = await change('still red')
    expect(changed.status).toBe(204)
    expect((await get('/admin/account', cookieOf(changed))).status).toBe(200)
    expect(await signedIn('still red')).not.toBe('')

    await firebase.disturb({ status: 400, body: { error: { code: 400, message: refusal } } })
    const refused = await signIn()
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ type: '/problems/account-refused', title: refusal })
  })

  test('accept an invitation without a password here, and then sign in with their account at Firebase', async () => {
    const bo = { email: 'bo@redemption.example', password: 'kept at Firebase' }
    const cookie = await signedIn()
    const page = await readablePage(`${served.url}/admin/people`, { cookie })
    expect(page.text).toContain('Staff sign in with Firebase accounts: create one for the address there too.')
    const invited = await post(
      '/api/staff/invitations',
      { email: bo.email, role: 'packer' },
      { origin: served.url, cookie },
    )
    const { id } = (await invited.json()) as { id: string }
    const { token } = (await shop.identity.invitations.createLink(toInvitationId(id), 1)) ?? {}
    const joining = await readablePage(`${served.url}/admin/invitation?token=${token}`)
    expect(joining.text).not.toContain('Choose a password')
    const joined = await post('/api/staff/accept-invitation', { token })
    expect(await joined.json()).toEqual({ email: bo.email, isSignedIn: false })
    expect(joined.headers.getSetCookie()).toEqual([])
    firebase.setAccount(bo)
    expect((await signIn(bo)).status).toBe(200)
    firebase.removeAccount(bo.email)
  })

  test('see that sign-in is not available while Firebase is down, and stay signed in', async () => {
    const cookie = await signedIn()
    await firebase.disturb('refused')
    const unavailable = [503, '/problems/auth-unavailable']
    expect(await codeOf(await signIn())).toEqual(unavailable)
    expect(await codeOf(await post('/api/staff/request-reset', { email: ADA.email }))).toEqual(unavailable)
    const token = 'a-code-of-a-link-in-a-mail'
    const reset = await post('/api/staff/reset-password', { token, password: 'still red' })
    expect(await codeOf(reset)).toEqual(unavailable)
    const page = await readablePage(`${served.url}/admin/reset?token=${token}`)
    expect(page.status).toBe(503)
    expect(page.text).toContain('open it again in a few minutes')
    expect((await get('/admin/dashboard', cookie)).status).toBe(200)
    expect(shop.failures.splice(0).every(({ error }) => (error as Error).name === 'SupplierError')).toBe(true)
  })
})
