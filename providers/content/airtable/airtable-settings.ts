import * as v from 'valibot'
import type { ChosenSource, SourceAdapter } from '#providers/content/content-adapter.ts'
import { supplierAddress } from '#providers/supplier-address.ts'
import { allOrNone, type FilledVariables, type SettingsFault } from '#providers/supplier-adapter.ts'
import { AirtableContent, type AirtableSettings } from './airtable-content.ts'
import { DEFAULT_COLUMNS, withColumns } from './airtable-columns.ts'

const API = 'https://api.airtable.com/v0'
const COLUMN_NAMES = Object.values(DEFAULT_COLUMNS)

const VARIABLES = {
  AIRTABLE_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.-]+$/, 'must be a personal access token of Airtable, such as pat…')),
  ),
  AIRTABLE_BASE_ID: v.optional(
    v.pipe(v.string(), v.regex(/^app\w+$/, 'must be the id of a base of Airtable, such as app…')),
  ),
  AIRTABLE_TABLE: v.optional(
    v.pipe(v.string(), v.maxLength(255, 'must be the name or the id of a table of the base')),
  ),
  AIRTABLE_FIELDS: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => withColumns(text) !== null,
        `must be pairs such as Name=Title,Price=Cost, of ${COLUMN_NAMES.join(', ')}, each to its own column`,
      ),
    ),
  ),
  AIRTABLE_API_BASE: v.optional(supplierAddress),
}

const REQUIRED = ['AIRTABLE_TOKEN', 'AIRTABLE_BASE_ID', 'AIRTABLE_TABLE'] as const

/** Airtable as a source of products that the settings can choose. */
export const AIRTABLE: SourceAdapter = { name: 'airtable', label: 'Airtable', variables: VARIABLES, choose }

function choose(env: FilledVariables): ChosenSource | SettingsFault | null {
  const needed = allOrNone(env, REQUIRED)
  if (needed === null || 'fault' in needed) return needed
  const settings: AirtableSettings = {
    token: needed.AIRTABLE_TOKEN,
    baseId: needed.AIRTABLE_BASE_ID,
    table: needed.AIRTABLE_TABLE,
    columns: withColumns(env['AIRTABLE_FIELDS'] ?? '') ?? DEFAULT_COLUMNS,
    api: versioned(env['AIRTABLE_API_BASE'] ?? API),
  }
  const { name, label } = AIRTABLE
  return { name, label, settings, open: (needs) => new AirtableContent(settings, needs) }
}

/** The address may be given with the version of the API or without, as in Airtable's own client. */
function versioned(address: string): string {
  return address.endsWith('/v0') ? address : `${address}/v0`
}
