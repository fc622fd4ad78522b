import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { compose } from 'node:stream'
import { parse, type CsvError } from 'csv-parse'
import type { TypedRow } from '#domain/csv.ts'

const MAX_ROW_LENGTH = 1_000_000
const MAX_ROWS = 300_000
const SNIFFED_BYTES = 65_536

/** Why a file cannot be read, in words for staff. Nothing of it is kept. */
export class TableFault extends Error {
  override readonly name = 'TableFault'
}

/**
 * The rows of a file, the headings first, one at a time, however large it is. Reads UTF-8, UTF-16 and Windows-1252,
 * with commas, semicolons or tabs between the cells. `line` is that of the file, in which a row may have several.
 * Throws a TableFault.
 */
export async function* readTable(path: string): AsyncGenerator<TypedRow> {
  const start = await firstBytes(path)
  if (start.length === 0) throw new TableFault('This file is empty.')
  if (start.subarray(0, 2).toString('latin1') === 'PK')
    throw new TableFault('This is a workbook or a ZIP file. Save the table as CSV, then import that.')
  const encoding = await encodingOf(path, start)
  const sample = new TextDecoder(encoding).decode(start)
  // A zero is in no text, and PostgreSQL refuses it.
  if (sample.includes('\0')) throw new TableFault('This is no text. Save the table as CSV in UTF-8.')
  let parsed = 0
  const rows = compose(
    createReadStream(path),
    async function* (chunks: AsyncIterable<Buffer>) {
      const decoder = new TextDecoder(encoding)
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true }).replaceAll('\0', '')
      yield decoder.decode()
    },
    parse({
      delimiter: delimiterOf(sample),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_ROW_LENGTH,
      // A fault tells of the last row that was parsed, which may not have been taken from the stream yet.
      on_record: (row: unknown) => {
        parsed = lineOf(row as ParsedRow)
        return row as string[]
      },
    }),
  )
  let count = 0
  try {
    for await (const row of rows as AsyncIterable<ParsedRow>) {
      count += 1
      if (count > MAX_ROWS)
        throw new TableFault(
          `This file has more than ${MAX_ROWS.toLocaleString('en')} rows. Import it in parts.`,
        )
      yield { line: lineOf(row), cells: row.record }
    }
  } catch (error) {
    throw faultOf(error as CsvError, parsed)
  }
}

interface ParsedRow {
  record: string[]
  info: { lines: number }
}

/** The line of the file that a row begins in. */
function lineOf({ record, info }: ParsedRow): number {
  return info.lines - record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
}

function faultOf(error: CsvError, line: number): Error {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new TableFault(`After line ${line} a quotation mark opens and none closes.`)
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new TableFault(
      `After line ${line} comes a row of more than a million characters: a quotation mark may be missing.`,
    )
  if (error.code?.startsWith('CSV_'))
    return new TableFault(`After line ${line} the file is no table: ${error.message}`)
  return error
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** By its byte order mark; without one UTF-8 where all of it is, else what old programs on Windows write. */
async function encodingOf(path: string, start: Buffer): Promise<string> {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Buffer, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** What there is most of in the headings, outside of quotes. */
function delimiterOf(sample: string): string {
  const headings = sample.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? ''
  const count = (mark: string) => headings.split(mark).length
  return [',', ';', '\t'].reduce((most, mark) => (count(mark) > count(most) ? mark : most))
}
