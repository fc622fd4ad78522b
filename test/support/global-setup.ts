import type { TestProject } from 'vitest/node'
import { migrate } from '#db/migrations/migrate.ts'
import { openDatabase } from '#db/engine/open-database.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    postgresTemplate: string
  }
}

const TEMPLATE = 'migrated'

/** One PostgreSQL server for the whole run, with a migrated template database that tests copy. */
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
  project.provide('postgresTemplate', TEMPLATE)
  return () => server.stop()
}
