import * as v from 'valibot'
import type { Setting } from './setting.ts'

/** Which languages a shop speaks beside its own, by the names that addresses have for them. */
export interface SpokenLanguages {
  fr: boolean
}

/** The languages as a setting: English only, until an owner offers another one. */
export const SPOKEN_LANGUAGES: Setting<SpokenLanguages> = {
  name: 'languages',
  label: 'Languages',
  lead: 'The shop always speaks English. In another language it has every page a second time, at addresses of its own that search engines find; shoppers choose it in the footer. Emails and the page of an order are in the language in which it was placed. The staff area stays English.',
  seenAt: '/shop',
  schema: v.object({ fr: v.boolean() }),
  fallback: { fr: false },
  fields: {
    fr: {
      label: 'French',
      kind: 'yes',
      hint: 'In the French of Quebec, at addresses that begin with /fr. What you wrote yourself, such as the names of products, is in English until you write it in French too.',
    },
  },
}
