import { choiceOf } from '#providers/supplier-adapter.ts'
import type { GatewayAdapter } from './gateway-adapter.ts'
import { STRIPE } from './stripe/stripe-settings.ts'

/** The gateways that settings can choose. Without any of their variables the built-in test gateway runs. */
export const PAYMENT_GATEWAYS: readonly GatewayAdapter[] = [STRIPE]

/** The variables of every gateway, and the gateway that they choose. */
export const { variables: GATEWAY_VARIABLES, choose: chooseGateway } = choiceOf(
  PAYMENT_GATEWAYS,
  'payment gateway',
)

/** What staff read for a name in the payments table. */
export const GATEWAY_LABELS: Readonly<Record<string, string>> = {
  test: 'Test gateway',
  ...Object.fromEntries(PAYMENT_GATEWAYS.map(({ name, label }) => [name, label])),
}
