import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#config'

describe('settings', () => {
  test('an empty environment gives the defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      demo: true,
      holdMinutes: 15,
      holdUnits: 10,
      holdPercent: 25,
      holdNetworkUnits: 400,
    })
  })

  test('blank variables count as unset, as in a copied .env file', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '  ' })).toMatchObject({ port: 3000, databaseUrl: null })
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'shop.example'],
    ['PUBLIC_URL', 'ftp://shop.example'],
    ['DATABASE_URL', 'mysql://localhost/shop'],
    ['ADMIN_EMAIL', 'owner'],
    ['ADMIN_PASSWORD', 'short'],
    ['DEMO', 'perhaps'],
    ['OWNER_EMAIL', 'nobody'],
    ['MAIL_FROM', 'Redemption'],
    ['CONTACT_EMAIL', 'nobody'],
    ['CONTACT_PHONE', 'call us'],
    ['SOCIAL_X', '@redemption'],
    ['HOLD_MINUTES', '0'],
    ['HOLD_UNITS', '0'],
    ['HOLD_PERCENT', '101'],
    ['HOLD_NETWORK_UNITS', '9'],
    ['TRUSTED_PROXIES', '-1'],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_API_BASE', 'http://stripe.example'],
    ['FIREBASE_API_KEY', 'a key'],
    ['FIREBASE_PROJECT_ID', 'My Shop'],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'firebase.example:9099'],
    ['FIREBASE_API_BASE', 'http://firebase.example'],
    ['FIREBASE_KEYS_URL', 'http://keys.example'],
  ])('%s=%s stops the start with a sentence that names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} .+\\.$`))
  })

  test('a wrong secret is not repeated in the message', () => {
    expect(() => readConfig({ ADMIN_PASSWORD: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
  })

  describe('Firebase', () => {
    const keys = { FIREBASE_API_KEY: 'AIza-key', FIREBASE_PROJECT_ID: 'my-shop' }

    test('is chosen by its key and its project, and the shop keeps the accounts without them', () => {
      expect(readConfig({}).identity).toBeNull()
      expect(readConfig(keys).identity).toMatchObject({ name: 'firebase', testVariable: null })
    })

    test.each([
      [{ FIREBASE_API_KEY: 'AIza-key' }, 'FIREBASE_PROJECT_ID must be set when FIREBASE_API_KEY is.'],
      [{ FIREBASE_PROJECT_ID: 'my-shop' }, 'FIREBASE_API_KEY must be set when FIREBASE_PROJECT_ID is.'],
      [
        { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
        'FIREBASE_API_KEY must be set when FIREBASE_AUTH_EMULATOR_HOST is.',
      ],
    ])('half-filled, it stops the start: %o', (environment, sentence) => {
      expect(() => readConfig(environment)).toThrow(sentence)
    })

    test('its emulator is for a shop on this machine only', () => {
      const emulator = { ...keys, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
      expect(readConfig(emulator).identity?.settings).toMatchObject({
        apiBase: 'http://127.0.0.1:9099/identitytoolkit.googleapis.com',
      })
      expect(() => readConfig({ ...emulator, PUBLIC_URL: 'https://shop.example' })).toThrow(
        'FIREBASE_AUTH_EMULATOR_HOST must not be set when PUBLIC_URL is a public address.',
      )
    })
  })

  describe('Stripe', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    }

    test('takes the money when all its keys are there, and the test gateway when none is', () => {
      expect(readConfig(keys).gateway?.settings).toEqual({
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_1',
        webhookSecret: 'whsec_1',
        apiBase: null,
      })
      expect(readConfig({}).gateway).toBe(null)
    })

    test.each(Object.keys(keys))(
      'without %s the start is refused: payments would arrive without notification',
      (name) => {
        expect(() => readConfig({ ...keys, [name]: '' })).toThrow(new RegExp(`^${name} must be set when`))
      },
    )

    test('a test key together with a live one is a mistake', () => {
      const mixed = { ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
      expect(() => readConfig(mixed)).toThrow(/^STRIPE_PUBLISHABLE_KEY must be of the same mode/)
    })

    test('an address that is not https gets the secret only on this machine', () => {
      const base = (STRIPE_API_BASE: string) => readConfig({ ...keys, STRIPE_API_BASE }).gateway?.settings
      expect(base('http://127.0.0.1:12111')).toMatchObject({ apiBase: 'http://127.0.0.1:12111' })
      expect(() => base('http://stripe.example')).toThrow(ConfigError)
    })
  })

  test('PUBLIC_URL loses its trailing slash', () => {
    expect(readConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example')
  })
})
