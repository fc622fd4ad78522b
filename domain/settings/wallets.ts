import * as v from 'valibot'
import { WALLET_KINDS, type Wallet } from '#domain/checkout/wallet.ts'
import { recordOf } from '#domain/record-of.ts'
import type { Setting, SettingField } from './setting.ts'
import { settingLines } from './setting-text.ts'

/** The pages that may have buttons of wallets. */
export const WALLET_PLACES = ['product', 'cart', 'checkout'] as const

/** A page that may have buttons of wallets. */
export type WalletPlace = (typeof WALLET_PLACES)[number]

/** Where the buttons are, and for which wallets. `domainFile`: by which Apple knows that the domain is the shop's. */
export type WalletsSetting = Record<WalletPlace | Wallet, boolean> & { domainFile: string }

const MAX_DOMAIN_FILE_LENGTH = 20_000
const fields = [...WALLET_PLACES, ...WALLET_KINDS] as const
const yes = (label: string): SettingField => ({ label, kind: 'yes' })

/** The wallets as a setting. The test wallet is off, because it would be the only one that is always there. */
export const WALLETS: Setting<WalletsSetting> = {
  name: 'wallets',
  label: 'Wallets',
  lead: 'Buttons such as Apple Pay, with which shoppers buy without filling in a form. They are there when the payment provider’s account allows the wallet and the shopper’s browser has it.',
  seenAt: '/cart',
  schema: v.object({
    ...v.entriesFromList(fields, v.boolean()),
    domainFile: v.pipe(
      settingLines(MAX_DOMAIN_FILE_LENGTH),
      v.regex(/^[\x20-\x7E\n]*$/, 'Paste the file as it is: it has letters and digits only.'),
    ),
  }),
  fallback: {
    ...recordOf<Record<(typeof fields)[number], boolean>>(fields, (field) => field !== 'test'),
    domainFile: '',
  },
  fields: {
    product: yes('Buttons on the page of a product'),
    cart: yes('Buttons in the cart'),
    checkout: yes('Buttons at the checkout'),
    applePay: yes('Apple Pay'),
    googlePay: yes('Google Pay'),
    link: yes('Link, with saved cards'),
    paypal: yes('PayPal'),
    klarna: yes('Klarna'),
    test: {
      ...yes('Test wallet'),
      hint: 'Test wallet, while the shop is in test mode: to try the way of a wallet. It takes no money.',
    },
    domainFile: {
      label: 'Domain file for Apple Pay',
      kind: 'lines',
      rows: 4,
      hint: 'The content of apple-developer-merchantid-domain-association, if the payment provider gives you that file. The shop serves it where Apple looks for it.',
    },
  },
}
