import { createHash, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { StaffId } from '#domain/ids.ts'

const CODES = 10
/** Without characters that are easily confused: 12 of them are 59 bits, and tries are limited. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Whether two-step verification is on, and how many recovery codes are left. */
export async function readTwoStep(
  db: Kysely<Database>,
  memberId: StaffId,
): Promise<{ isOn: boolean; codesLeft: number }> {
  const member = await db
    .selectFrom('staff_members')
    .select('two_factor_enabled as isOn')
    .where('id', '=', memberId)
    .executeTakeFirst()
  const { left } = await db
    .selectFrom('staff_recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { isOn: member?.isOn === 1, codesLeft: Number(left) }
}

/** Which second factors a member has. */
export async function readSecondFactor(
  db: Kysely<Database>,
  memberId: StaffId,
): Promise<{ hasApp: boolean; hasPasskey: boolean }> {
  const { isOn } = await readTwoStep(db, memberId)
  const passkey = await db
    .selectFrom('staff_passkeys')
    .select('id')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst()
  return { hasApp: isOn, hasPasskey: passkey !== undefined }
}

/** Replaces a member's recovery codes, and returns the new ones: `k7wp-dq2m-x9tr`. Call it in a transaction. */
export async function writeRecoveryCodes(tx: Kysely<Database>, memberId: StaffId): Promise<string[]> {
  const codes = Array.from({ length: CODES }, makeCode)
  await tx.deleteFrom('staff_recovery_codes').where('member_id', '=', memberId).execute()
  await tx
    .insertInto('staff_recovery_codes')
    .values(codes.map((code) => ({ member_id: memberId, code_hash: hashOf(code) })))
    .execute()
  return codes
}

/** Uses a recovery code up: of two concurrent calls one gets true. */
export async function consumeRecoveryCode(
  tx: Kysely<Database>,
  memberId: StaffId,
  code: string,
): Promise<boolean> {
  const taken = await tx
    .deleteFrom('staff_recovery_codes')
    .where('member_id', '=', memberId)
    .where('code_hash', '=', hashOf(code))
    .returning('code_hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** Forgets the app of a member. False when it was off. Call it in a transaction. */
export async function deleteApp(tx: Kysely<Database>, memberId: StaffId): Promise<boolean> {
  await tx.deleteFrom('staff_two_factors').where('member_id', '=', memberId).execute()
  const ended = await tx
    .updateTable('staff_members')
    .set({ two_factor_enabled: 0 })
    .where('id', '=', memberId)
    .where('two_factor_enabled', '=', 1)
    .returning('id')
    .executeTakeFirst()
  await deleteUnneededCodes(tx, memberId)
  return ended !== undefined
}

/** Forgets the recovery codes of a member who has neither app nor passkey. */
export async function deleteUnneededCodes(tx: Kysely<Database>, memberId: StaffId): Promise<void> {
  const { hasApp, hasPasskey } = await readSecondFactor(tx, memberId)
  if (hasApp || hasPasskey) return
  await tx.deleteFrom('staff_recovery_codes').where('member_id', '=', memberId).execute()
}

/** Forgets the app, the passkeys and the recovery codes of a member. False when there were none. */
export async function deleteSecondFactor(tx: Kysely<Database>, memberId: StaffId): Promise<boolean> {
  const { hasApp, hasPasskey } = await readSecondFactor(tx, memberId)
  await tx.deleteFrom('staff_passkeys').where('member_id', '=', memberId).execute()
  await deleteApp(tx, memberId)
  return hasApp || hasPasskey
}

function makeCode(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return [group(), group(), group()].join('-')
}

/** The same hash however the code is typed: in capitals or without hyphens. */
function hashOf(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return createHash('sha256').update(`staff-recovery ${plain}`).digest('base64url')
}
