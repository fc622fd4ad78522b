import { expect, test } from '@playwright/test'
import { runChaos } from '#chaos/chaos.ts'
import { runRush } from '#chaos/rush.ts'
import { startPostgres, type PostgresServer } from '#test/support/postgres/postgres-server.ts'

/** Short versions of `npm run chaos`; no browser is needed. */
test.describe.configure({ mode: 'serial', timeout: 180_000 })

const SEED = 20_261_121
const ENGINES = [
  ['SQLite', 1],
  ['PostgreSQL with two processes', 2],
] as const

for (const [engine, processes] of ENGINES) {
  test.describe(`on ${engine}`, () => {
    let postgres: PostgresServer | undefined
    const database = async (name: string) => {
      if (engine === 'SQLite') return undefined
      // Durable: acknowledged writes must survive a crash of the server.
      postgres ??= await startPostgres({ durable: true })
      const { default: pg } = await import('pg')
      const admin = new pg.Client({ connectionString: postgres.url('postgres') })
      await admin.connect()
      await admin.query(`create database ${name}`)
      await admin.end()
      return postgres.url(name)
    }
    const restartable = async (name: string) => {
      const url = await database(name)
      return url === undefined || !postgres ? undefined : { url, restart: postgres.restart }
    }
    test.afterAll(async () => {
      await postgres?.stop()
    })

    test("the shop's records agree with the gateway's after kills, outages and a full disk", async () => {
      const report = await runChaos(
        { seed: SEED, kills: 3, purchases: 150, processes },
        await restartable('chaos'),
      )
      expect(report.faults, JSON.stringify(report, null, 2)).toEqual([])
      expect(report.healthyAfter).toHaveLength(3)
      expect(report.endings.paid).toBeGreaterThan(50)
    })

    test('500 buyers compete for 10 units: ten pay, the rest see that it is sold out', async () => {
      expect(await runRush({ processes }, await database('rush'))).toMatchObject({
        paid: 10,
        soldOut: 490,
        charges: 10,
        faults: [],
      })
    })
  })
}
