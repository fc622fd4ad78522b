import * as v from 'valibot'
import { MIRRORED_COLUMNS, typedValue, type MirroredColumn } from '#domain/catalog/mirrored-content.ts'
import { keysOf } from '#domain/record-of.ts'
import type { SourcePicture, SourceRecord } from '#domain/catalog/source-record.ts'
import type { OutgoingContent } from '#providers/content/content-source.ts'
import type { Columns } from './airtable-columns.ts'

const recordSchema = v.object({
  id: v.string(),
  createdTime: v.optional(v.string()),
  fields: v.record(v.string(), v.unknown()),
})

const attachmentsSchema = v.array(
  v.object({ id: v.string(), url: v.string(), filename: v.optional(v.string(), '') }),
)

/** The API's response to a list. `offset`: the cursor of the next page. */
export const pageSchema = v.object({ records: v.array(recordSchema), offset: v.optional(v.string()) })

/** The API's response to one record. */
export const oneSchema = recordSchema

/** A record as the API returns it. */
export type AirtableRecord = v.InferOutput<typeof recordSchema>

/** A record as the shop reads it. Airtable leaves out empty cells. */
export function fromAirtable({ id, createdTime, fields }: AirtableRecord, columns: Columns): SourceRecord {
  const typed = Object.fromEntries(MIRRORED_COLUMNS.map((field) => [field, oneOf(fields[columns[field]])]))
  const created = Date.parse(createdTime ?? '')
  return {
    id,
    createdAt: Number.isNaN(created) ? 0 : created,
    fields: { ...(typed as Record<MirroredColumn, unknown>), sizes: namesOf(fields[columns.sizes]) },
    pictures: picturesOf(fields[columns.pictures]),
  }
}

/** Whether all fields that the shop reads are empty: tables often end with such rows. */
export function isBlank({ fields, pictures }: SourceRecord): boolean {
  const values = Object.values<unknown>({ ...fields, sizes: undefined })
  return pictures.length === 0 && values.every((value) => value === undefined || value === '')
}

/** Fields in the form of the API. An empty cell is null. */
export function toAirtable(given: OutgoingContent, columns: Columns): Record<string, unknown> {
  const { pictures, ...content } = given
  const named = keysOf(content).map((field) => {
    const value = typedValue(field, content[field])
    return [columns[field], value === '' ? null : value]
  })
  const attachments = pictures?.map((picture) =>
    'id' in picture ? { id: picture.id } : { url: picture.link, filename: picture.filename },
  )
  return { ...Object.fromEntries(named), ...(attachments && { [columns.pictures]: attachments }) }
}

/** A lookup cell is a list, which may hold one value. */
function oneOf(value: unknown): unknown {
  return Array.isArray(value) && value.length <= 1 ? value[0] : (value ?? undefined)
}

/** The choices of a cell: a list, or a text with commas. */
function namesOf(value: unknown): unknown {
  if (value === undefined || value === null) return []
  if (typeof value !== 'string') return value
  return value.split(/[,;\s]+/).filter(Boolean)
}

function picturesOf(value: unknown): SourcePicture[] {
  const read = v.safeParse(attachmentsSchema, value)
  return read.success ? read.output.map(({ id, url, filename }) => ({ id, filename, link: url })) : []
}
