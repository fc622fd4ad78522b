// npm run staff -- list
// npm run staff -- add EMAIL [--role ROLE]   makes an account, or renews one: new password, enabled, signed out
//                                 everywhere. ROLE is the account's from now on; without it an old account keeps
//                                 its role, and a new one is an owner's
// npm run staff -- role EMAIL ROLE   changes the role of an account, which is signed out everywhere
// npm run staff -- rename OLD NEW   changes the address of an account; its password and sessions stay
// npm run staff -- reset-two-step EMAIL   turns off two-step verification, for a member who has lost phone and codes
// npm run staff -- remove EMAIL   disables the account and ends its sessions
// npm run staff -- link EMAIL   prints a link that sets a new password, once and within an hour. Where there is no
//                                 account yet, it makes the first one, an owner's
//
// An owner who loses the role or the account also loses the open invitations that they sent: each is named.
//
// Works on the database of the settings (DATA_DIR or DATABASE_URL), whether the shop is running or not. The password is
// ADMIN_PASSWORD when that is set, else a made one, printed once. Where a service keeps the accounts
// (FIREBASE_API_KEY), `add` only allows the account of that address there to sign in here.

import './private-files.js'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig, type Config } from '#config'
import { databaseLocation, openDataFolder } from '#data-folder'
import { PASSWORD_FAULTS } from '#domain/staff/new-password.ts'
import { isRole, ROLES, type Role } from '#domain/staff/permissions.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { openDatabase, type ShopDatabase } from '#db/engine/open-database.ts'
import { recordAccountEvent } from '#db/staff/staff-events.ts'
import { makePassword } from '#operations/staff/create-first-staff.ts'
import { canSignInWith, normalizeEmail } from '#providers/identity/sql-staff-members.ts'
import { SqlStaffIdentity } from '#providers/identity/sql-staff-identity.ts'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import type { Invitation } from '#providers/identity/people/staff-people.ts'
import type { StaffIdentity } from '#providers/identity/staff-identity.ts'
import { consoleLog } from '#web/http/console-log.ts'

const USAGE =
  'Usage: npm run staff -- list | add EMAIL [--role ROLE] | role EMAIL ROLE | rename OLD NEW | reset-two-step EMAIL | remove EMAIL | link EMAIL'

const ROLES_ONLY = `A role is one of: ${ROLES.join(', ')}.`

class Refused extends Error {}

async function list(identity: StaffIdentity): Promise<void> {
  const members = await identity.listMembers()
  for (const { email, role, disabled, createdAt } of members) {
    const since = new Date(createdAt).toISOString().slice(0, 10)
    console.log(`${email}  ${role}  since ${since}${disabled ? '  removed' : ''}`)
  }
  if (members.length === 0) console.log('There are no staff accounts yet.')
  for (const { email, role, invitedBy, expiresAt } of await identity.invitations.list()) {
    const until = new Date(expiresAt).toISOString().slice(0, 10)
    console.log(`${email}  ${role}  invited by ${invitedBy} until ${until}`)
  }
}

async function changeRole(identity: StaffIdentity, email: string, role: Role): Promise<void> {
  const normalized = email.trim().toLowerCase()
  const person = (await identity.people.list()).find((one) => one.email === normalized)
  if (!person) throw new Refused(`There is no account for ${email}.`)
  const request = { version: null, isConfirmed: true, by: null }
  const answer = await identity.people.change(person.id, { kind: 'role', role }, request)
  if (answer.kind !== 'changed') throw new Refused(`There is no account for ${email}.`)
  console.log(`${answer.person.email} is now: ${answer.person.role}`)
}

async function add(
  identity: StaffIdentity,
  account: { email: string; role?: Role },
  { admin, publicUrl }: Config,
): Promise<void> {
  const password = admin.password ?? makePassword()
  const answer = await identity.addMember({ ...account, password })
  if (answer.kind === 'invalid-email') throw new Refused(`${account.email} is not an email address.`)
  if (answer.kind === 'weak-password') {
    throw new Refused(`ADMIN_PASSWORD cannot be used. ${PASSWORD_FAULTS[answer.fault]}`)
  }
  if (identity.accountsAt !== null) {
    const allowed = answer.kind === 'added' ? 'Allowed' : 'Allowed again, and signed out everywhere:'
    console.log(`${allowed} ${answer.member.email}, ${answer.member.role}`)
    console.log(`The account of this address at ${identity.accountsAt} signs in at ${publicUrl}/admin`)
    return
  }
  const what = answer.kind === 'added' ? 'Added' : 'Renewed, and signed out everywhere:'
  console.log(`${what} ${answer.member.email}, ${answer.member.role}`)
  console.log(
    `Password: ${admin.password === null ? `${password} (shown this once)` : 'that of ADMIN_PASSWORD'}`,
  )
  console.log(`Sign in at ${publicUrl}/admin`)
  const person = (await identity.people.list()).find(({ id }) => id === answer.member.id)
  if (!person || (!person.hasApp && person.passkeys === 0)) return
  console.log(
    `App and passkeys of the account stay. To remove them: npm run staff -- reset-two-step ${person.email}`,
  )
}

