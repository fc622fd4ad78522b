import * as v from 'valibot'
import { COUNTRIES } from '#domain/places/countries.ts'
import type { Setting } from './setting.ts'
import { settingLine } from './setting-text.ts'

/** The members of the European Union. */
const EU =
  'AT, BE, BG, CY, CZ, DE, DK, EE, ES, FI, FR, GR, HR, HU, IE, IT, LT, LU, LV, MT, NL, PL, PT, RO, SE, SI, SK'

const MAX_LENGTH = 1_000

/** The two-letter codes in a text, in its order. */
export function countryCodes(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '')
}

/** Whose consumers may withdraw from a contract, by country; empty: nobody may. */
export const WITHDRAWAL: Setting<{ countries: string }> = {
  name: 'withdrawal',
  label: 'Withdrawal',
  lead: 'Whoever sells online to consumers in the European Union has to offer a function by which they withdraw from the contract. It is linked at the end of every page as long as you ship to one of these countries, in the confirmation of an order and on its page. Check with your lawyer what applies to you.',
  seenAt: '/withdraw',
  schema: v.object({
    countries: v.pipe(
      settingLine(MAX_LENGTH),
      v.transform((text) => [...new Set(countryCodes(text))].join(', ')),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return
        const unknown = countryCodes(dataset.value).find(
          (code) => !COUNTRIES.some((one) => one.code === code),
        )
        if (unknown) addIssue({ message: `There is no country ${unknown}. Enter codes such as DE, FR.` })
      }),
    ),
  }),
  fallback: { countries: EU },
  fields: {
    countries: {
      label: 'Countries whose consumers may withdraw',
      kind: 'line',
      hint: 'Two-letter codes with commas, such as DE, FR, IT. Empty: the shop offers no withdrawal.',
    },
  },
}
