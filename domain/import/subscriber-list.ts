import type { TypedRow } from '#domain/csv.ts'
import { looksLikeEmail } from '#domain/email.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import type { ImportNote } from './listing.ts'
import type { ImportMapping } from './mapping.ts'
import { cellAt, headingAt, placesOf, plainHeading } from './table-columns.ts'

/** Where the columns are of a file with people who get emails: customers, or subscribers of a newsletter. */
export interface SubscriberListColumns {
  format: 'subscriber-list'
  headings: readonly string[]
  at: ReadonlyMap<string, number>
}

/** What a column may be called: by Shopify, WooCommerce, Mailchimp, Klaviyo and MailPoet, here, and by hand. */
const COLUMNS = {
  email: [
    'Email',
    'Email address',
    'E-mail',
    'E-mail address',
    'E-Mail-Adresse',
    'Courriel',
    'user_email',
    'billing_email',
    'Billing email',
  ],
  consent: [
    'Accepts email marketing',
    'Accepts marketing',
    'Email marketing consent',
    'Marketing consent',
    'Marketing opt-in',
    'Opt-in',
    'Newsletter',
    'Subscribed',
    'Subscription status',
    'Consent',
    'Status',
  ],
  source: ['Consent source', 'Email marketing consent source', 'Opt-in source', 'Source'],
  at: [
    'Consent time',
    'Consent date',
    'Consent at',
    'Email marketing consent timestamp',
    'CONFIRM_TIME',
    'Confirmed at',
    'Confirmed',
    'OPTIN_TIME',
    'Opt-in date',
    'Subscribed at',
  ],
} as const

type ColumnName = keyof typeof COLUMNS

/** Tables of other things, which name an email too. */
const OTHERS = [
  'financial status',
  'lineitem name',
  'order number',
  'handle',
  'url handle',
  'sku',
  'title',
  'code',
]

/** Finds by its headings whether a file lists people by their emails; null: it does not. */
export function findSubscriberList(headings: readonly string[]): SubscriberListColumns | null {
  const known = headings.map(plainHeading)
  if (OTHERS.some((one) => known.includes(one))) return null
  const at = new Map(placesOf(COLUMNS, known))
  if (!at.has('email')) return null
  // An export of a shop like this one; elsewhere a state is part of an address.
  if (!at.has('consent') && known.includes('joined') && known.includes('state'))
    at.set('consent', known.indexOf('state'))
  return { format: 'subscriber-list', headings, at }
}

/** What is kept of a row until it is imported: no name, no address, no phone number. */
export function keptCells({ at }: SubscriberListColumns, cells: readonly string[]): string[] {
  const used = new Set(at.values())
  const email = at.get('email')
  return cells.map((cell, place) =>
    place === email ? plainAddress(cell) : used.has(place) ? cell.slice(0, MAX_CELL_LENGTH) : '',
  )
}

const MAX_CELL_LENGTH = 300
/** The longest words for where somebody agreed. */
export const MAX_SOURCE_LENGTH = 100

/** The email of a row, as subscribers have it; rows of one email belong together. */
export function emailOfRow(columns: SubscriberListColumns, row: TypedRow): string {
  return plainAddress(cellAt(columns, row, 'email'))
}

function plainAddress(text: string): string {
  return withoutInvisible(text).trim().replace(/^'/, '').toLowerCase()
}

/** Somebody who agreed to get emails: where, and when in epoch milliseconds. Or why the address stays out. */
export type ListedSubscriber = { email: string; source: string; at: number } | { fault: ImportNote }

const YES =
  /^(yes|true|1|y|ja|oui|s[ií]|subscribed|active|confirmed|opted[ -]?in|abonné|single_opt_in|double_opt_in)$/i

/** Reads the rows of one email. Whoever did not agree in one of them did not agree. */
export function readListedSubscriber(
  columns: SubscriberListColumns,
  rows: readonly TypedRow[],
  { allAgreed, consentSource, consentAt }: Pick<ImportMapping, 'allAgreed' | 'consentSource' | 'consentAt'>,
  now: number,
): ListedSubscriber {
  const [first] = rows
  const fault = (row: TypedRow, name: ColumnName, message: string) => ({
    fault: { line: row.line, column: columns.at.has(name) ? headingAt(columns, name) : '', message },
  })
  const email = emailOfRow(columns, first!)
  if (!looksLikeEmail(email)) return fault(first!, 'email', 'This is not an email address.')
  if (!columns.at.has('consent')) {
    if (!allAgreed)
      return fault(first!, 'email', 'The file does not say whether this address agreed to emails.')
  } else {
    const without = rows.find((row) => !YES.test(cellAt(columns, row, 'consent')))
    if (without !== undefined) return fault(without, 'consent', 'This address did not agree to emails.')
  }
  const source = (cellAt(columns, first!, 'source') || consentSource).slice(0, MAX_SOURCE_LENGTH)
  if (source === '') return fault(first!, 'source', 'Where this address agreed is not known: say it.')
  const typed = cellAt(columns, first!, 'at') || consentAt
  if (typed === '') return fault(first!, 'at', 'When this address agreed is not known: say the day.')
  const at = timeOf(typed)
  if (at === null) return fault(first!, 'at', 'This is not a day: write it as 2026-11-28.')
  if (at > now) return fault(first!, 'at', 'This day is yet to come.')
  return { email, source, at }
}

const TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)? ?(?:Z|UTC|([+-])(\d{2}):?(\d{2}))?$/

/** A day or a time with the year first; without a zone it is in UTC. Null: it is none. */
function timeOf(text: string): number | null {
  const found = TIME.exec(text.trim())
  if (found === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 23 || minute > 59) return null
  const shift = (Number(found[8] ?? 0) * 60 + Number(found[9] ?? 0)) * (found[7] === '-' ? -1 : 1)
  return date.getTime() + (hour * 60 + minute - shift) * 60_000 + Math.round(second * 1_000)
}
