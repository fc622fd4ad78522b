import { setTimeout } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { ShowLiveness } from '#db/engine/open-database.ts'
import { showWorkerLiveness } from '#db/engine/postgres/postgres-worker-liveness.ts'
import { preparedName } from '#db/engine/postgres/prepared-names.ts'

const PREPARABLE = /^(select|insert|update|delete|with)\b/

/**
 * Prepares each statement once on each connection, not only those that the shop keeps: a suite repeats its statements,
 * and parsing and planning them is a third of the server's work.
 */
export function preparing(pool: PostgresPool): PostgresPool {
  const names = new Map<string, string>()
  const prepared = new WeakSet<PostgresPoolClient>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `test-${names.size}`
    names.set(text, name)
    return name
  }
  return {
    ...pool,
    async connect() {
      const client = await pool.connect()
      if (prepared.has(client)) return client
      prepared.add(client)
      const query = client.query.bind(client) as (statement: unknown, values: readonly unknown[]) => unknown
      const named = (text: string, values: readonly unknown[]) =>
        PREPARABLE.test(text) && preparedName(text) === undefined
          ? query({ name: nameOf(text), text }, values)
          : query(text, values)
      return Object.assign(client, { query: named })
    },
  }
}

export interface SharedPool {
  /** Ends when every connection is free again, and leaves them open. */
  shared: PostgresPool
  end(): Promise<void>
}

/** Connections that outlive the databases that use them one after the other. */
export function sharePool(pool: PostgresPool): SharedPool {
  const inUse = new Set<unknown>()
  return {
    shared: {
      ...pool,
      async connect() {
        const turn = {}
        inUse.add(turn)
        try {
          const client = await pool.connect()
          const release = client.release.bind(client)
          client.release = (...how) => {
            inUse.delete(turn)
            release(...how)
          }
          return client
        } catch (error) {
          inUse.delete(turn)
          throw error
        }
      },
      async end() {
        while (inUse.size > 0) await setTimeout(2)
      },
    },
    end: () => pool.end(),
  }
}

export interface SharedLiveness {
  shared: ShowLiveness
  end(): Promise<void>
}

/** One connection shows that the process of a suite is alive, whichever test runs. */
export function shareLiveness(url: string): SharedLiveness {
  let listener = (_topic: string) => {}
  const shown = showWorkerLiveness(url, (topic) => listener(topic))
  return {
    shared(_url, tell) {
      listener = tell
      return { ...shown, end: async () => void (listener = () => {}) }
    },
    end: () => shown.end(),
  }
}
