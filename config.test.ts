import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ConfigError, isSecret, misspeltSettings, readConfig, readImageStores, SETTING_NAMES } from '#config'
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
      reminderHoldMinutes: 15,
      holdUnits: 10,
      holdPercent: 25,
      holdNetworkUnits: 400,
      webhooksToInner: false,
    })
  })

  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
    ['SMTP_PASS', 'SMTP_PASSWORD'],
    ['BACKUP_TO_FOLDER', 'BACKUP_TO'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['database_url', 'DATABASE_URL'],
  ])('a misspelt setting is named with the one that was meant: %s', (name, meant) => {
    expect(misspeltSettings({ [name]: 'x', PORT: '3000' })).toEqual([
      `${name} is not a setting of the shop: did you mean ${meant}?`,
    ])
  })

  test('variables of other programs are not taken for misspelt settings', () => {
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'MAIL',
      'SHELL',
      'PGPASSWORD',
      'PGHOST',
      'TZ',
      'LANG',
      'USER',
      'PWD',
    ]
    const ofNode = ['NODE_OPTIONS', 'NODE_ENV', 'npm_config_user_agent', 'SHOP_ENV_FILE_NAMES']
    const ofSystemd = ['NOTIFY_SOCKET', 'LISTEN_FDS', 'STATE_DIRECTORY', 'INVOCATION_ID', 'JOURNAL_STREAM']
    const names = [...others, ...ofNode, ...ofSystemd, ...SETTING_NAMES]
    expect(misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
    expect(misspeltSettings({ DATABSE_URL: ' ' })).toEqual([])
  })

  test('blank variables count as unset, as in a copied .env file', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '  ' })).toMatchObject({ port: 3000, databaseUrl: null })
  })

  test('variables that owners can also set on screen are listed with their values, if they are set', () => {
    expect(readConfig({ PORT: '3000' }).variables).toEqual({})
    const { variables } = readConfig({ SHOP_TIME_ZONE: 'America/Toronto', SOCIAL_X: ' ' })
    expect(variables).toEqual({ SHOP_TIME_ZONE: 'America/Toronto' })
  })

  test('the columns of a carrier file are read as headings with fields or fixed texts', () => {
    const { carrierColumns } = readConfig({ CARRIER_COLUMNS_GENERIC: 'Ref=order, Weight="0.5"' })
    expect(carrierColumns.generic).toEqual([
      { heading: 'Ref', cell: { field: 'order' } },
      { heading: 'Weight', cell: { text: '0.5' } },
    ])
    expect(carrierColumns['canada-post'][0]).toEqual({
      heading: 'Customer reference',
      cell: { field: 'order' },
    })
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'shop.example'],
    ['PUBLIC_URL', 'ftp://shop.example'],
    ['DATABASE_URL', 'mysql://localhost/shop'],
    ['ERRORS_TO', 'https://errors.example/7'],
    ['NODE_EXTRA_CA_CERTS', '/nowhere/ca.pem'],
    ['ADMIN_EMAIL', 'owner'],
    ['ADMIN_PASSWORD', 'short'],
    ['DEMO', 'perhaps'],
    ['OWNER_EMAIL', 'nobody'],
    ['MAIL_FROM', 'Redemption'],
    ['CONTACT_EMAIL', 'nobody'],
    ['CONTACT_PHONE', 'call us'],
    ['SOCIAL_X', '@redemption'],
    ['CARRIER_COLUMNS_CANADA_POST', 'Weight=kilograms'],
    ['CARRIER_COLUMNS_GENERIC', 'order,,name'],
    ['HOLD_MINUTES', '0'],
    ['HOLD_UNITS', '0'],
    ['HOLD_PERCENT', '101'],
    ['HOLD_NETWORK_UNITS', '9'],
    ['TRUSTED_PROXIES', '-1'],
    ['LOG_FORMAT', 'xml'],
    ['METRICS_TOKEN', 'short'],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_API_BASE', 'http://stripe.example'],
    ['FIREBASE_API_KEY', 'a key'],
    ['FIREBASE_PROJECT_ID', 'My Shop'],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'firebase.example:9099'],
    ['FIREBASE_API_BASE', 'http://firebase.example'],
    ['FIREBASE_KEYS_URL', 'http://keys.example'],
    ['EXCHANGERATE_API_KEY', 'a/../b'],
    ['IPAPI_KEY', 'a&b'],
    ['IPAPI_BASE', 'http://ipapi.example'],
    ['EXCHANGERATE_API_BASE', 'http://rates.example'],
    ['SMTP_URL', 'mail.example:587'],
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'smtp://shop@mail.example'],
    ['SMTP_HOST', 'mail example'],
    ['SMTP_PORT', '0'],
    ['DKIM_DOMAIN', 'shop'],
    ['DKIM_PRIVATE_KEY', 'secret'],
    ['EMAILJS_API_BASE', 'http://emailjs.example'],
    ['S3_BUCKET', 'My Bucket'],
    ['S3_REGION', 'Canada (Central)'],
    ['S3_ENDPOINT', 'http://s3.example'],
    ['S3_PUBLIC_URL', 'cdn.example'],
    ['AIRTABLE_TOKEN', 'pat with blanks'],
    ['AIRTABLE_BASE_ID', 'https://airtable.com/app1'],
    ['AIRTABLE_FIELDS', 'Colour=Hue'],
    ['AIRTABLE_API_BASE', 'http://airtable.example'],
    ['CATALOGUE_SYNC_SECONDS', '4'],
    ['CLOUDINARY_URL', 'https://demo.example'],
    ['CLOUDINARY_URL', 'cloudinary://key@demo'],
    ['CLOUDINARY_URL', 'cloudinary://key:secret@demo?upload_prefix=http://api.example'],
    ['CLOUDINARY_API_BASE', 'http://api.example'],
    ['BACKUP_S3_ENDPOINT', 'http://s3.example'],
    ['BACKUP_TO', 'ftp://host/backups'],
    ['BACKUP_TO', 's3://bucket'],
    ['BACKUP_HOUR', '24'],
    ['BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1ABC'],
  ])('%s=%s stops the start with a sentence that names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} .+\\.$`))
  })

  test('an error message does not repeat a wrong secret', () => {
    expect(() => readConfig({ ADMIN_PASSWORD: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
  })

  test('the secrets journey looks for every secret setting', () => {
    const known = new Set(
      SECRET_RUNS.flatMap(({ suppliers }) => suppliers.flatMap(({ secrets }) => Object.keys(secrets))),
    )
    expect(SETTING_NAMES.filter((name) => isSecret(name) && !known.has(name))).toEqual([])
  })

  test('secrets and passwords in addresses are removed from the log, ordinary words are not', () => {
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

  test('a password in the query of an address is removed too', () => {
    const inQuery = {
      DATABASE_URL: 'postgres://localhost/shop?user=shop&password=s3%26cret&sslpassword=of-the-key',
    }
    expect(readConfig(inQuery).secrets.toSorted()).toEqual(['of-the-key', 's3%26cret', 's3&cret'])
  })

  test('a password with an unescaped percent sign is removed in that spelling', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://shop:100%right@localhost/shop' }).secrets).toEqual([
      '100%right',
    ])
  })

  test('backups in a bucket use keys of their own, or else those of the pictures', () => {
    const pictures = {
      S3_BUCKET: 'pics',
      S3_ACCESS_KEY_ID: 'one',
      S3_SECRET_ACCESS_KEY: 'two',
      S3_REGION: 'eu-west-1',
    }
    const own = { BACKUP_S3_ACCESS_KEY_ID: 'three', BACKUP_S3_SECRET_ACCESS_KEY: 'four' }
    expect(readConfig({}).backups.s3).toBe(null)
    expect(readConfig(pictures).backups.s3).toMatchObject({ accessKeyId: 'one', region: 'eu-west-1' })
    expect(readConfig({ ...pictures, ...own }).backups.s3).toMatchObject({
      accessKeyId: 'three',
      region: 'us-east-1',
    })
    expect(() => readConfig({ BACKUP_S3_ACCESS_KEY_ID: 'three' })).toThrow(
      'BACKUP_S3_SECRET_ACCESS_KEY must be set when BACKUP_S3_ACCESS_KEY_ID is.',
    )
  })

  describe('exchange rates', () => {
    const rates = (settings: Record<string, string>) => readConfig(settings).rates?.settings

    test('come from the built-in table without a key, and from exchangerate-api.com with one', () => {
      expect(readConfig({}).rates).toBe(null)
      expect(rates({ EXCHANGERATE_API_KEY: 'abc123' })).toEqual({
        key: 'abc123',
        apiBase: 'https://v6.exchangerate-api.com',
      })
    })

    test('come from the open endpoint when the key is "open"', () => {
      expect(rates({ EXCHANGERATE_API_KEY: 'open' })).toEqual({
        key: null,
        apiBase: 'https://open.er-api.com',
      })
    })

    test('have the same source whether the address includes the API version or not', () => {
      const base = 'http://127.0.0.1:9'
      for (const EXCHANGERATE_API_BASE of [base, `${base}/`, `${base}/v6`]) {
        expect(rates({ EXCHANGERATE_API_KEY: 'abc', EXCHANGERATE_API_BASE })).toEqual({
          key: 'abc',
          apiBase: base,
        })
      }
    })

    test('cannot have an address without a key', () => {
      expect(() => readConfig({ EXCHANGERATE_API_BASE: 'https://rates.example' })).toThrow(
        'EXCHANGERATE_API_KEY must be set when EXCHANGERATE_API_BASE is.',
      )
    })
  })

  describe('Airtable', () => {
    const table = { AIRTABLE_TOKEN: 'pat1.2', AIRTABLE_BASE_ID: 'app1', AIRTABLE_TABLE: 'Products' }

    test.each([
      ['', 'https://api.airtable.com/v0'],
      ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/v0'],
      ['http://127.0.0.1:4000/v0/', 'http://127.0.0.1:4000/v0'],
    ])('with the address %j is called at %s', (AIRTABLE_API_BASE, api) => {
      expect(readConfig({ ...table, AIRTABLE_API_BASE }).source?.settings).toMatchObject({ api })
    })

    test('may use other column names', () => {
      const { source } = readConfig({ ...table, AIRTABLE_FIELDS: 'Name=Title, Image=Photos' })
      expect(source?.settings).toMatchObject({
        columns: { name: 'Title', pictures: 'Photos', sizes: 'Size' },
      })
    })

    test.each(Object.keys(table))(
      'must be configured completely: without %s the shop does not start',
      (missing) => {
        expect(() => readConfig({ ...table, [missing]: '' })).toThrow(`${missing} must be set when`)
      },
    )

    test('is off without its settings', () => expect(readConfig({}).source).toBeNull())
  })

  describe('location', () => {
    test('is looked up in the built-in table unless the key or the address of ipapi.co is set', () => {
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

  describe('Firebase', () => {
    const keys = { FIREBASE_API_KEY: 'AIza-key', FIREBASE_PROJECT_ID: 'my-shop' }

    test('is used when its key and project are set; otherwise the shop keeps the accounts itself', () => {
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
    ])('with incomplete settings stops the start: %o', (environment, sentence) => {
      expect(() => readConfig(environment)).toThrow(sentence)
    })

    test('allows its emulator only on this machine', () => {
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

    test('is used when all its keys are set, and the test gateway when none is', () => {
      expect(readConfig(keys).gateway?.settings).toEqual({
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_1',
        webhookSecret: 'whsec_1',
        apiBase: null,
      })
      expect(readConfig({}).gateway).toBe(null)
    })

    test.each(Object.keys(keys))(
      'without %s stops the start, because the shop would not learn of payments',
      (name) => {
        expect(() => readConfig({ ...keys, [name]: '' })).toThrow(new RegExp(`^${name} must be set when`))
      },
    )

    test('refuses a test key together with a live one', () => {
      const mixed = { ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
      expect(() => readConfig(mixed)).toThrow(/^STRIPE_PUBLISHABLE_KEY must be of the same mode/)
    })

    test('gets the secret over plain http only on this machine', () => {
      const base = (STRIPE_API_BASE: string) => readConfig({ ...keys, STRIPE_API_BASE }).gateway?.settings
      expect(base('http://127.0.0.1:12111')).toMatchObject({ apiBase: 'http://127.0.0.1:12111' })
      expect(() => base('http://stripe.example')).toThrow(ConfigError)
    })
  })

  describe('mail', () => {
    const emailjs = {
      EMAILJS_SERVICE_ID: 'service_1',
      EMAILJS_PUBLIC_KEY: 'public',
      EMAILJS_PRIVATE_KEY: 'private',
      EMAILJS_TEMPLATE_DEFAULT: 'template_1',
    }

    test('is written to files when no service is set', () => {
      expect(readConfig({}).mail).toBe(null)
    })

    test.each([
      ['smtps://shop:wears%40red@mail.example', 465, 'tls'],
      ['smtp://shop:wears%40red@mail.example', 587, 'starttls'],
      ['smtp://shop:wears%40red@mail.example:80', 80, 'starttls'],
      ['smtp://shop:wears%40red@mail.example:465', 465, 'tls'],
    ])('is sent by SMTP with SMTP_URL=%s', (SMTP_URL, port, security) => {
      const login = { user: 'shop', password: 'wears@red' }
      const { mail } = readConfig({ SMTP_URL })
      expect(mail).toMatchObject({ name: 'smtp', label: 'SMTP' })
      expect(mail?.settings).toEqual({ host: 'mail.example', port, security, login, dkim: null })
    })

    test('sends the password to another machine over TLS only', () => {
      const securityOf = (SMTP_URL: string) => readConfig({ SMTP_URL }).mail?.settings
      expect(securityOf('smtp://127.0.0.1:2525')).toMatchObject({ security: 'local', login: null })
      expect(securityOf('smtp://[::1]:2525')).toMatchObject({ security: 'local', host: '::1' })
      expect(securityOf('smtp://mail.example')).toMatchObject({ security: 'starttls' })
    })

    test('can be set with one variable for each part instead of SMTP_URL', () => {
      const single = { SMTP_HOST: 'mail.example', SMTP_USER: 'shop', SMTP_PASSWORD: 'red' }
      const server = { host: 'mail.example', login: { user: 'shop', password: 'red' } }
      const settings = (more = {}) => readConfig({ ...single, ...more }).mail?.settings
      expect(settings()).toMatchObject({ ...server, port: 587, security: 'starttls' })
      expect(settings({ SMTP_PORT: '465' })).toMatchObject({ ...server, port: 465, security: 'tls' })
    })

    test('accepts a DKIM key on one line', () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      const dkim = { DKIM_DOMAIN: 'shop.example', DKIM_SELECTOR: 's1' }
      const keyIn = (DKIM_PRIVATE_KEY: string) =>
        readConfig({ SMTP_URL: 'smtp://127.0.0.1', ...dkim, DKIM_PRIVATE_KEY }).mail?.settings
      const expected = { dkim: { domain: 'shop.example', selector: 's1', privateKey: pem } }
      expect(keyIn(pem)).toMatchObject(expected)
      expect(keyIn(pem.replaceAll('\n', '\\n'))).toMatchObject(expected)
    })

    test('through EmailJS uses the default template for every mail without a template', () => {
      const own = { EMAILJS_TEMPLATE_ORDER_NOTIFICATION: 'template_2' }
      const { mail } = readConfig({ ...emailjs, ...own })
      expect(mail).toMatchObject({ name: 'emailjs', label: 'EmailJS' })
      expect(mail?.settings).toEqual({
        serviceId: 'service_1',
        publicKey: 'public',
        privateKey: 'private',
        defaultTemplate: 'template_1',
        templates: { 'order-notification': 'template_2' },
        apiBase: 'https://api.emailjs.com',
      })
    })

    test.each([
      [{ SMTP_USER: 'shop' }, 'SMTP_HOST must be set when SMTP_USER is.'],
      [{ SMTP_HOST: 'mail.example', SMTP_USER: 'shop' }, 'SMTP_PASSWORD must be set when SMTP_USER is.'],
      [
        { SMTP_URL: 'smtp://a.example', SMTP_HOST: 'b.example' },
        'SMTP_URL and SMTP_HOST are both set: choose one.',
      ],
      [{ DKIM_DOMAIN: 'shop.example' }, 'DKIM_SELECTOR must be set when DKIM_DOMAIN is.'],
      [
        { ...emailjs, EMAILJS_PRIVATE_KEY: '' },
        'EMAILJS_PRIVATE_KEY must be set when EMAILJS_SERVICE_ID is.',
      ],
      [
        { EMAILJS_TEMPLATE_PASSWORD_RESET: 'template_3' },
        'EMAILJS_SERVICE_ID must be set when EMAILJS_TEMPLATE_PASSWORD_RESET is.',
      ],
      [
        { ...emailjs, SMTP_URL: 'smtp://127.0.0.1' },
        'SMTP_URL and EMAILJS_SERVICE_ID are both set: choose one mail service.',
      ],
    ])('stops the start with %o', (settings, words) => {
      expect(() => readConfig(settings)).toThrow(new ConfigError(words))
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
    ])('with %j has its bucket at %s', (more, address) => {
      expect(readConfig({ ...keys, ...more }).pictures?.settings).toMatchObject({ address, publicUrl: null })
    })

    test.each(Object.keys(keys))('without %s stops the start', (name) => {
      expect(() => readConfig({ ...keys, [name]: '' })).toThrow(new RegExp(`^${name} must be set when S3_`))
    })

    test('stops the start when some settings are missing; without any, pictures are in the data folder', () => {
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

    test('stops the start with only its API address, or together with an S3 bucket', () => {
      expect(() => readConfig({ CLOUDINARY_API_BASE: 'http://127.0.0.1:9' })).toThrow(
        'CLOUDINARY_URL must be set when CLOUDINARY_API_BASE is.',
      )
      expect(() => readConfig({ CLOUDINARY_URL: url, S3_BUCKET: 'brand' })).toThrow(
        'S3_BUCKET and CLOUDINARY_URL are both set: choose one picture store.',
      )
    })

    test('moving pictures reads the settings of both stores, and says which are missing', () => {
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
