import type { ConnectionReport } from '#providers/connection.ts'
import type { PaceOf } from '#providers/request-pace.ts'
import type { ChosenSupplier, SupplierAdapter } from '#providers/supplier-adapter.ts'
import type { ContentSource } from './content-source.ts'

/** What the shop gives to a source. */
export interface SourceNeeds {
  report: ConnectionReport
  paceOf: PaceOf
}

/** A source that the settings have chosen. */
export interface ChosenSource extends ChosenSupplier {
  label: string
  open(needs: SourceNeeds): ContentSource
}

/** How a source is chosen by settings. Each has a folder beside this file, and an entry in content-sources.ts. */
export type SourceAdapter = SupplierAdapter<ChosenSource>
