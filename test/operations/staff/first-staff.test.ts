import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/engine/open-database.ts'
import { createFirstStaff, makePassword, type FirstStaff } from '#operations/staff/create-first-staff.ts'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import { toStaffId } from '#domain/ids.ts'
import { STRANGER } from '#test/support/staff-browser.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

// Set by `npm test`: a program starts in half the time with its code compiled before.
const { NODE_COMPILE_CACHE } = process.env

const OWNER = 'owner@redemption.example'
/** Hashing a password is tested elsewhere. */
const CHEAP = { passwordCost: { N: 16, r: 1, p: 1 } }

test('a generated password is unguessable, and has no characters that are easily confused', () => {
  const made = Array.from({ length: 200 }, makePassword)
  expect(new Set(made).size).toBe(200)
  for (const password of made) expect(password).toMatch(/^([a-hj-km-np-z2-9]{5}-){3}[a-hj-km-np-z2-9]{5}$/)
})

describeOnEachDatabase('the first account of a new shop', (open) => {
  test('is the owner, with a generated password that is shown once', async () => {
    const identity = new BuiltInIdentity(open(), CHEAP)
    const shown: FirstStaff[] = []
    const make = () =>
      createFirstStaff({ identity }, { email: OWNER, password: null }, (first) => shown.push(first))
    expect(await make()).toBe('made')
    expect(await make()).toBeNull()
    expect(shown).toEqual([
      { email: OWNER, accountAt: null, madePassword: expect.any(String), link: expect.any(String) },
    ])
    const password = shown[0]?.madePassword ?? ''
    expect((await identity.signIn({ email: OWNER, password }, STRANGER)).kind).toBe('signed-in')
  })

  test('is made by the next start, when the first one ended while its password was shown', async () => {
    const identity = new BuiltInIdentity(open(), CHEAP)
    const make = (show: (first: FirstStaff) => void) =>
      createFirstStaff({ identity }, { email: OWNER, password: null }, show)
    const ended = make(() => {
      throw new Error('The process was killed')
    })
    await expect(ended).rejects.toThrow('was killed')
    expect(await identity.listMembers()).toEqual([])
    const shown: FirstStaff[] = []
    expect(await make((first) => shown.push(first))).toBe('made')
    const password = shown[0]?.madePassword ?? ''
    expect((await identity.signIn({ email: OWNER, password }, STRANGER)).kind).toBe('signed-in')
  })

  test('has the configured password when there is one, and it is not shown', async () => {
    const identity = new BuiltInIdentity(open(), CHEAP)
    const shown: FirstStaff[] = []
    await createFirstStaff({ identity }, { email: OWNER, password: 'wears red' }, (first) =>
      shown.push(first),
    )
    expect(shown).toEqual([{ email: OWNER, accountAt: null, madePassword: null, link: null }])
    expect((await identity.signIn({ email: OWNER, password: 'wears red' }, STRANGER)).kind).toBe('signed-in')
  })
})

describeOnEachDatabase('the link of the first start', (open) => {
  async function firstStart(now = () => Date.now()) {
    const identity = new BuiltInIdentity(open(), { ...CHEAP, now })
    const shown: FirstStaff[] = []
    await createFirstStaff({ identity }, { email: OWNER, password: null }, (first) => shown.push(first))
    return { identity, token: shown[0]?.link ?? '', password: shown[0]?.madePassword ?? '' }
  }

  test('signs the owner in once, and only its hash is stored', async () => {
    const { identity, token } = await firstStart()
    const stored = await open().db.selectFrom('staff_verifications').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    const answers = await Promise.all([1, 2].map(() => identity.signInWithLink(token, STRANGER)))
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['invalid-link', 'signed-in'])
  })

  test('ends after a day', async () => {
    let now = Date.now()
    const { identity, token } = await firstStart(() => now)
    now += 24 * 3_600_000
    expect(await identity.signInWithLink(token, STRANGER)).toEqual({ kind: 'invalid-link' })
    expect(await identity.signInWithLink('', STRANGER)).toEqual({ kind: 'invalid-link' })
  })

  test('ends with a new password', async () => {
    const { identity, token } = await firstStart()
    await identity.addMember({ email: OWNER, password: 'wears red' })
    expect(await identity.signInWithLink(token, STRANGER)).toEqual({ kind: 'invalid-link' })
  })

  test('asks for the second factor of an owner who has one', async () => {
    const { identity, token } = await firstStart()
    await open().db.updateTable('staff_members').set({ two_factor_enabled: 1 }).execute()
    expect((await identity.signInWithLink(token, STRANGER)).kind).toBe('second-step')
  })
})

