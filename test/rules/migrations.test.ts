import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { worksWithEarlierVersion } from '#db/migrations/migrate.ts'

const FOLDER = join(import.meta.dirname, '../../db/migrations')
const TAKES_AWAY =
  /\.(dropTable|dropColumn|renameTo|renameColumn|setNotNull|setDataType)\(|\bdrop\s+(table|column)\b|\brename\s+(to|column)\b/i

function takesAway(code: string): boolean {
  return TAKES_AWAY.test(code)
}

describe('two versions of the shop use one database for a short time', () => {
  const files = readdirSync(FOLDER).filter((file) => /^\d{3}-.*\.ts$/.test(file))

  test('a migration that removes something that the earlier version uses has a name that says so', () => {
    const silent = files.filter(
      (path) =>
        takesAway(readFileSync(join(FOLDER, path), 'utf8')) && worksWithEarlierVersion(basename(path, '.ts')),
    )
    expect(silent).toEqual([])
  })

  test.each([
    ["db.schema.alterTable('orders').dropColumn('state')", true],
    ['drop table old_orders', true],
    ["db.schema.alterTable('orders').addColumn('state', 'text')", false],
    ["db.schema.dropIndex('orders_by_state')", false],
  ])('%s', (code, expected) => {
    expect(takesAway(code)).toBe(expected)
  })
})
