import * as v from 'valibot'
import type { Setting } from './setting.ts'

const DAYS = 'Enter a number of days up to 90, such as 10, or 0.'

/** How many days after delivery customers are asked how their pieces fit; 0: they are not, as at first. */
export const FIT: Setting<{ days: string }> = {
  name: 'fit',
  label: 'How it fits',
  lead: 'An email asks customers some days after delivery how each piece fits: small, true to size or large. From five answers on the page of a product and its size chart say so. Who does not want these emails unsubscribes with one click, or under Your orders.',
  schema: v.object({ days: v.pipe(v.string(), v.trim(), v.regex(/^([0-9]|[1-8][0-9]|90)$/, DAYS)) }),
  fallback: { days: '0' },
  fields: {
    days: {
      label: 'Days after delivery',
      kind: 'line',
      hint: '0: nobody is asked. A parcel counts as delivered when the days that it takes are over (Returns). Orders whose time came more than two weeks ago are not asked.',
    },
  },
}
