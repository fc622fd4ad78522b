import {
  chooseSupplier,
  variablesOf,
  type FilledVariables,
  type SettingsFault,
} from '#providers/supplier-adapter.ts'
import type { ChosenGateway, GatewayAdapter } from './gateway-adapter.ts'
import { STRIPE } from './stripe/stripe-settings.ts'

/** The gateways that settings can choose. Without any of their variables the built-in test gateway runs. */
export const PAYMENT_GATEWAYS: readonly GatewayAdapter[] = [STRIPE]

/** The variables of every gateway. */
export const GATEWAY_VARIABLES = variablesOf(PAYMENT_GATEWAYS)

/** What staff read for a name in the payments table. */
export const GATEWAY_LABELS: Readonly<Record<string, string>> = {
  test: 'Test gateway',
  ...Object.fromEntries(PAYMENT_GATEWAYS.map(({ name, label }) => [name, label])),
}

/** The gateway whose variables are set, or what is wrong with them; null when none is. */
export function chooseGateway(
  env: FilledVariables,
  gateways: readonly GatewayAdapter[] = PAYMENT_GATEWAYS,
): ChosenGateway | SettingsFault | null {
  return chooseSupplier(env, gateways, 'payment gateway')
}
