import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseIdentity } from '#providers/identity/staff-identities.ts'
import { SqlStaffIdentity } from '#providers/identity/sql-staff-identity.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { STRANGER } from '#test/support/staff-browser.ts'

// The real Firebase emulator, installed by npx: https://firebase.google.com/docs/emulator-suite
const PROJECT = 'demo-shop'
const PORTS = { auth: 9199, hub: 4499, logging: 4599 }
const HOST = `127.0.0.1:${PORTS.auth}`
const ACCOUNTS = `http://${HOST}/identitytoolkit.googleapis.com`
const ADA = { email: 'ada@redemption.example', password: 'wears red' }

const folder = mkdtempSync(join(tmpdir(), 'redemption-firebase-'))
let emulator: ChildProcess

beforeAll(async () => {
  const at = (port: number) => ({ host: '127.0.0.1', port })
  const emulators = {
    auth: at(PORTS.auth),
    hub: at(PORTS.hub),
    logging: at(PORTS.logging),
    ui: { enabled: false },
  }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  const words = ['--yes', 'firebase-tools@15', 'emulators:start', '--only', 'auth', '--project', PROJECT]
  // Without METADATA_SERVER_DETECTION it looks for a Google Cloud machine for minutes.
  const env = { ...process.env, CI: '1', METADATA_SERVER_DETECTION: 'none' }
  emulator = spawn('npx', words, { cwd: folder, env, stdio: 'ignore', detached: true })
  await vi.waitFor(async () => expect((await fetch(`http://${HOST}/`)).ok).toBe(true), {
    timeout: 590_000,
    interval: 500,
  })
}, 600_000)

afterAll(() => {
  if (emulator.pid !== undefined) process.kill(-emulator.pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const asOwner = async (method: string, path: string, body?: object) => {
  const answer = await fetch(ACCOUNTS + path, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
}
const protect = (enableImprovedEmailPrivacy: boolean) =>
  asOwner('PATCH', `/v2/projects/${PROJECT}/config?updateMask=emailPrivacyConfig`, {
    emailPrivacyConfig: { enableImprovedEmailPrivacy },
  })
const mailedCode = async () => {
  const answer = await fetch(`http://${HOST}/emulator/v1/projects/${PROJECT}/oobCodes`)
  const { oobCodes } = (await answer.json()) as { oobCodes: { oobCode: string }[] }
  return oobCodes.at(-1)?.oobCode ?? ''
}

function opened() {
  const chosen = chooseIdentity({
    FIREBASE_API_KEY: 'any-key',
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_AUTH_EMULATOR_HOST: HOST,
  })
  if (chosen === null || 'fault' in chosen) throw new Error('Firebase is not chosen')
  return chosen.open({ worked() {}, failed() {} })
}

describeOnEachDatabase('the Firebase emulator', (open) => {
  let identity: SqlStaffIdentity
  const signIn = async (account = ADA) => (await identity.signIn(account, STRANGER)).kind

  beforeEach(async () => {
    const all = `http://${HOST}/emulator/v1/projects/${PROJECT}/accounts`
    await fetch(all, { method: 'DELETE', headers: { authorization: 'Bearer owner' } })
    await protect(false)
    await asOwner('POST', `/v1/projects/${PROJECT}/accounts`, { ...ADA, localId: 'ada' })
    identity = SqlStaffIdentity.over(open(), opened().passwords)
    await identity.addMember(ADA)
  })

  test('signs staff in, and refuses with the same codes as the fake, with and without enumeration protection', async () => {
    const bob = { email: 'bob@redemption.example', password: 'works here' }
    expect(await signIn()).toBe('signed-in')
    expect(await signIn({ ...ADA, password: 'wears blue' })).toBe('wrong-password')
    await identity.addMember(bob)
    expect(await signIn(bob)).toBe('user-not-found')
    await protect(true)
    expect(await signIn(bob)).toBe('wrong-password')
    expect((await identity.requestReset(bob.email, STRANGER)).kind).toBe('sent')
    await asOwner('POST', `/v1/projects/${PROJECT}/accounts:update`, { localId: 'ada', disableUser: true })
    expect(await signIn()).toBe('user-disabled')
  })

  test('sends a link by mail that sets the password once', async () => {
    expect((await identity.requestReset(ADA.email, STRANGER)).kind).toBe('sent')
    const code = await mailedCode()
    expect(await identity.isResetTokenGood(code)).toBe(true)
    expect((await identity.resetPassword(code, 'still red', STRANGER)).kind).toBe('reset')
    expect(await identity.isResetTokenGood(code)).toBe(false)
    expect(await signIn({ ...ADA, password: 'still red' })).toBe('signed-in')
  })

  test('changes a password', async () => {
    const signedIn = await identity.signIn(ADA, STRANGER)
    const key = signedIn.kind === 'signed-in' ? signedIn.key : ''
    const passwords = { current: ADA.password, next: 'still red' }
    expect((await identity.changePassword(key, passwords, STRANGER)).kind).toBe('changed')
    expect(await signIn()).toBe('wrong-password')
    expect(await signIn({ ...ADA, password: 'still red' })).toBe('signed-in')
  })

  test('answers when the connection is tested', async () => {
    expect(await opened().connection.test(ADA)).toBe(`The emulator at ${HOST} answers.`)
  })
})
