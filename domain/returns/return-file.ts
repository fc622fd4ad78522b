import type { ReturnFileId } from '#domain/ids.ts'

/** What a file of a return is: a photo by the customer or by staff, or the label that staff give the customer. */
export type ReturnFileKind = 'photo' | 'staff-photo' | 'label'

/** How many photos a return can have, from the customer and from staff each. */
export const MAX_RETURN_PHOTOS = 6

/** The largest photo that is taken, in bytes: that of any picture. */
export const MAX_PHOTO_BYTES = 25_000_000

/** The largest label, in bytes. */
export const MAX_LABEL_BYTES = 2_000_000

/** A photo or a label of a return, without its content. `addedAt`: epoch milliseconds. */
export interface ReturnFile {
  id: ReturnFileId
  kind: ReturnFileKind
  addedAt: number
  /** `shopper`, or the email address of a staff member. */
  addedBy: string
}

/** The media type of a file's content. */
export function typeOfReturnFile({ kind }: Pick<ReturnFile, 'kind'>): 'application/pdf' | 'image/webp' {
  return kind === 'label' ? 'application/pdf' : 'image/webp'
}

/** Whether bytes are a PDF, whatever their name says: they begin as one, and have its end mark near their end. */
export function isPdf(bytes: Uint8Array): boolean {
  const text = (part: Uint8Array) => String.fromCharCode(...part)
  return text(bytes.subarray(0, 5)) === '%PDF-' && text(bytes.subarray(-1_024)).includes('%%EOF')
}
