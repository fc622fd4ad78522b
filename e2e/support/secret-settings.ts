/** A supplier's settings with secrets that nothing else contains; its addresses are those of one fake. */
export interface SecretSettings {
  /** Settings that are needed with the secrets and are none themselves. */
  others(fake: string): Record<string, string>
  secrets: Record<string, string>
}

/**
 * Every supplier of the settings. `config.test.ts` fails when a secret setting is missing here. Those of one run are
 * set together: two suppliers of one need go into different runs.
 */
export const SECRET_RUNS: readonly SecretSettings[][] = [
  [
    {
      others: (fake) => ({ STRIPE_PUBLISHABLE_KEY: 'pk_test_notsecret', STRIPE_API_BASE: fake }),
      secrets: {
        STRIPE_SECRET_KEY: 'sk_test_3iYUo8rCqP1x',
        STRIPE_WEBHOOK_SECRET: 'whsec_9hTqLw2zVbXe',
      },
    },
    {
      others: (fake) => ({ EXCHANGERATE_API_BASE: fake }),
      secrets: { EXCHANGERATE_API_KEY: '7d1f0cc1a84be953f6ab' },
    },
    { others: (fake) => ({ IPAPI_BASE: fake }), secrets: { IPAPI_KEY: 'Kp4cVt8QzWn2' } },
    { others: () => ({}), secrets: { ADMIN_PASSWORD: 'violet-harbour-93' } },
  ],
]
