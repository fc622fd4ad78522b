import * as v from 'valibot'
import type { ChargeableCurrency } from '#domain/charged-currency.ts'
import { CHARGEABLE_CURRENCIES, currencyName, RATES_BASE } from '#domain/currency.ts'
import type { Setting } from './setting.ts'

/** The currency in which the shop sets its prices and charges. */
export interface ChargedCurrency {
  charged: ChargeableCurrency
}

/** The charged currency as a setting. It never changes again once money has moved (`change-currency.ts`). */
export const CHARGED_CURRENCY: Setting<ChargedCurrency> = {
  name: 'currency',
  label: 'Currency',
  lead: 'What prices are set in and shoppers are charged in. Choose it before the first order is paid: afterwards it stays. Amounts keep their numbers: a price of 50.00 is 50.00 in the new currency, and so are shipping and promotions, so look through them. Visitors still see prices in a currency of their own.',
  seenAt: '/shop',
  schema: v.object({ charged: v.picklist(CHARGEABLE_CURRENCIES, 'Choose one of these currencies.') }),
  fallback: { charged: RATES_BASE },
  fields: {
    charged: {
      label: 'Currency',
      kind: 'choice',
      choices: Object.fromEntries(
        CHARGEABLE_CURRENCIES.map((code) => [code, `${currencyName(code)} (${code})`]),
      ),
    },
  },
}
