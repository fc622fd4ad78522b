import { generateKeyPairSync } from 'node:crypto'

/** A supplier's settings with secrets that nothing else contains; its addresses are those of one fake. */
interface SecretSettings {
  /** Settings that are needed with the secrets, and are not secret themselves. */
  others?(fake: string): Record<string, string>
  secrets: Record<string, string>
}

/** Suppliers that are set together: two of one need are in different runs. */
export interface SecretRun {
  what: string
  /** Whether the demo catalogue is on sale, and the first staff account can sign in: no supplier keeps them. */
  isOpen: boolean
  suppliers: readonly SecretSettings[]
}

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

/** Every supplier of the settings. `config.test.ts` fails when a secret setting is missing here. */
export const SECRET_RUNS: readonly SecretRun[] = [
  {
    what: 'payments, rates, location and EmailJS',
    isOpen: true,
    suppliers: [
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
      {
        others: (fake) => ({
          EMAILJS_SERVICE_ID: 'service_1',
          EMAILJS_PUBLIC_KEY: 'public_1',
          EMAILJS_TEMPLATE_DEFAULT: 'template_1',
          EMAILJS_API_BASE: fake,
        }),
        secrets: { EMAILJS_PRIVATE_KEY: 'Gd7wXm3RtYb5' },
      },
      { secrets: { ADMIN_PASSWORD: 'violet-harbour-93' } },
      { secrets: { METRICS_TOKEN: 'amber-lighthouse-41-xq' } },
      { secrets: { CONNECTIONS_KEY: 'cmVkLWNvbm5lY3Rpb25zLXNlY3JldC1rZXktMDAwMDE=' } },
    ],
  },
  {
    what: 'SMTP, Airtable, S3 and Firebase',
    isOpen: false,
    suppliers: [
      {
        others: (fake) => ({
          SMTP_HOST: '127.0.0.1',
          SMTP_PORT: new URL(fake).port,
          SMTP_USER: 'shop',
          DKIM_DOMAIN: 'shop.example',
          DKIM_SELECTOR: 'shop2026',
        }),
        secrets: {
          SMTP_PASSWORD: 'Hn2sJf6KpLc8',
          DKIM_PRIVATE_KEY: privateKey.trim().replaceAll('\n', '\\n'),
        },
      },
      {
        others: (fake) => ({
          AIRTABLE_BASE_ID: 'app123',
          AIRTABLE_TABLE: 'Products',
          AIRTABLE_API_BASE: fake,
        }),
        secrets: { AIRTABLE_TOKEN: 'patBv5.Zx9QaEr4TyUi' },
      },
      {
        others: (fake) => ({ S3_BUCKET: 'pictures', S3_ENDPOINT: fake }),
        secrets: { S3_ACCESS_KEY_ID: 'AKIA5RW8ZQ2M', S3_SECRET_ACCESS_KEY: 'Lm6nOp1QrSt9Uv3W' },
      },
      {
        secrets: {
          BACKUP_S3_ACCESS_KEY_ID: 'AKIAB7Q2XV9T',
          BACKUP_S3_SECRET_ACCESS_KEY: 'Yt4rEw8QaZx2Sd6F',
        },
      },
      {
        others: (fake) => ({
          FIREBASE_PROJECT_ID: 'shop-1',
          FIREBASE_API_BASE: fake,
          FIREBASE_KEYS_URL: `${fake}/keys`,
        }),
        secrets: { FIREBASE_API_KEY: 'AIzaCe8FgHi2JkLm' },
      },
    ],
  },
  {
    what: 'Cloudinary, and a mail server by its address',
    isOpen: false,
    suppliers: [
      {
        others: (fake) => ({
          SMTP_URL: `smtp://shop:Nb4vCx7ZaSd1@127.0.0.1:${new URL(fake).port}`,
          CLOUDINARY_URL: 'cloudinary://123456789012345:Qw3eRt6YuIo9@shop',
          CLOUDINARY_API_BASE: fake,
        }),
        secrets: {
          'the password in SMTP_URL': 'Nb4vCx7ZaSd1',
          'the secret in CLOUDINARY_URL': 'Qw3eRt6YuIo9',
        },
      },
    ],
  },
]

/** A part of a secret that no other text contains: one line of a key of several lines. */
export function uniqueLineOf(secret: string): string {
  return secret.split('\\n')[1] ?? secret
}
