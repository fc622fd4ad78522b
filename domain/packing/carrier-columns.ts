import { keysOf } from '#domain/record-of.ts'

/** The formats of the carrier file, and their labels. */
export const CARRIER_FORMATS = { 'canada-post': 'Canada Post', generic: 'Generic' } as const

/** The name of a format: `canada-post`. */
export type CarrierFormat = keyof typeof CARRIER_FORMATS

/**
 * What a column of the carrier file may hold. `units`: how many. `value`: of the items, in CAD, as for customs.
 * `weight`: in kilograms, empty when that of an item is unknown. `hs-codes`, `origins`, `item-values` and
 * `item-weights`: of each item, in the order of `contents`. `duty`: `DDP` or `DAP`, empty when the shop does not say.
 */
export const CARRIER_FIELDS = [
  'order',
  'name',
  'phone',
  'email',
  'address',
  'city',
  'region',
  'postal',
  'country',
  'country-name',
  'contents',
  'units',
  'value',
  'currency',
  'note',
  'shipping',
  'weight',
  'hs-codes',
  'origins',
  'item-values',
  'item-weights',
  'duty',
] as const

/** A field of the carrier file: `postal`. */
export type CarrierField = (typeof CARRIER_FIELDS)[number]

/** A column: its heading, and either a field or the same text in every row. */
export interface CarrierColumn {
  heading: string
  cell: { field: CarrierField } | { text: string }
}

/** The columns of each format. */
export type CarrierColumns = Readonly<Record<CarrierFormat, readonly CarrierColumn[]>>

/** The columns without a setting. Carriers map headings to their fields when a file is imported. */
export const DEFAULT_CARRIER_COLUMNS: Readonly<Record<CarrierFormat, string>> = {
  'canada-post': [
    'Customer reference=order',
    'Recipient name=name',
    'Address line 1=address',
    'City=city',
    'Province/State=region',
    'Postal/ZIP code=postal',
    'Country code=country',
    'Phone=phone',
    'Email=email',
    'Weight (kg)=weight',
    'Contents=contents',
    'Customs value=value',
    'Customs currency=currency',
  ].join(', '),
  generic: CARRIER_FIELDS.join(', '),
}

/**
 * Reads a setting such as `Reference=order, Postal code=postal, Weight (kg)="0.5"`: columns separated by commas, each a
 * heading and a field or a quoted text; a field alone is its own heading. Null when it is not in this form.
 */
export function parseCarrierColumns(setting: string): CarrierColumn[] | null {
  const parts = setting.match(/(?:"[^"]*"|[^",])+/g) ?? []
  if (parts.length === 0 || parts.join(',') !== setting) return null
  const columns = parts.map(columnOf)
  const whole = columns.filter((column) => column !== null)
  return whole.length === columns.length ? whole : null
}

/** The names of the formats. */
export const CARRIER_FORMAT_NAMES = keysOf(CARRIER_FORMATS)

function columnOf(part: string): CarrierColumn | null {
  const [, heading = '', source = ''] = /^([^="]*)=?([^]*)$/.exec(part.trim()) ?? []
  const text = /^"([^"]*)"$/.exec(source.trim())?.[1]
  if (heading.trim() === '') return null
  if (text !== undefined) return { heading: heading.trim(), cell: { text } }
  const field = CARRIER_FIELDS.find((name) => name === (source.trim() || heading.trim()))
  return field ? { heading: heading.trim(), cell: { field } } : null
}
