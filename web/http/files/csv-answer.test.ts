import { expect, test, vi } from 'vitest'
import type { CsvCell } from '#domain/csv.ts'
import { csvAnswer } from './csv-answer.ts'

const quiet = { info: vi.fn(), error: vi.fn() }

test('a file consists of its header and every batch, and nothing is logged', async () => {
  async function* batches(): AsyncGenerator<CsvCell[][]> {
    yield [['Bo', 1]]
    yield []
    yield [['Ann', null]]
  }
  const answer = csvAnswer({ log: quiet }, 'people.csv', ['Name', 'Orders'], batches())
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.toString()).toBe('\uFEFFName,Orders\r\nBo,1\r\nAnn,\r\n')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="people.csv"')
  expect(quiet.error).not.toHaveBeenCalled()
})

test('an error that aborts a file is logged, and not shown to the client', async () => {
  const cause = new Error('relation "orders" is locked')
  async function* batches(): AsyncGenerator<CsvCell[][]> {
    yield [['Bo']]
    throw cause
  }
  const log = { info: vi.fn(), error: vi.fn() }
  const answer = csvAnswer({ log }, 'people.csv', ['Name'], batches())
  await expect(answer.text()).rejects.toThrow('The file could not be finished')
  expect(log.error).toHaveBeenCalledExactlyOnceWith('A file could not be finished', cause, {
    fileName: 'people.csv',
  })
})
