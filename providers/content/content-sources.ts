import { choiceOf } from '#providers/supplier-adapter.ts'
import { AIRTABLE } from './airtable/airtable-settings.ts'
import type { SourceAdapter } from './content-adapter.ts'

/** The sources that settings can choose. Without one, products are only written in the staff area. */
export const CONTENT_SOURCES: readonly SourceAdapter[] = [AIRTABLE]

/** The variables of every source, and the source that they choose. */
export const { variables: SOURCE_VARIABLES, choose: chooseSource } = choiceOf(
  CONTENT_SOURCES,
  'source of products',
)
