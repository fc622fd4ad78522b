import { AirtableContent } from '#providers/content/airtable/airtable-content.ts'
import { DEFAULT_COLUMNS, type Columns } from '#providers/content/airtable/airtable-columns.ts'
import type { RequestPace } from '#providers/request-pace.ts'
import { AIRTABLE_BASE, AIRTABLE_TABLE, AIRTABLE_TOKEN } from '#test/fakes/airtable-server.ts'

/** What a source has reported to the shop and asked of it. */
export interface SourceReport {
  worked: number
  failures: string[]
  pauses: number[]
}

interface SourceOptions {
  pace?: RequestPace
  timeoutMs?: number
  columns?: Columns
  token?: string
}

/** The shop's own client of the fake at this address, which by default never waits. */
export function airtableSource(
  url: string,
  { pace, timeoutMs = 5_000, columns = DEFAULT_COLUMNS, token = AIRTABLE_TOKEN }: SourceOptions = {},
): { source: AirtableContent; news: SourceReport } {
  const news: SourceReport = { worked: 0, failures: [], pauses: [] }
  const atOnce: RequestPace = {
    turn: async () => {},
    pause: async (milliseconds) => void news.pauses.push(milliseconds),
  }
  const access = { token, baseId: AIRTABLE_BASE, table: AIRTABLE_TABLE, api: `${url}/v0`, columns }
  const report = {
    worked: () => void (news.worked += 1),
    failed: (words: string) => void news.failures.push(words),
  }
  return { source: new AirtableContent(access, { report, paceOf: () => pace ?? atOnce }, timeoutMs), news }
}
