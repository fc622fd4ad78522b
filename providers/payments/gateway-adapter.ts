import type * as v from 'valibot'
import type { PaymentGateway } from './payment-gateway.ts'

/** A gateway that the settings have chosen. */
export interface ChosenGateway {
  name: string
  settings: object
  open(): Promise<PaymentGateway>
}

/** Variables of the environment, all of them optional. */
export type GatewayVariables = Record<string, v.GenericSchema<string | undefined>>

/** How a gateway is chosen by settings. Each has a folder beside this file, and an entry in payment-gateways.ts. */
export interface GatewayAdapter {
  /** The name stored in the payments table. */
  name: string
  /** The name that staff read. */
  label: string
  /** Its variables of the environment; a message completes the sentence that begins with the name of the variable. */
  variables: GatewayVariables
  /** Null when none of its variables is set; `fault`: a sentence about those that do not go together. */
  choose(env: Readonly<Record<string, string | undefined>>): ChosenGateway | { fault: string } | null
}
