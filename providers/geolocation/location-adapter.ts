import type { Connected, ConnectionReport } from '#providers/connection.ts'
import type { ChosenSupplier, SupplierAdapter } from '#providers/supplier-adapter.ts'
import type { Geolocation } from './geolocation.ts'

/** A location service that the settings have chosen. */
export interface ChosenLocation extends ChosenSupplier {
  /** The name shown to staff. */
  label: string
  /** `bundled` answers until the service has answered, and while it fails. */
  open(report: ConnectionReport, bundled: Geolocation): Geolocation & Connected
}

/** How a location service is chosen by settings. */
export type LocationAdapter = SupplierAdapter<ChosenLocation>
