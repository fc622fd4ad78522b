import * as v from 'valibot'
import type { ChosenGateway, GatewayAdapter } from '#providers/payments/gateway-adapter.ts'
import { allOrNone, type FilledVariables, type SettingsFault } from '#providers/supplier-adapter.ts'
import { supplierAddress } from '#providers/supplier-address.ts'
import { StripeGateway, type StripeSettings } from './stripe-gateway.ts'

const VARIABLES = {
  STRIPE_SECRET_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[rs]k_(test|live)_\w+$/, 'must be a secret key of Stripe, such as sk_test_…'),
    ),
  ),
  STRIPE_PUBLISHABLE_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^pk_(test|live)_\w+$/, 'must be a publishable key of Stripe, such as pk_test_…'),
    ),
  ),
  STRIPE_WEBHOOK_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^whsec_\w+$/, 'must be the signing secret of a webhook of Stripe, such as whsec_…'),
    ),
  ),
  STRIPE_API_BASE: v.optional(supplierAddress),
}

const REQUIRED = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** Stripe as a gateway that the settings can choose. */
export const STRIPE: GatewayAdapter = {
  name: 'stripe',
  label: 'Stripe',
  variables: VARIABLES,
  choose,
  setUp: {
    hint: 'In Stripe’s dashboard under Developers: the keys, and a webhook for /webhooks/payments at the address of this shop, with the events that the documentation lists.',
    fields: [
      { name: 'STRIPE_PUBLISHABLE_KEY', label: 'Publishable key', hint: 'Begins with pk_live_' },
      {
        name: 'STRIPE_SECRET_KEY',
        label: 'Secret key',
        hint: 'Begins with sk_live_',
        isSecret: true,
        standIn: ({ STRIPE_PUBLISHABLE_KEY: key = '' }) =>
          key.includes('_live_') ? 'sk_live_locked' : 'sk_test_locked',
      },
      {
        name: 'STRIPE_WEBHOOK_SECRET',
        label: 'Signing secret of the webhook',
        hint: 'Begins with whsec_. The test cannot check it.',
        isSecret: true,
        standIn: () => 'whsec_locked',
      },
    ],
  },
}

/**
 * All three keys or none, all of one mode: with only some of them the shop would take payments without being notified.
 */
function choose(env: FilledVariables): ChosenGateway | SettingsFault | null {
  const keys = allOrNone(env, REQUIRED)
  if (keys === null || 'fault' in keys) return keys
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = keys
  if (secretKey.includes('_live_') !== publishableKey.includes('_live_')) {
    return {
      fault: 'STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live, as STRIPE_SECRET_KEY.',
    }
  }
  const apiBase = env['STRIPE_API_BASE'] ?? null
  const webhookSecret = keys.STRIPE_WEBHOOK_SECRET
  const settings: StripeSettings = { secretKey, publishableKey, webhookSecret, apiBase }
  return {
    name: STRIPE.name,
    label: STRIPE.label,
    settings,
    open: (report) => StripeGateway.open(settings, { report }),
  }
}
