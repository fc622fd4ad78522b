import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, readImageStores } from '#config'

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
    ['S3_BUCKET', 'My Bucket'],
    ['S3_REGION', 'Canada (Central)'],
    ['S3_ENDPOINT', 'http://s3.example'],
    ['S3_PUBLIC_URL', 'cdn.example'],
    ['CLOUDINARY_URL', 'https://demo.example'],
    ['CLOUDINARY_URL', 'cloudinary://key@demo'],
    ['CLOUDINARY_URL', 'cloudinary://key:secret@demo?upload_prefix=http://api.example'],
    ['CLOUDINARY_API_BASE', 'http://api.example'],
  ])('%s=%s stops the start with a sentence that names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} .+\\.$`))
  })

  test('a wrong secret is not repeated in the message', () => {
    expect(() => readConfig({ ADMIN_PASSWORD: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
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

  describe('S3', () => {
    const keys = { S3_BUCKET: 'brand', S3_ACCESS_KEY_ID: 'AKID', S3_SECRET_ACCESS_KEY: 'secret' }

    test.each([
      [{}, 'https://brand.s3.us-east-1.amazonaws.com'],
      [{ S3_REGION: 'ca-central-1' }, 'https://brand.s3.ca-central-1.amazonaws.com'],
      [{ S3_BUCKET: 'brand.example' }, 'https://s3.us-east-1.amazonaws.com/brand.example'],
      [{ S3_ENDPOINT: 'https://s3.example/' }, 'https://s3.example/brand'],
      [{ S3_ENDPOINT: 'https://brand.fra1.example' }, 'https://brand.fra1.example'],
      [{ S3_ENDPOINT: 'http://127.0.0.1:4568' }, 'http://127.0.0.1:4568/brand'],
    ])('%j: the bucket is at %s', (more, address) => {
      expect(readConfig({ ...keys, ...more }).pictures?.settings).toMatchObject({ address, publicUrl: null })
    })

    test.each(Object.keys(keys))('without %s the start is refused', (name) => {
      expect(() => readConfig({ ...keys, [name]: '' })).toThrow(new RegExp(`^${name} must be set when S3_`))
    })

    test('a part of its settings alone is a mistake, none keeps the pictures in the data folder', () => {
      expect(() => readConfig({ S3_PUBLIC_URL: 'https://cdn.example' })).toThrow(
        'S3_BUCKET must be set when S3_PUBLIC_URL is.',
      )
      expect(readConfig({}).pictures).toBe(null)
    })
  })

  describe('Cloudinary', () => {
    const url = 'cloudinary://874837483274837:a676b6-Secret@Demo-1'

    test.each([
      ['', {}, 'https://api.cloudinary.com', 'https://res.cloudinary.com/Demo-1'],
      ['/pictures.brand.example', {}, 'https://api.cloudinary.com', 'https://pictures.brand.example'],
      ['?private_cdn=true', {}, 'https://api.cloudinary.com', 'https://Demo-1-res.cloudinary.com'],
      ['?secure_distribution=cdn.example', {}, 'https://api.cloudinary.com', 'https://cdn.example/Demo-1'],
      [
        '?upload_prefix=https://api-eu.cloudinary.com',
        {},
        'https://api-eu.cloudinary.com',
        'https://res.cloudinary.com/Demo-1',
      ],
      ['', { CLOUDINARY_API_BASE: 'http://127.0.0.1:9' }, 'http://127.0.0.1:9', 'http://127.0.0.1:9/Demo-1'],
    ])('CLOUDINARY_URL…%s with %j', (more, others, api, delivery) => {
      expect(readConfig({ CLOUDINARY_URL: url + more, ...others }).pictures?.settings).toEqual({
        cloud: 'Demo-1',
        apiKey: '874837483274837',
        apiSecret: 'a676b6-Secret',
        api: `${api}/v1_1/Demo-1`,
        delivery,
      })
    })

    test('an address of its API alone, or a bucket of S3 beside it, is a mistake', () => {
      expect(() => readConfig({ CLOUDINARY_API_BASE: 'http://127.0.0.1:9' })).toThrow(
        'CLOUDINARY_URL must be set when CLOUDINARY_API_BASE is.',
      )
      expect(() => readConfig({ CLOUDINARY_URL: url, S3_BUCKET: 'brand' })).toThrow(
        'S3_BUCKET and CLOUDINARY_URL are both set: choose one picture store.',
      )
    })

    test('moving pictures may read the settings of both, and says which are missing', () => {
      const keys = { S3_BUCKET: 'brand', S3_ACCESS_KEY_ID: 'AKID', S3_SECRET_ACCESS_KEY: 'secret' }
      const stores = readImageStores({ CLOUDINARY_URL: url, ...keys })
      expect([...stores].map(([name, chosen]) => [name, chosen?.label])).toEqual([
        ['s3', 'S3'],
        ['cloudinary', 'Cloudinary'],
      ])
      expect([...readImageStores({}).values()]).toEqual([null, null])
    })
  })

  test('PUBLIC_URL loses its trailing slash', () => {
    expect(readConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example')
  })
})
