import { createHash } from 'node:crypto'
import type { Where } from '@better-auth/core/db/adapter'
import type { DBAdapter, DBTransactionAdapter } from 'better-auth'

/** What the shop stores of a session's token: a copy of the database, or of a backup, opens no session. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** An adapter that stores hashes of session tokens, while better-auth sees the tokens themselves. */
export function hashingSessionTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...hashing(adapter),
    transaction: (run) => adapter.transaction((tx) => run({ ...tx, ...hashing(tx) })),
  }
}

function hashing(adapter: DBTransactionAdapter) {
  return {
    async create<Row extends Record<string, unknown>, Created = Row>(
      asked: Parameters<typeof adapter.create<Row, Created>>[0],
    ): Promise<Created> {
      if (asked.model !== 'session') return adapter.create<Row, Created>(asked)
      const { token } = asked.data
      const data = { ...asked.data, token: hashSessionToken(String(token)) }
      return { ...(await adapter.create<Row, Created>({ ...asked, data })), token }
    },
    findOne: async <Row>(asked: Parameters<typeof adapter.findOne>[0]) =>
      asFound(asked, await adapter.findOne<Row>(hashed(asked))),
    findMany: async <Row>(asked: Parameters<typeof adapter.findMany>[0]) =>
      (await adapter.findMany<Row>(hashed(asked))).map((row) => asFound(asked, row)),
    update: async <Row>(asked: Parameters<typeof adapter.update>[0]) =>
      asFound(asked, await adapter.update<Row>(hashed(asked))),
    delete: <Row>(asked: Parameters<typeof adapter.delete>[0]) => adapter.delete<Row>(hashed(asked)),
  }
}

interface Query {
  model: string
  where?: Where[] | undefined
}

function tokenIn({ model, where = [] }: Query): string | null {
  const token = model === 'session' && where.find(({ field }) => field === 'token')?.value
  return typeof token === 'string' ? token : null
}

function hashed<Asked extends Query>(asked: Asked): Asked {
  const token = tokenIn(asked)
  if (token === null) return asked
  const where = asked.where?.map((one) =>
    one.field === 'token' ? { ...one, value: hashSessionToken(token) } : one,
  )
  return { ...asked, where }
}

/** A row that was found by its token has the token, not its hash. */
function asFound<Row>(asked: Query, row: Row): Row {
  const token = tokenIn(asked)
  return row && token !== null ? { ...row, token } : row
}
