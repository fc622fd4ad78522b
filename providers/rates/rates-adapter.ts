import type { Connected, ConnectionReport } from '#providers/connection.ts'
import type { ChosenSupplier, SupplierAdapter } from '#providers/supplier-adapter.ts'
import type { RateService } from './exchange-rates.ts'

/** A source of exchange rates that the settings have chosen. */
export interface ChosenRates extends ChosenSupplier {
  /** The name shown to staff. */
  label: string
  open(report: ConnectionReport): RateService & Connected
}

/** How a source of exchange rates is chosen by settings. */
export type RatesAdapter = SupplierAdapter<ChosenRates>
