import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#db/migrations/migrate.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { startPostgres } from './postgres/postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    postgresLocalUrl: string
    postgresTemplate: string
    sqliteTemplate: string
  }
}

const TEMPLATE = 'migrated'

/** One PostgreSQL server for the whole run, and for each engine a migrated template database that tests copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString: server.url('postgres') })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = await openDatabase({ engine: 'postgres', url: server.url(TEMPLATE) })
  await migrate(template)
  await template.close()
  project.provide('postgresUrl', server.url('postgres'))
  project.provide('postgresLocalUrl', server.localUrl('postgres'))
  project.provide('postgresTemplate', TEMPLATE)
  const folder = mkdtempSync(join(tmpdir(), 'redemption-template-'))
  const file = join(folder, 'template.db')
  const sqlite = await openDatabase({ engine: 'sqlite', file, synchronous: 'off' })
  await migrate(sqlite)
  await sqlite.close()
  project.provide('sqliteTemplate', file)
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
}
