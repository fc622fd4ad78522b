import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { readablePage } from '#test/support/readable-page.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, codeOf, cookieOf, staffBrowser } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'
import type { InvitationView, PersonView } from '#web/views/staff/people-view.ts'

const DAY_MS = 24 * 3_600_000
const BO = { email: 'bo@redemption.example', password: 'brand new here' }
const PAT = { email: 'pat@redemption.example', password: 'packs parcels' }

describeOnEachDatabase('people', (open) => {
  let shop: TestShop
  let served: ServedShop
  let lines: string[]
  let cookie: string
  const { own, get, post, signIn } = staffBrowser(() => served.url)
  const ask = (path: string, body: object = {}, as = cookie) =>
    post(`/api/staff/${path}`, body, { ...own(), cookie: as })

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    // The accounts of staff go by the system's clock, their mails by the shop's.
    shop = await openTestShop(open(), { start: Date.now() })
    lines = []
    shop.log.info = (message, details) => void lines.push(`${message} ${JSON.stringify(details)}`)
    served = await serveShop(shop)
    await shop.identity.addMember(ADA)
    await shop.identity.addMember({ ...PAT, role: 'packer' })
    cookie = await signedInAs(ADA)
  })
  afterEach(async () => {
    await served.close()
    vi.useRealTimers()
  })

  async function signedInAs(account: typeof ADA): Promise<string> {
    const answer = await signIn(account)
    expect(answer.status).toBe(200)
    return cookieOf(answer)
  }

  async function personOf({ email }: { email: string }): Promise<PersonView> {
    const person = (await shop.identity.people.list()).find((one) => one.email === email)
    if (!person) throw new Error('no such person')
    return { ...person, isDisabled: person.disabled, lastSignedInAt: '' }
  }

  async function change(who: typeof ADA, action: string, body: object = {}): Promise<Response> {
    const { id, version } = await personOf(who)
    return ask(`people/${id}/${action}`, { version, ...body })
  }

  async function invite(role: Role = 'manager'): Promise<InvitationView> {
    const answer = await ask('invitations', { email: BO.email, role })
    expect(answer.status).toBe(201)
    return (await answer.json()) as InvitationView
  }

  /** Sends what waits, and returns the mails to this address. */
  async function mailsTo({ email }: { email: string }) {
    shop.pass(1_000)
    while ((await deliverOutbox(shop)) > 0) shop.pass(1_000)
    return shop.mails.filter(({ to }) => to.address === email)
  }

  async function mailedLink(): Promise<string> {
    const mails = await mailsTo(BO)
    return /http:\S+\/admin\/invitation\?token=([\w-]{43})\b/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  }

  const pageOf = (token: string) => readablePage(`${served.url}/admin/invitation?token=${token}`)
  const accept = (token: string, password: string | undefined = BO.password) =>
    post('/api/staff/accept-invitation', { token, password })

  test('an invitation by mail creates an account, signs it in, and is recorded', async () => {
    await invite()
    const token = await mailedLink()
    const page = await pageOf(token)
    expect(page.status).toBe(200)
    expect(page.text).toContain('ada@redemption.example has invited you to join as a manager.')
    const joined = await accept(token)
    expect(await joined.json()).toEqual({ email: BO.email, isSignedIn: true })
    expect((await get('/admin/overview', cookieOf(joined))).status).toBe(200)
    expect((await get('/admin/people', cookieOf(joined))).status).toBe(403)
    expect((await signIn(BO)).status).toBe(200)

    expect(await codeOf(await accept(token))).toEqual([410, '/problems/invalid-link'])
    expect((await pageOf(token)).status).toBe(410)
    const people = await readablePage(`${served.url}/admin/people`, { cookie })
    expect(people.text).toContain('Invited bo@redemption.example as a manager')
    expect(people.text).toContain('bo@redemption.example joined as a manager')
  })

  test('the token is in the mail only: not in the tables, the log, or an answer', async () => {
    const invitation = await invite()
    const token = await mailedLink()
    expect(token).not.toBe('')
    await accept(token, 'password')
    await accept('x'.repeat(43))
    const { db } = shop.database
    const stored = [
      await db.selectFrom('staff_invitations').selectAll().execute(),
      await db.selectFrom('staff_verifications').selectAll().execute(),
      await db.selectFrom('outbox').selectAll().execute(),
      await db.selectFrom('audit_events').selectAll().execute(),
    ]
    expect(JSON.stringify([stored, lines, invitation])).not.toContain(token)
    await accept(token)
    expect(lines.join()).not.toContain(token)
    expect(lines.join()).not.toContain(BO.email)
  })

  test('a weak or missing password is refused at its field, and the link stays valid', async () => {
    await invite()
    const token = await mailedLink()
    for (const [password, message] of [
      ['short', 'Use at least 8 characters.'],
      ['Password1', 'This is one of the most common passwords. Choose another.'],
      [BO.email, 'Do not use your email address as the password.'],
    ]) {
      const answer = await accept(token, password)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ errors: [{ path: '/password', message }] })
    }
    const without = await post('/api/staff/accept-invitation', { token })
    expect(await without.json()).toMatchObject({
      errors: [{ path: '/password', message: 'Choose a password.' }],
    })
    expect((await accept(token)).status).toBe(200)
  })

  test('a mail that is tried twice has a link that works, and none after a withdrawal', async () => {
    const { id, version } = await invite()
    shop.mailIsDown = true
    await deliverOutbox(shop)
    shop.mailIsDown = false
    shop.failures.splice(0)
    shop.pass(DAY_MS / 24)
    const token = await mailedLink()
    expect((await pageOf(token)).status).toBe(200)

    const sentAgain = await ask(`invitations/${id}/send-again`, { version })
    expect(await sentAgain.json()).toMatchObject({ id, version: 2 })
    expect((await pageOf(token)).status).toBe(410)
    expect((await ask(`invitations/${id}/withdraw`, { version: 2 })).status).toBe(204)
    expect(await mailsTo(BO)).toHaveLength(1)
  })

  test('an address that cannot be invited has a clear error at its field', async () => {
    await invite()
    await change(PAT, 'disable')
    for (const [email, status, words] of [
      ['nobody', 422, 'Enter an email address, such as ada@example.com.'],
      ['ADA@redemption.example', 409, 'ada@redemption.example is already on the staff, as an owner.'],
      [PAT.email, 409, 'pat@redemption.example was on the staff before: enable that account instead.'],
      [
        'Bo@Redemption.example',
        409,
        'bo@redemption.example has already been invited: resend that invitation.',
      ],
    ] as const) {
      const answer = await ask('invitations', { email, role: 'packer' })
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ errors: [{ path: '/email', message: words }] })
    }
    expect((await ask('invitations', { email: 'x@x.example', role: 'king' })).status).toBe(422)
    expect(await codeOf(await ask('invitations/none/withdraw', { version: 1 }))).toEqual([
      404,
      '/problems/not-found',
    ])
  })

  test('an invitation cannot be accepted for an address that has joined the staff meanwhile', async () => {
    await invite('owner')
    const token = await mailedLink()
    await shop.identity.addMember({ ...BO, password: 'set on the server', role: 'packer' })
    expect(await codeOf(await accept(token))).toEqual([410, '/problems/invalid-link'])
    expect((await signIn({ ...BO, password: 'set on the server' })).status).toBe(200)
    expect(await personOf(BO)).toMatchObject({ role: 'packer' })
  })

  test('too many invitations in a short time have to wait', async () => {
    const statuses: number[] = []
    let last: Response | null = null
    for (let i = 0; i < 21; i += 1) {
      last = await ask('invitations', { email: `a${i}@x.example`, role: 'packer' })
      statuses.push(last.status)
    }
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(await last?.json()).toMatchObject({
      type: '/problems/too-many-requests',
      title: 'Many invitations were sent in a short time. Wait 3 minutes, then try again.',
    })
    expect(last?.headers.get('retry-after')).toBe('180')
  })

  test('a new role applies immediately, is mailed and recorded', async () => {
    let pat = await signedInAs(PAT)
    expect((await get('/admin/overview', pat)).status).toBe(403)
    const changed = await change(PAT, 'role', { role: 'manager' })
    expect(await changed.json()).toMatchObject({ email: PAT.email, role: 'manager', openSessions: 0 })
    expect((await get('/admin/overview', pat)).headers.get('location')).toBe('/admin')
    pat = await signedInAs(PAT)
    expect((await get('/admin/overview', pat)).status).toBe(200)
    const [mail] = await mailsTo(PAT)
    expect(mail?.subject).toBe('Your role in the Redemption staff area was changed')
    expect(mail?.text).toContain("You're now a manager")
    expect(mail?.text).toContain('By: ada@redemption.example')
    const people = await readablePage(`${served.url}/admin/people`, { cookie })
    expect(people.text).toContain('Changed pat@redemption.example from a packer to a manager')
    expect((await readablePage(`${served.url}/admin/account`, { cookie: pat })).text).toContain(
      'Changed pat@redemption.example from a packer to a manager',
    )
  })

  test('a disabled member is signed out immediately, and is mailed then and when enabled again', async () => {
    const ENDED = 'Your access to the Redemption staff area has ended'
    const pat = await signedInAs(PAT)
    expect(await (await change(PAT, 'disable')).json()).toMatchObject({ isDisabled: true, openSessions: 0 })
    expect((await get('/admin/orders', pat)).status).toBe(303)
    expect(await codeOf(await signIn(PAT))).toEqual([403, '/problems/user-disabled'])
    expect((await mailsTo(PAT)).map(({ subject }) => subject)).toEqual([ENDED])
    expect(await (await change(PAT, 'enable')).json()).toMatchObject({ isDisabled: false })
    expect((await get('/admin/orders', pat)).status).toBe(303)
    expect((await signIn(PAT)).status).toBe(200)
    expect((await mailsTo(PAT)).map(({ subject }) => subject)).toEqual([
      ENDED,
      'You have access to the Redemption staff area again',
    ])
  })

  test('the sessions of a member can be ended; the member can sign in again', async () => {
    const pat = await signedInAs(PAT)
    expect(await (await change(PAT, 'end-sessions')).json()).toMatchObject({ openSessions: 0 })
    expect((await get('/admin/orders', pat)).status).toBe(303)
    const elsewhere = await signedInAs(ADA)
    expect(await (await change(ADA, 'end-sessions')).json()).toMatchObject({ openSessions: 1 })
    expect((await get('/admin/people', elsewhere)).status).toBe(303)
    expect((await get('/admin/people', cookie)).status).toBe(200)
  })

  test('changes to the only owner, to one’s own account and to an older version are refused in plain words', async () => {
    const only = await change(ADA, 'disable', { ownAccount: true })
    expect(only.status).toBe(409)
    expect(await only.json()).toMatchObject({
      type: '/problems/last-owner',
      title: 'This is the only owner who can sign in. Make someone else an owner first.',
    })
    const { version } = await personOf(PAT)
    await change(PAT, 'role', { role: 'owner' })
    const stale = await change(PAT, 'disable', { version })
    expect(await stale.json()).toMatchObject({
      type: '/problems/changed-meanwhile',
      title: 'Someone else has changed this account. Nothing was done: check it again.',
      current: { email: PAT.email, role: 'owner', version: version + 1 },
    })
    const own = await change(ADA, 'role', { role: 'packer' })
    expect(await codeOf(own)).toEqual([409, '/problems/own-account'])
    expect((await change(ADA, 'role', { role: 'packer', ownAccount: true })).status).toBe(200)
    expect(await codeOf(await change(PAT, 'disable'))).toEqual([403, '/problems/not-permitted'])
    expect(await codeOf(await ask('people/none/disable', { version: 1 }))).toEqual([
      403,
      '/problems/not-permitted',
    ])
  })

  test('an expired invitation is listed as such, and deleted after a month', async () => {
    await invite()
    vi.setSystemTime(Date.now() + 7 * DAY_MS)
    shop.pass(7 * DAY_MS)
    cookie = await signedInAs(ADA)
    expect((await readablePage(`${served.url}/admin/people`, { cookie })).text).toContain(
      'Invitation expired',
    )
    shop.pass(31 * DAY_MS)
    await applyRetention(shop)
    expect(await shop.identity.invitations.list()).toEqual([])
  })
})
