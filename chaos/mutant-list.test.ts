import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MUTANTS } from './mutant-list.ts'

const root = join(import.meta.dirname, '..')

test.each(MUTANTS)('the source has the safeguard once: $takesOut', ({ file, from, tests }) => {
  const source = readFileSync(join(root, file), 'utf8')
  expect(source.split(from)).toHaveLength(2)
  expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
