import type { Connected, ConnectionReport } from '#providers/connection.ts'
import type { ChosenSupplier, SupplierAdapter } from '#providers/supplier-adapter.ts'
import type { PaymentGateway } from './payment-gateway.ts'

/** A gateway that the settings have chosen. */
export interface ChosenGateway extends ChosenSupplier {
  /** The name shown to staff. */
  label: string
  open(report: ConnectionReport): Promise<PaymentGateway & Connected>
}

/** How a gateway is chosen by settings. Each has a folder beside this file, and an entry in payment-gateways.ts. */
export type GatewayAdapter = SupplierAdapter<ChosenGateway>
