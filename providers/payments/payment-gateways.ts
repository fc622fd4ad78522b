import type { ChosenGateway, GatewayAdapter, GatewayVariables } from './gateway-adapter.ts'
import { STRIPE } from './stripe/stripe-settings.ts'

/** The gateways that settings can choose. Without any of their variables the built-in test gateway runs. */
export const PAYMENT_GATEWAYS: readonly GatewayAdapter[] = [STRIPE]

/** The variables of every gateway. */
export const GATEWAY_VARIABLES: GatewayVariables = Object.assign(
  {},
  ...PAYMENT_GATEWAYS.map(({ variables }) => variables),
)

/** What staff read for a name in the payments table. */
export const GATEWAY_LABELS: Readonly<Record<string, string>> = {
  test: 'Test gateway',
  ...Object.fromEntries(PAYMENT_GATEWAYS.map(({ name, label }) => [name, label])),
}

/** The gateway whose variables are set, or what is wrong with them; null when none is. */
export function chooseGateway(
  env: Readonly<Record<string, string | undefined>>,
  gateways: readonly GatewayAdapter[] = PAYMENT_GATEWAYS,
): ChosenGateway | { fault: string } | null {
  const [first, second] = gateways.filter((gateway) => gateway.choose(env) !== null)
  if (first === undefined) return null
  if (second === undefined) return first.choose(env)
  const [one, other] = [first, second].map(({ variables }) =>
    Object.keys(variables).find((name) => env[name] !== undefined),
  )
  return { fault: `${one} and ${other} are both set: choose one payment gateway.` }
}