async function rename(identity: StaffIdentity, from: string, to: string): Promise<void> {
  const answer = await identity.changeEmail(from, to)
  if (answer.kind === 'invalid-email') throw new Refused(`${to} is not an email address.`)
  if (answer.kind === 'taken') throw new Refused(`There is already an account for ${to}.`)
  if (answer.kind !== 'changed') throw new Refused(`There is no account for ${from}.`)
  console.log(`${from} now signs in as ${answer.member.email}. Both addresses get an email.`)
  if (identity.accountsAt !== null)
    console.log(`Change the address of the account at ${identity.accountsAt} too.`)
}

async function remove(identity: StaffIdentity, email: string): Promise<void> {
  const member = await identity.disableMember(email)
  if (!member) throw new Refused(`There is no account for ${email}.`)
  console.log(`Removed ${member.email}: signed out everywhere, and cannot sign in.`)
}

async function resetTwoStep(identity: StaffIdentity, email: string): Promise<void> {
  const member = await identity.twoStep.reset(email)
  if (!member) throw new Refused(`There is no account for ${email}.`)
  console.log(`App, passkeys and recovery codes of ${member.email} are removed. The password is the same.`)
}

/** No password of a new shop is printed: what prints it may be a log that others read. */
async function link(
  { identity, database }: { identity: StaffIdentity; database: ShopDatabase },
  email: string,
  { publicUrl }: Config,
): Promise<void> {
  if (!canSignInWith(normalizeEmail(email))) throw new Refused(`${email} is not an email address.`)
  await identity.addFirstMember({ email, password: makePassword() })
  const member = (await identity.listMembers()).find((one) => one.email === normalizeEmail(email))
  if (!member) throw new Refused(`There is no account for ${email}.`)
  const reset = await identity.createResetToken(member.id)
  if (reset === null)
    throw new Refused(
      `${member.email} ${member.disabled ? 'is removed' : `has its password at ${identity.accountsAt}`}.`,
    )
  const from = { by: null, at: Date.now(), address: '', userAgent: '' }
  await recordAccountEvent(database.db, { action: 'password-link-made', memberId: member.id, ...from })
  console.log(`${member.email}, ${member.role}, sets a password within an hour, once:`)
  console.log(`${publicUrl}/admin/reset?token=${encodeURIComponent(reset.token)}`)
}

/** What else a change has ended. */
async function nameWithdrawn(identity: StaffIdentity, before: readonly Invitation[]): Promise<void> {
  const open = new Set((await identity.invitations.list()).map(({ id }) => id))
  for (const { id, email, invitedBy } of before) {
    if (!open.has(id)) console.log(`The invitation of ${email}, sent by ${invitedBy}, is withdrawn.`)
  }
}

/** This command may do what the staff area refuses. */
async function warnWithoutOwner(identity: StaffIdentity): Promise<void> {
  const left = (await identity.listMembers()).filter(({ disabled }) => !disabled)
  if (left.some(({ role }) => role === 'owner')) return
  const none = left.length === 0 ? 'There is no account left to sign in with.' : 'There is no owner left.'
  console.log(`${none} Add one: npm run staff -- add EMAIL --role owner`)
}

async function run(words: string[]): Promise<void> {
  const { positionals, values } = readWords(words)
  const [command, email, newEmail] = positionals
  const { role } = values
  if (role !== undefined && !isRole(role)) throw new Refused(ROLES_ONLY)
  if (role !== undefined && command !== 'add') throw new Refused(USAGE)
  const isComplete =
    command === 'list' ||
    (command === 'rename' || command === 'role'
      ? newEmail !== undefined
      : ['add', 'remove', 'reset-two-step', 'link'].includes(command ?? '') && email)
  if (!isComplete) throw new Refused(USAGE)
  const newRole = newEmail ?? ''
  if (command === 'role' && !isRole(newRole)) throw new Refused(ROLES_ONLY)
  const config = readConfig(process.env)
  const database = await open(config)
  try {
    const identity = openIdentity(database, config)
    if (command === 'list') return await list(identity)
    const invitations = await identity.invitations.list()
    if (command === 'add' && email) await add(identity, { email, ...(role && { role }) }, config)
    else if (command === 'rename' && email && newEmail) await rename(identity, email, newEmail)
    else if (command === 'role' && email && isRole(newRole)) await changeRole(identity, email, newRole)
    else if (command === 'reset-two-step' && email) await resetTwoStep(identity, email)
    else if (command === 'remove' && email) await remove(identity, email)
    else if (command === 'link' && email) await link({ identity, database }, email, config)
    await nameWithdrawn(identity, invitations)
    await warnWithoutOwner(identity)
  } finally {
    await database.close()
  }
}

function readWords(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { role: { type: 'string' } } })
  } catch {
    throw new Refused(USAGE)
  }
}

/** This command calls no service, so there is nothing to report. */
function openIdentity(database: ShopDatabase, { identity }: Config): StaffIdentity {
  if (identity === null) return new BuiltInIdentity(database)
  return SqlStaffIdentity.over(database, identity.open({ worked() {}, failed() {} }).passwords)
}

async function open(config: Config): Promise<ShopDatabase> {
  openDataFolder(config.dataDir, consoleLog(config.secrets))
  const database = await openDatabase(databaseLocation(config))
  await migrate(database)
  return database
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isPlain = error instanceof Refused || error instanceof ConfigError
  console.error(
    isPlain ? error.message : `That did not work: ${error instanceof Error ? error.message : error}`,
  )
  process.exitCode = 1
}
