import { isSameValue, MIRRORED_FIELDS, type MirroredContent, type MirroredField } from './mirrored-content.ts'

/** A value that was sent to the source, and when. */
export interface SentValue {
  value: unknown
  at: number
}

/** Values that were sent to the source and perhaps not written, or not yet, because no answer came. */
export type SentValues = Partial<Record<MirroredField, SentValue[]>>

/** A product as both sides last agreed on it, and as each of them has it now. */
export interface ContentVersions {
  agreed: MirroredContent
  theirs: MirroredContent
  ours: MirroredContent
  sent: SentValues
  /** Whether staff have saved the product since. Sales do not. */
  edited: boolean
}

/**
 * What to do about each field that differs. `agreed`: what both agree on before anything is done. `take`: only the
 * source changed it. `give`: only the shop did. `conflicts`: both did, and staff must choose.
 */
export interface ContentMerge {
  agreed: MirroredContent
  take: MirroredField[]
  give: MirroredField[]
  conflicts: MirroredField[]
}

type Verdict = 'same' | 'take' | 'give' | 'conflict'

/**
 * Compares both sides with what was agreed on. Stock is not a conflict when only sales changed it here: they are
 * subtracted from the source's new number when it is taken (`stockAfterEdit`).
 */
export function mergeContent(versions: ContentVersions): ContentMerge {
  const { theirs, sent } = versions
  const agreed: Record<string, unknown> = { ...versions.agreed }
  const fields: Record<Verdict, MirroredField[]> = { same: [], take: [], give: [], conflict: [] }
  for (const field of MIRRORED_FIELDS) {
    if (sent[field]?.some(({ value }) => isSameValue(value, theirs[field]))) agreed[field] = theirs[field]
    const verdict = verdictOn(field, { ...versions, agreed: agreed as unknown as MirroredContent })
    if (verdict === 'same') agreed[field] = theirs[field]
    fields[verdict].push(field)
  }
  const { take, give, conflict: conflicts } = fields
  return { agreed: agreed as unknown as MirroredContent, take, give, conflicts }
}

function verdictOn(field: MirroredField, { agreed, theirs, ours, sent, edited }: ContentVersions): Verdict {
  const ourChange = !isSameValue(ours[field], agreed[field])
  if (isSameValue(theirs[field], agreed[field])) return ourChange ? 'give' : 'same'
  const mayHaveBeenWritten = (sent[field]?.length ?? 0) > 0
  if (field === 'stock') {
    if (mayHaveBeenWritten) return 'conflict'
    if (!ourChange || isSoldHere(agreed.stock, theirs.stock, ours.stock, edited)) return 'take'
  }
  if (isSameValue(theirs[field], ours[field])) return 'same'
  return ourChange ? 'conflict' : 'take'
}

/** Whether sales and cancellations explain our count, so that it can be carried over to the source's new one. */
function isSoldHere(
  agreed: number | null,
  theirs: number | null,
  ours: number | null,
  edited: boolean,
): boolean {
  if (agreed === null || theirs === null || ours === null) return false
  return !edited || ours < agreed
}
