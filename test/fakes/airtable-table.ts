import { randomBytes } from 'node:crypto'

/** How the cells of a column behave. */
export type ColumnKind = 'text' | 'number' | 'choice' | 'choices' | 'attachments'

/** A refusal of Airtable's API. */
export class AirtableRefusal extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, error: string | { type: string; message?: string }) {
    super(JSON.stringify(error))
    this.status = status
    this.body = { error }
  }
}

/** A file behind an attachment: its bytes, or the address from which Airtable fetched it. */
interface StoredFile {
  filename: string
  bytes: Uint8Array | string
}

export type Fields = Record<string, unknown>

interface StoredRecord {
  id: string
  createdAt: number
  modifiedAt: number
  fields: Fields
}

const KINDS: Record<string, ColumnKind> = {
  Name: 'text',
  Price: 'number',
  Stock: 'number',
  Category: 'choice',
  Description: 'text',
  Size: 'choices',
  Image: 'attachments',
  Supplier: 'text',
}

/** One table of Airtable, in memory, with the columns of spec 3 and one that the owner added. */
export class AirtableTable {
  readonly records = new Map<string, StoredRecord>()
  readonly files = new Map<string, StoredFile>()
  readonly columns = new Map(Object.entries(KINDS))
  readonly options = new Map([
    ['Category', new Set(['T-Shirts', 'Hoodies', 'Accessories', 'Pants'])],
    ['Size', new Set(['S', 'M', 'L'])],
  ])
  now: () => number = Date.now
  fileAddress: (id: string) => string = (id) => id

  /** Adds a record as a person does in Airtable. */
  type(fields: Fields): string {
    return this.write(newId('rec'), fields, true).id
  }

  change(id: string, fields: Fields): void {
    this.write(id, fields, true)
  }

  /** Adds a file, and returns the cell of an attachment. */
  attach(filename: string, bytes: Uint8Array | string): { id: string } {
    const id = newId('att')
    this.files.set(id, { filename, bytes })
    return { id }
  }

  create(fields: Fields, typecast: boolean): StoredRecord {
    return this.write(newId('rec'), fields, typecast)
  }

  update(id: string, fields: Fields, typecast: boolean): StoredRecord {
    if (!this.records.has(id)) {
      throw new AirtableRefusal(404, { type: 'MODEL_ID_NOT_FOUND', message: `Record ${id} not found` })
    }
    return this.write(id, fields, typecast)
  }

  clear(id: string): void {
    const record = this.records.get(id)
    if (record) record.fields = {}
  }

  remove(id: string): void {
    if (!this.records.delete(id)) throw new AirtableRefusal(404, 'NOT_FOUND')
  }

  /** A record as the API answers it: without its empty cells. */
  show({ id, createdAt, fields }: StoredRecord): object {
    const shown = Object.entries(fields)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [name, this.columns.get(name) === 'attachments' ? this.shown(value) : value])
    return { id, createdTime: new Date(createdAt).toISOString(), fields: Object.fromEntries(shown) }
  }

  private shown(value: unknown): object[] {
    return (value as { id: string }[]).map(({ id }) => {
      const url = this.fileAddress(id)
      return {
        id,
        url,
        filename: this.files.get(id)?.filename,
        size: 1,
        type: 'image/png',
        thumbnails: { small: { url }, large: { url }, full: { url } },
      }
    })
  }

  private write(id: string, fields: Fields, typecast: boolean): StoredRecord {
    const cells = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, this.cell(name, value, typecast)]),
    )
    const now = this.now()
    const before = this.records.get(id) ?? { id, createdAt: now, modifiedAt: now, fields: {} }
    const record = { ...before, modifiedAt: now, fields: { ...before.fields, ...cells } }
    this.records.set(id, record)
    return record
  }

  private cell(name: string, value: unknown, typecast: boolean): unknown {
    const kind = this.columns.get(name)
    if (kind === undefined) {
      throw new AirtableRefusal(422, {
        type: 'UNKNOWN_FIELD_NAME',
        message: `Unknown field name: "${name}"`,
      })
    }
    if (isEmpty(value)) return null
    if (kind === 'attachments') return (value as Fields[]).map((one) => this.attachment(one))
    if (kind === 'number' && typeof value !== 'number' && !typecast) throw wrongValue(name)
    if (kind === 'number') return Number.isFinite(Number(value)) ? Number(value) : null
    if (kind === 'choices' && !Array.isArray(value)) throw wrongValue(name)
    if (kind === 'choice' || kind === 'choices') this.choose(name, [value].flat(), typecast)
    if (kind === 'text' && typeof value !== 'string' && !typecast) throw wrongValue(name)
    return value
  }

  private choose(name: string, values: unknown[], typecast: boolean): void {
    const options = this.options.get(name) ?? new Set()
    for (const value of values.map(String)) {
      if (!options.has(value) && !typecast) {
        throw new AirtableRefusal(422, {
          type: 'INVALID_MULTIPLE_CHOICE_OPTIONS',
          message: `Insufficient permissions to create new select option "${value}"`,
        })
      }
      options.add(value)
    }
  }

  private attachment(cell: Fields): { id: string } {
    const { id, url, filename = 'file' } = cell as { id?: string; url?: string; filename?: string }
    if (id !== undefined && this.files.has(id)) return { id }
    if (url === undefined || !URL.canParse(url)) {
      throw new AirtableRefusal(422, { type: 'INVALID_ATTACHMENT_OBJECT', message: 'Invalid attachment' })
    }
    return this.attach(filename, url)
  }
}

function wrongValue(name: string): AirtableRefusal {
  return new AirtableRefusal(422, {
    type: 'INVALID_VALUE_FOR_COLUMN',
    message: `Field "${name}" cannot accept the provided value`,
  })
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function newId(kind: string): string {
  return kind + randomBytes(7).toString('hex')
}
