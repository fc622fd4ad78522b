import {
  chooseSupplier,
  variablesOf,
  type FilledVariables,
  type SettingsFault,
} from '#providers/supplier-adapter.ts'
import { AIRTABLE } from './airtable/airtable-settings.ts'
import type { ChosenSource, SourceAdapter } from './content-adapter.ts'

/** The sources that settings can choose. Without one, products are only written in the staff area. */
export const CONTENT_SOURCES: readonly SourceAdapter[] = [AIRTABLE]

/** The variables of every source. */
export const SOURCE_VARIABLES = variablesOf(CONTENT_SOURCES)

/** The source whose variables are set, or what is wrong with them; null when none is. */
export function chooseSource(env: FilledVariables): ChosenSource | SettingsFault | null {
  return chooseSupplier(env, CONTENT_SOURCES, 'source of products')
}
