import * as v from 'valibot'

const MOST = 100

/** The place of a row in a list that is newest first. Times are epoch milliseconds. */
export interface ListPlace {
  createdAt: number
  id: string
}

/** What every list for programs takes: how many rows to answer, and after which one. */
export const listEntries = {
  limit: v.optional(
    v.pipe(
      v.string(),
      v.toNumber(),
      v.integer(),
      v.minValue(1, 'Ask for at least 1.'),
      v.maxValue(MOST, `Ask for at most ${MOST}.`),
    ),
    '50',
  ),
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.description('The `next` of the answer before. Without it, the list begins with the newest.'),
      v.rawTransform<string, ListPlace>(({ dataset, addIssue, NEVER }) => {
        const place = placeAt(dataset.value)
        if (place === null) addIssue({ message: 'Use the `next` of an answer of this list.' })
        return place ?? NEVER
      }),
    ),
  ),
}

/** The cursor of the next rows. Null: there are no more. */
export const nextSchema = v.nullable(v.string())

/** What a list says of its order. */
export const LIST_DETAIL =
  'Newest first. `next`, when it is not null, is the `cursor` of the rows after these: rows that are added meanwhile are neither repeated nor do they push others out.'

/** The rows of one answer, and where the next begins. `rows`: one more than `limit`, if there is one. */
export function pageOf<Row extends ListPlace>(rows: readonly Row[], limit: number) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: last !== undefined && rows.length > limit ? cursorAt(last) : null }
}

export function cursorAt({ createdAt, id }: ListPlace): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

function placeAt(cursor: string): ListPlace | null {
  const [, createdAt, id] =
    /^(\d{1,15}) ([\w-]{1,100})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return id === undefined ? null : { createdAt: Number(createdAt), id }
}
