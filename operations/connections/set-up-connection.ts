import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { readSetUps, writeSetUp, type StoredSetUp } from '#db/connections/stored-set-ups.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { AuditAction } from '#domain/audit/audit.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { SET_UP_NEEDS, type ChosenSetUp, type SetUpNeed, type Shop } from '#operations/shop.ts'
import type { SetUpField, SetUpSupplier } from '#providers/connection.ts'
import { CONNECTION_NEEDS } from './connection-needs.ts'
import { failureWords } from './try-connection.ts'

/** What can be set up of a need, and what is. */
export interface SetUp {
  need: SetUpNeed
  suppliers: readonly SetUpSupplier[]
  /** The variables of the environment that decide instead; none when owners may. */
  variables: readonly string[]
  stored: StoredSetUp | null
}

/** What an owner entered. A secret that is left empty stays as it is. */
export interface EnteredSetUp {
  need: SetUpNeed
  supplier: string
  values: Readonly<Record<string, string>>
  /** Of the owner, who gets a test email. */
  email: string
}

/** The result of setting up. `fields`: what is wrong, by variable. `failed`: the test failed, and nothing is stored. */
export type SetUpAnswer =
  | { kind: 'set-up'; words: string }
  | { kind: 'wrong'; fields: Readonly<Record<string, string>> }
  | { kind: 'failed'; words: string }
  | { kind: 'by-variable'; variables: readonly string[] }
  /** A payment can still be paid at the account of before, which the new keys do not open. */
  | { kind: 'open' }
  | { kind: 'no-key' }

/** Whether owners can set up this need. */
export function isSetUpNeed(need: string): need is SetUpNeed {
  return (SET_UP_NEEDS as readonly string[]).includes(need)
}

export async function readSetUpsOf({ database, setUp }: Shop): Promise<SetUp[]> {
  const stored = await readSetUps(database.db)
  return SET_UP_NEEDS.map((need) => ({
    need,
    suppliers: setUp.suppliers(need),
    variables: setUp.variables(need),
    stored: stored.get(need) ?? null,
  }))
}

/** Tests what an owner entered with a real request, and stores it, encrypted: every process takes it from then on. */
export async function setUpConnection(
  shop: Shop,
  { need, supplier: name, values: entered, email }: EnteredSetUp,
): Promise<SetUpAnswer> {
  const { setUp, database } = shop
  const variables = setUp.variables(need)
  if (variables.length > 0) return { kind: 'by-variable', variables }
  const supplier = setUp.suppliers(need).find((one) => one.name === name)
  if (!supplier) return { kind: 'wrong', fields: { supplier: 'Choose a supplier.' } }
  const before = (await readSetUps(database.db)).get(need) ?? null
  // To another server than before, a stored password would be sent without having been typed.
  const isSame = supplier.fields.every(
    (field) => field.isSecret || (entered[field.name]?.trim() ?? '') === (before?.shown[field.name] ?? ''),
  )
  const kept = before?.supplier === name && isSame ? setUp.unseal(need, before.sealed) : null
  const values: Record<string, string> = {}
  for (const field of supplier.fields) {
    const value = entered[field.name]?.trim() || (field.isSecret && kept?.[field.name])
    if (value) values[field.name] = value
    else if (!field.isOptional) {
      const again =
        before?.ends[field.name] === undefined || kept !== null ? '' : ' again, as the rest has changed'
      return { kind: 'wrong', fields: { [field.name]: `Enter this${again}.` } }
    }
  }
  const chosen = setUp.choose(need, values)
  if ('fault' in chosen) {
    const at = supplier.fields.find((field) => chosen.fault.startsWith(field.name)) ?? supplier.fields[0]!
    return { kind: 'wrong', fields: { [at.name]: inLabels(chosen.fault, supplier.fields) } }
  }
  const { intentId } = need === 'payments' ? await findOpenPayments(database.db, name) : { intentId: null }
  const tested = await tryOut(shop, chosen, { email, intentId })
  if (!tested.works) return { kind: 'failed', words: tested.words }
  if (tested.isOtherAccount) return { kind: 'open' }
  const isSecret = (of: string) => supplier.fields.some((field) => field.name === of && field.isSecret)
  const [secrets, shown] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(values).filter(([of]) => isSecret(of) === wanted)),
  ) as [Record<string, string>, Record<string, string>]
  const sealed = setUp.seal(need, secrets)
  if (sealed === null) return { kind: 'no-key' }
  const ends = Object.fromEntries(Object.entries(secrets).map(([of, value]) => [of, endOf(value)]))
  const changed = supplier.fields.filter((field) =>
    field.isSecret
      ? kept?.[field.name] !== values[field.name]
      : before?.shown[field.name] !== values[field.name],
  )
  await transact(database, async (tx) => {
    await writeSetUp(tx, need, { supplier: name, shown, ends, sealed })
    await audited(tx, shop, 'connection-set-up', need, [
      { field: 'Supplier', before: labelOf(shop, need, before), after: supplier.label },
      { field: 'Changed', before: null, after: changed.map(({ label }) => label).join(', ') || 'Nothing' },
    ])
  })
  await announce(shop)
  return { kind: 'set-up', words: tested.words }
}

