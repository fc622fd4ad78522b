import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AirtableRefusal, AirtableTable, type Fields } from './airtable-table.ts'
import { startSupplierServer, type SeenRequest, type SupplierServer } from './supplier-server.ts'

export const AIRTABLE_TOKEN = 'patFake.0123456789abcdef'
export const AIRTABLE_BASE = 'appFakeBase0000001'
export const AIRTABLE_TABLE = 'Our products'

/** A fake of Airtable's API with one table (shared facts: docs/suppliers/airtable.md). */
export interface AirtableServer extends SupplierServer {
  table: AirtableTable
  /** The next `count` writes are carried out, but their answers are lost. */
  loseAnswers(count: number): void
  /** More requests than this in a second are refused with 429. */
  limitTo(perSecond: number): void
  /** Delays every answer by this much. */
  delay(milliseconds: number): void
  /** The requests to the table, without those for files. */
  calls(): string[]
}

interface Call {
  request: SeenRequest
  url: URL
  body: { fields?: Fields; records?: { id?: string; fields: Fields }[]; typecast?: boolean }
  record: string | undefined
}

export async function startAirtableServer(): Promise<AirtableServer> {
  const table = new AirtableTable()
  let lost = 0
  let perSecond = Infinity
  let delayMs = 0
  const isFile = ({ url }: SeenRequest) => url.startsWith('/files/')
  const server = await startSupplierServer(async (request, response) => {
    if (delayMs > 0) await sleep(delayMs)
    if (isFile(request)) return sendFile(table, request, response)
    const recent = server.requests.filter((one) => !isFile(one) && one.at > request.at - 1_000)
    if (recent.length > perSecond) {
      return answer(response, 429, {
        errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded.' }],
      })
    }
    try {
      const answered = carryOut(table, readCall(request))
      if (request.method === 'GET' || lost === 0) return answer(response, 200, answered)
      lost -= 1
      response.socket?.destroy()
    } catch (error) {
      if (!(error instanceof AirtableRefusal)) throw error
      answer(response, error.status, error.body)
    }
  })
  table.fileAddress = (id) => `${server.url}/files/${id}`
  return Object.assign(server, {
    table,
    loseAnswers: (count: number) => void (lost = count),
    limitTo: (limit: number) => void (perSecond = limit),
    delay: (milliseconds: number) => void (delayMs = milliseconds),
    calls: () => server.requests.filter((one) => !isFile(one)).map(({ method, url }) => `${method} ${url}`),
  })
}

function readCall(request: SeenRequest): Call {
  const url = new URL(request.url, 'http://localhost')
  if (request.headers.authorization !== `Bearer ${AIRTABLE_TOKEN}`) {
    throw new AirtableRefusal(401, {
      type: 'AUTHENTICATION_REQUIRED',
      message: 'Authentication required',
    })
  }
  const [version, base, name, record] = url.pathname.slice(1).split('/').map(decodeURIComponent)
  if (version !== 'v0' || base !== AIRTABLE_BASE) throw new AirtableRefusal(404, 'NOT_FOUND')
  if (name !== AIRTABLE_TABLE) {
    throw new AirtableRefusal(403, {
      type: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
      message: 'Invalid permissions, or the requested model was not found.',
    })
  }
  const text = request.body.toString()
  return {
    request,
    url,
    body: text === '' ? {} : (JSON.parse(text) as Call['body']),
    record: record || undefined,
  }
}

function carryOut(table: AirtableTable, call: Call): object {
  const { request, url, body, record } = call
  const { records = [], fields = {}, typecast = false } = body
  if (records.length > 10) {
    throw new AirtableRefusal(422, { type: 'INVALID_RECORDS', message: 'Up to 10 records are allowed' })
  }
  switch (request.method) {
    case 'GET':
      return record === undefined ? list(table, url.searchParams) : table.show(existing(table, record))
    case 'POST':
      if (body.fields) return table.show(table.create(fields, typecast))
      return { records: records.map((one) => table.show(table.create(one.fields, typecast))) }
    case 'PUT':
    case 'PATCH': {
      const change = (id: string, values: Fields) => {
        existing(table, id)
        if (request.method === 'PUT') table.clear(id)
        return table.show(table.update(id, values, typecast))
      }
      if (record !== undefined) return change(record, fields)
      for (const { id = '' } of records) existing(table, id)
      return { records: records.map(({ id = '', fields }) => change(id, fields)) }
    }
    case 'DELETE': {
      const ids = record === undefined ? url.searchParams.getAll('records[]') : [record]
      for (const id of ids) table.remove(id)
      const removed = ids.map((id) => ({ id, deleted: true }))
      return record === undefined ? { records: removed } : { ...removed[0] }
    }
    default:
      throw new AirtableRefusal(404, 'NOT_FOUND')
  }
}

function existing(table: AirtableTable, id: string) {
  const record = table.records.get(id)
  if (record === undefined) throw new AirtableRefusal(404, 'NOT_FOUND')
  return record
}

function list(table: AirtableTable, query: URLSearchParams): object {
  const matches = formulaOf(query.get('filterByFormula') ?? '')
  const most = Number(query.get('maxRecords') ?? Infinity)
  const all = [...table.records.values()].filter(matches).slice(0, most)
  const size = Number(query.get('pageSize') ?? 100)
  if (size > 100) throw new AirtableRefusal(422, { type: 'INVALID_PAGE_SIZE' })
  const from = query.has('offset') ? all.findIndex(({ id }) => `itr0/${id}` === query.get('offset')) : 0
  if (from < 0) throw new AirtableRefusal(422, 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE')
  const next = all[from + size]
  const records = all.slice(from, from + size).map((record) => table.show(record))
  return { records, ...(next && { offset: `itr0/${next.id}` }) }
}

/** The few formulas that are used here. */
function formulaOf(formula: string): (record: { id: string; modifiedAt: number }) => boolean {
  if (formula === '') return () => true
  const ids = /^OR\((RECORD_ID\(\)='\w+'(?:,RECORD_ID\(\)='\w+')*)\)$/.exec(formula)
  if (ids) return ({ id }) => ids[1]?.includes(`'${id}'`) ?? false
  const since = /^IS_AFTER\(LAST_MODIFIED_TIME\(\),\s*'([^']+)'\)$/.exec(formula)
  if (since) return ({ modifiedAt }) => modifiedAt > Date.parse(since[1] ?? '')
  throw new AirtableRefusal(422, {
    type: 'INVALID_FILTER_BY_FORMULA',
    message: 'The formula for filtering records is invalid',
  })
}

async function sendFile(table: AirtableTable, request: SeenRequest, response: ServerResponse): Promise<void> {
  const file = table.files.get(request.url.slice('/files/'.length))
  if (file === undefined) return answer(response, 410, { error: 'Gone' })
  const { bytes } = file
  const content = typeof bytes === 'string' ? Buffer.from(await (await fetch(bytes)).arrayBuffer()) : bytes
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': content.byteLength })
  response.end(content)
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
