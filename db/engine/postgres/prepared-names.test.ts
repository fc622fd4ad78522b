import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

/** A process of the shop that has run these statements in this order. */
async function processWith(...texts: string[]) {
  const names = await import('./prepared-names.ts')
  vi.resetModules()
  for (const text of texts) names.prepareOncePerConnection(text)
  return names
}

// A pooler that hands out connections by transaction would run the statement of another process, without an error.
test('a name means the same statement in every process', async () => {
  const [one, other] = [await processWith('select 1', 'select 2'), await processWith('select 2', 'select 3')]
  expect(one.preparedName('select 2')).toBeDefined()
  expect(one.preparedName('select 2')).toBe(other.preparedName('select 2'))
  const names = ['select 1', 'select 2'].map((text) => one.preparedName(text))
  expect(names).not.toContain(other.preparedName('select 3'))
})

test('a statement whose plan is out of date gets a new name, and others keep theirs', async () => {
  const names = await processWith('select 1', 'select 2')
  const [first, second] = ['select 1', 'select 2'].map((text) => names.preparedName(text))
  names.prepareUnderNewName('select 1', first ?? '', { code: '0A000' })
  expect(names.preparedName('select 1')).not.toBe(first)
  expect(names.preparedName('select 1')).toMatch(first ?? 'none')
  expect(names.preparedName('select 2')).toBe(second)
})

test('no name is longer than PostgreSQL keeps', async () => {
  const names = await processWith(`select ${'1, '.repeat(1_000)} 1`)
  expect(names.preparedName(`select ${'1, '.repeat(1_000)} 1`)?.length).toBeLessThan(50)
})
