import type { TypedContent } from './mirrored-content.ts'

/** A picture of a record. The link works for a limited time only; it is empty in a record that was kept. */
export interface SourcePicture {
  id: string
  filename: string
  link: string
}

/** A product as a source of content has it: typed values, not checked yet. */
export interface SourceRecord {
  id: string
  createdAt: number
  fields: TypedContent
  pictures: SourcePicture[]
}

/** The record without its links, which expire after hours and open the pictures to anyone who has them. */
export function withoutLinks(record: SourceRecord): SourceRecord {
  return { ...record, pictures: record.pictures.map((picture) => ({ ...picture, link: '' })) }
}