describeOnEachDatabase('a configured password that is easy to guess', (open) => {
  test('creates no first account, and is not checked again once there is one', async () => {
    const identity = new BuiltInIdentity(open(), CHEAP)
    const make = (password: string) => createFirstStaff({ identity }, { email: OWNER, password }, () => {})
    expect(await make('password1')).toEqual({ kind: 'weak-password', fault: 'common' })
    expect(await make('Owner2026')).toEqual({ kind: 'weak-password', fault: 'address' })
    expect(await identity.listMembers()).toEqual([])
    expect(await make('wears red')).toBe('made')
    expect(await make('password1')).toBeNull()
  })
})

/** They start twenty programs, one after the other. */
const SLOW = { timeout: 600_000 }

/** The command line on a new data folder. */
function commandLine() {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-staff-'))
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../../scripts/staff.ts'), ...words], {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, DATA_DIR: folder },
      encoding: 'utf8',
    })
  return { folder, run }
}

async function invite(folder: string, by: string, email: string): Promise<void> {
  const database = await openDatabase({
    engine: 'sqlite',
    file: join(folder, 'shop.db'),
    synchronous: 'off',
  })
  const identity = new BuiltInIdentity(database)
  const owner = (await identity.listMembers()).find((member) => member.email === by)
  const author = { id: toStaffId(owner?.id ?? ''), address: '', userAgent: '' }
  expect(await identity.invitations.invite({ email, role: 'owner' }, author)).toMatchObject({
    kind: 'invited',
  })
  await database.close()
}

test('staff are added, given a new password, renamed and removed on the command line', SLOW, async () => {
  const { folder, run } = commandLine()
  const added = run('add', 'ada@redemption.example')
  const password = /Password: (\S+) \(shown this once\)/.exec(added.stdout)?.[1] ?? ''
  const database = await openDatabase({
    engine: 'sqlite',
    file: join(folder, 'shop.db'),
    synchronous: 'off',
  })
  const identity = new BuiltInIdentity(database)
  const signIn = () => identity.signIn({ email: 'ada@redemption.example', password }, STRANGER)

  expect((await signIn()).kind).toBe('signed-in')
  expect(run('list').stdout).toMatch(/^ada@redemption\.example {2}owner {2}since \d{4}/)
  expect(run('remove', 'ada@redemption.example').status).toBe(0)
  expect((await signIn()).kind).toBe('user-disabled')
  expect(run('add', 'ada@redemption.example').stdout).not.toContain('passkeys')
  expect((await signIn()).kind).toBe('wrong-password')
  await database.db.updateTable('staff_members').set({ two_factor_enabled: 1 }).execute()
  expect(run('add', 'ada@redemption.example').stdout).toMatch(
    /^Renewed[^]+App and passkeys of the account stay\. To remove them: npm run staff -- reset-two-step ada@/,
  )
  const renamed = run('rename', 'ada@redemption.example', 'lovelace@redemption.example')
  expect(renamed.stdout).toContain('now signs in as lovelace@redemption.example')
  expect(run('rename', 'ada@redemption.example', 'x@redemption.example').stderr).toBe(
    'There is no account for ada@redemption.example.\n',
  )
  expect(run('rename', 'lovelace@redemption.example').stderr).toContain('rename OLD NEW')
  const packer = run('add', 'pat@redemption.example', '--role', 'packer')
  expect(packer.stdout).toContain('Added pat@redemption.example, packer\n')
  expect(run('add', 'pat@redemption.example').stdout).toContain('pat@redemption.example, packer\n')
  expect(run('add', 'pat@redemption.example', '--role=manager').stdout).toContain(', manager\n')
  expect(run('list').stdout).toMatch(/^pat@redemption\.example {2}manager {2}since \d{4}/m)
  expect(run('add', 'pat@redemption.example', '--role', 'king').stderr).toBe(
    'A role is one of: owner, manager, packer.\n',
  )
  for (const words of [
    ['list', '--role', 'packer'],
    ['add', 'pat@redemption.example', '--rule', 'packer'],
  ]) {
    expect(run(...words).stderr).toContain('add EMAIL [--role ROLE]')
  }
  const nonsense = run('add', 'ada')
  expect({ status: nonsense.status, stderr: nonsense.stderr }).toEqual({
    status: 1,
    stderr: 'ada is not an email address.\n',
  })

  await database.close()
  rmSync(folder, { recursive: true })
})

