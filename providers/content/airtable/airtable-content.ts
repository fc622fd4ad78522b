import * as v from 'valibot'
import type { Connection } from '#providers/connection.ts'
import type { SourceNeeds } from '#providers/content/content-adapter.ts'
import type { ContentSource, OutgoingContent } from '#providers/content/content-source.ts'
import type { SourcePicture, SourceRecord } from '#domain/catalog/source-record.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { AIRTABLE_NAME, airtableCalls, type AirtableAccess } from './airtable-calls.ts'
import type { Columns } from './airtable-columns.ts'
import { canBeFetched, fetchAttachment } from './airtable-pictures.ts'
import { fromAirtable, isBlank, oneSchema, pageSchema, toAirtable } from './airtable-records.ts'

/** The settings of a table of Airtable. */
export interface AirtableSettings extends AirtableAccess {
  columns: Columns
}

const PAGE_SIZE = 100
/** 500,000 records: the most that a base can have. */
const MAX_PAGES = 5_000
const writtenSchema = v.object({ records: pageSchema.entries.records })
const removedSchema = v.object({ deleted: v.boolean() })

/** Products in a table of Airtable, over its REST API. */
export class AirtableContent implements ContentSource {
  readonly label = AIRTABLE_NAME
  readonly place: string
  readonly connection: Connection
  readonly #columns: Columns
  readonly #api: string
  readonly #send: ReturnType<typeof airtableCalls>
  readonly #timeoutMs: number | undefined

  /** `timeoutMs`: for tests. */
  constructor({ columns, ...access }: AirtableSettings, needs: SourceNeeds, timeoutMs?: number) {
    this.place = `airtable ${access.baseId}`
    this.#columns = columns
    this.#api = access.api
    this.#timeoutMs = timeoutMs
    this.#send = airtableCalls(access, needs, timeoutMs)
    this.connection = {
      need: 'catalogue',
      supplier: this.label,
      usedFor: `the products of the shop, from the table ${access.table}`,
      test: () => this.#testConnection(),
    }
  }

  canFetch(link: string): boolean {
    return canBeFetched(link, this.#api)
  }

  async *list(since: number | null): AsyncIterable<SourceRecord[]> {
    const changed =
      since === null ? null : `IS_AFTER(LAST_MODIFIED_TIME(),'${new Date(since).toISOString()}')`
    let offset: string | undefined
    let pages = 0
    do {
      const rest = query({ pageSize: String(PAGE_SIZE), filterByFormula: changed, offset })
      const page = await this.#send({ rest, answer: pageSchema })
      yield this.#read(page).filter((record) => !isBlank(record))
      pages += 1
      if (page.offset !== undefined && (page.offset === offset || pages === MAX_PAGES)) throw endless()
      offset = page.offset
    } while (offset !== undefined)
  }

  async find(ids: readonly string[]): Promise<SourceRecord[]> {
    if (ids.length === 0) return []
    const formulas = ids.filter((id) => /^\w+$/.test(id)).map((id) => `RECORD_ID()='${id}'`)
    const rest = query({ pageSize: String(PAGE_SIZE), filterByFormula: `OR(${formulas.join(',')})` })
    return this.#read(await this.#send({ rest, answer: pageSchema }))
  }

  async add(fields: OutgoingContent): Promise<SourceRecord> {
    const body = { fields: toAirtable(fields, this.#columns), typecast: true }
    return fromAirtable(await this.#send({ method: 'POST', body, answer: oneSchema }), this.#columns)
  }

  async update(changes: readonly { id: string; fields: OutgoingContent }[]): Promise<SourceRecord[]> {
    const records = changes.map(({ id, fields }) => ({ id, fields: toAirtable(fields, this.#columns) }))
    const body = { records, typecast: true }
    return this.#read(await this.#send({ method: 'PATCH', body, answer: writtenSchema }))
  }

  async remove(id: string): Promise<void> {
    try {
      await this.#send({ method: 'DELETE', rest: `/${id}`, answer: removedSchema })
    } catch (error) {
      if (!(error instanceof SupplierError && error.kind === 'not-found')) throw error
    }
  }

  fetchPicture(picture: SourcePicture): Promise<ReadableStream<Uint8Array>> {
    return fetchAttachment(picture, this.#api, this.#timeoutMs)
  }

  async #testConnection(): Promise<string> {
    const page = await this.#send({ rest: query({ maxRecords: '1' }), answer: pageSchema })
    const [record] = this.#read(page)
    if (record === undefined) return 'The table can be read. It is empty.'
    const { name } = record.fields
    return typeof name === 'string' && name !== ''
      ? `The table can be read. Its first record is “${name}”.`
      : 'The table can be read. Its first record has no name.'
  }

  #read({ records }: v.InferOutput<typeof writtenSchema>): SourceRecord[] {
    return records.map((record) => fromAirtable(record, this.#columns))
  }
}

function endless(): SupplierError {
  const words = `${AIRTABLE_NAME} gave a table that does not end.`
  return new SupplierError(words, { supplier: AIRTABLE_NAME, kind: 'unreadable' })
}

function query(values: Record<string, string | null | undefined>): string {
  const filled = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `?${new URLSearchParams(filled as [string, string][])}`
}
