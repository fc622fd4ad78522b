import { describe, expect, test } from 'vitest'
import { ConfigError, isSecret, readConfig, SETTING_NAMES } from '#config'
import { SECRET_RUNS } from '#e2e/support/secret-settings.ts'

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
    ['EXCHANGERATE_API_KEY', 'a/../b'],
    ['IPAPI_KEY', 'a&b'],
    ['IPAPI_BASE', 'http://ipapi.example'],
    ['EXCHANGERATE_API_BASE', 'http://rates.example'],
  ])('%s=%s stops the start with a sentence that names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} .+\\.$`))
  })

  test('a wrong secret is not repeated in the message', () => {
    expect(() => readConfig({ ADMIN_PASSWORD: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
  })

  test('every secret is one that the secrets journey looks for', () => {
    const known = new Set(
      SECRET_RUNS.flatMap(({ suppliers }) => suppliers.flatMap(({ secrets }) => Object.keys(secrets))),
    )
    expect(SETTING_NAMES.filter((name) => isSecret(name) && !known.has(name))).toEqual([])
  })

  test('secrets and the passwords in addresses are left out of the log, and nothing that may be a word', () => {
    const settings = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      EXCHANGERATE_API_KEY: 'open',
      DATABASE_URL: 'postgres://shop:p%40ssw0rd@localhost/shop',
      PUBLIC_URL: 'https://shop.example',
    }
    expect(readConfig(settings).secrets.toSorted()).toEqual([
      'p%40ssw0rd',
      'p@ssw0rd',
      'sk_test_1',
      'whsec_1',
    ])
  })

  test('a password with a bare percent sign is left out as it is', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://shop:100%right@localhost/shop' }).secrets).toEqual([
      '100%right',
    ])
  })

  describe('exchange rates', () => {
    const rates = (settings: Record<string, string>) => readConfig(settings).rates?.settings

    test('come from the table in the shop without a key, from exchangerate-api.com with one', () => {
      expect(readConfig({}).rates).toBe(null)
      expect(rates({ EXCHANGERATE_API_KEY: 'abc123' })).toEqual({
        key: 'abc123',
        apiBase: 'https://v6.exchangerate-api.com',
      })
    })

    test('come from the open endpoint with the word open', () => {
      expect(rates({ EXCHANGERATE_API_KEY: 'open' })).toEqual({
        key: null,
        apiBase: 'https://open.er-api.com',
      })
    })

    test('an address with or without its version is the same', () => {
      const base = 'http://127.0.0.1:9'
      for (const EXCHANGERATE_API_BASE of [base, `${base}/`, `${base}/v6`]) {
        expect(rates({ EXCHANGERATE_API_KEY: 'abc', EXCHANGERATE_API_BASE })).toEqual({
          key: 'abc',
          apiBase: base,
        })
      }
    })

    test('an address without a key is a mistake', () => {
      expect(() => readConfig({ EXCHANGERATE_API_BASE: 'https://rates.example' })).toThrow(
        'EXCHANGERATE_API_KEY must be set when EXCHANGERATE_API_BASE is.',
      )
    })
  })

  describe('location', () => {
    test('is looked up in the shop alone, unless the key or the address of ipapi.co is set', () => {
      expect(readConfig({}).location).toBe(null)
      expect(readConfig({ IPAPI_KEY: 'abc' }).location?.settings).toEqual({
        key: 'abc',
        apiBase: 'https://ipapi.co',
      })
      expect(readConfig({ IPAPI_BASE: 'https://ipapi.co/' }).location?.settings).toEqual({
        key: null,
        apiBase: 'https://ipapi.co',
      })
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