test(
  'a role is changed on the command line, which says what ends with it and warns when no owner is left',
  SLOW,
  async () => {
    const { folder, run } = commandLine()
    run('add', 'ada@redemption.example')
    expect(run('role', 'ADA@redemption.example', 'packer').stdout).toMatch(
      /^ada@redemption\.example is now: packer\nThere is no owner left\./,
    )
    expect(run('role', 'ada@redemption.example', 'owner').stdout).toBe(
      'ada@redemption.example is now: owner\n',
    )
    expect(run('role', 'nobody@redemption.example', 'packer').stderr).toBe(
      'There is no account for nobody@redemption.example.\n',
    )
    expect(run('role', 'ada@redemption.example', 'king').stderr).toContain('A role is one of:')
    await invite(folder, 'ada@redemption.example', 'eve@redemption.example')
    expect(run('add', 'ada@redemption.example', '--role', 'packer').stdout).toMatch(
      /^Renewed, and signed out everywhere: ada@redemption.example, packer\n.*\n.*\nThe invitation of eve@redemption.example, sent by ada@redemption.example, is withdrawn\.\nThere is no owner left\./,
    )
    expect(run('list').stdout).not.toContain('eve@redemption.example')
    rmSync(folder, { recursive: true })
  },
)

test(
  'a link of the command line sets one password, and makes the first account where there is none',
  SLOW,
  async () => {
    const { folder, run } = commandLine()
    const made = run('link', 'Ada@redemption.example').stdout
    const [, token = ''] =
      /^ada@redemption\.example, owner, .*\nhttp:.*\/admin\/reset\?token=(\S+)\n$/.exec(made) ?? []
    expect(run('link', 'eve@redemption.example').stderr).toBe(
      'There is no account for eve@redemption.example.\n',
    )
    const database = await openDatabase({
      engine: 'sqlite',
      file: join(folder, 'shop.db'),
      synchronous: 'off',
    })
    const identity = new BuiltInIdentity(database)
    const owner = { email: 'ada@redemption.example', password: 'wears red' }
    expect(await identity.resetPassword(token, owner.password, STRANGER)).toMatchObject({ kind: 'reset' })
    expect(await identity.resetPassword(token, 'wears blue', STRANGER)).toEqual({ kind: 'invalid-link' })
    expect((await identity.signIn(owner, STRANGER)).kind).toBe('signed-in')
    const events = await database.db.selectFrom('audit_events').select(['action', 'subject_name']).execute()
    const about = (action: string) => ({ action, subject_name: owner.email })
    expect(events.slice(0, 2)).toEqual([about('password-link-made'), about('password-reset')])
    await database.close()
    rmSync(folder, { recursive: true })
  },
)
