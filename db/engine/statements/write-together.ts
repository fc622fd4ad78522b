import { CompiledQuery, type Kysely } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { commitTogether } from '#db/engine/postgres/commit-together.ts'
import { prepareOncePerConnection } from '#db/engine/postgres/prepared-names.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'

/**
 * A write that does not depend on the result of another. `least`: how many rows it must change, because it relies on
 * them.
 */
export interface Write {
  query: CompiledQuery
  least?: number
}

/** A row that a write relied on has changed since it was read, so nothing may be committed. */
export class ChangedMeanwhileError extends Error {
  constructor() {
    super('A row has changed since it was read')
  }
}

/**
 * Carries out writes to different rows in a transaction: all or none. Returns false, with nothing written, when a row
 * has changed since it was read. Throws as `transact` does.
 */
export async function writeAtomically(
  database: ShopDatabase,
  writes: (db: Kysely<Database>) => readonly Write[],
): Promise<boolean> {
  const { db, engine } = database
  try {
    await (engine === 'postgres'
      ? commitTogether(database, asOne(writes(db))).catch(throwChanged)
      : transact(database, (tx) => writeInTurn(tx, writes(tx))))
    return true
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) return false
    throw error
  }
}

async function writeInTurn(tx: Tx, writes: readonly Write[]): Promise<void> {
  for (const { query, least = 0 } of writes) {
    const { numAffectedRows = 0n } = await tx.executeQuery(query)
    if (numAffectedRows < least) throw new ChangedMeanwhileError()
  }
}

const DIVISION_BY_ZERO = '22012'

/** The most combinations that are kept: shoppers decide how many lines a cart has. */
const MAX_PLANS = 200
const statements = new Map<string, string>()

/**
 * Combines the writes into one statement, which fails when a write has changed too few rows. Writes without a required
 * number of rows are executed too.
 */
function asOne(writes: readonly Write[]): CompiledQuery {
  const key = writes.map(({ query, least = 0 }) => `${least} ${query.sql}`).join(';')
  const statement = statements.get(key) ?? keep(key, joined(writes))
  const parameters = writes.flatMap(({ query }) => query.parameters)
  return CompiledQuery.raw(statement, parameters)
}

function throwChanged(error: { code?: string }): never {
  throw error.code === DIVISION_BY_ZERO ? new ChangedMeanwhileError() : error
}

function keep(key: string, statement: string): string {
  if (statements.size >= MAX_PLANS) statements.clear()
  statements.set(key, statement)
  return statement
}

function joined(writes: readonly Write[]): string {
  let before = 0
  const parts = writes.map(({ query: { sql, parameters } }, at) => {
    const from = before
    before += parameters.length
    const numbered = sql.replaceAll(/\$(\d+)/g, (_, number) => `$${from + Number(number)}`)
    return `w${at} as (${numbered} returning 1)`
  })
  const conditions = writes.flatMap(({ least = 0 }, at) =>
    least > 0 ? [`(select count(*) from w${at}) >= ${least}`] : [],
  )
  const isDone = conditions.length === 0 ? 'true' : conditions.join(' and ')
  const sql = `with ${parts.join(', ')} select 1 / cast(${isDone} as integer) as done`
  prepareOncePerConnection(sql)
  return sql
}