/** Forgets what owners entered for a need. `open`: a payment at the supplier can still be paid. */
export async function removeSetUp(shop: Shop, need: SetUpNeed): Promise<'removed' | 'none' | 'open'> {
  const answer = await transact(shop.database, async (tx) => {
    const before = (await readSetUps(tx)).get(need)
    if (!before) return 'none'
    if (need === 'payments' && (await findOpenPayments(tx, before.supplier)).count > 0) return 'open'
    await writeSetUp(tx, need, null)
    await audited(tx, shop, 'connection-removed', need, [
      { field: 'Supplier', before: labelOf(shop, need, before), after: null },
    ])
    return 'removed'
  })
  if (answer === 'removed') await announce(shop)
  return answer
}

async function announce({ changes, setUp }: Shop): Promise<void> {
  await changes.publish('settings')
  await setUp.takeUp()
}

/** The payments of a gateway that can still be paid, and the id of one that it knows. */
async function findOpenPayments(
  db: Kysely<Database>,
  gateway: string,
): Promise<{ count: number; intentId: string | null }> {
  return db
    .selectFrom('payments')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('intent_id').as('intentId')])
    .where('gateway', '=', gateway)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
}

/** `isOtherAccount`: a payment that can still be paid is not there. */
async function tryOut(
  shop: Shop,
  chosen: ChosenSetUp,
  { email, intentId }: { email: string; intentId: string | null },
): Promise<{ works: boolean; words: string; isOtherAccount?: boolean }> {
  const supplier = await chosen.open()
  try {
    const words = await supplier.connection.test({ email })
    const isOtherAccount = intentId !== null && (await supplier.findIntent?.(intentId)) === null
    return { works: true, words, isOtherAccount }
  } catch (error) {
    return { works: false, words: failureWords(shop, error, { supplier: chosen.label }) }
  } finally {
    await supplier.close?.()
  }
}

/** A whole secret that is as short would be told by its end. */
const MIN_TOLD_LENGTH = 12

function endOf(secret: string): string {
  return secret.length < MIN_TOLD_LENGTH ? '' : secret.slice(-4)
}

function labelOf({ setUp }: Shop, need: SetUpNeed, stored: StoredSetUp | null): string | null {
  return setUp.suppliers(need).find(({ name }) => name === stored?.supplier)?.label ?? null
}

/** A sentence about variables with what owners call them. */
function inLabels(words: string, fields: readonly SetUpField[]): string {
  return fields.reduce((text, { name, label }) => text.replaceAll(name, label), words)
}

function audited(
  tx: Tx,
  shop: Shop,
  action: AuditAction,
  need: SetUpNeed,
  changes: { field: string; before: string | null; after: string | null }[],
): Promise<void> {
  return recordAudit(tx, shop, {
    action,
    subject: { id: need, name: CONNECTION_NEEDS[need].title },
    changes: changes.filter(({ before, after }) => before !== after),
  })
}
