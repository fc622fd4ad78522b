import * as v from 'valibot'
import type { Setting } from './setting.ts'

/** Who sees the lowest price of the 30 days before a reduction beside it: whoever pays as in the EU, or everyone. */
export const PRIOR_PRICE: Setting<{ everywhere: boolean }> = {
  name: 'prior-price',
  label: 'Reduced prices',
  lead: 'Beside a reduced price, a product’s page shows the lowest price of the 30 days before the reduction began, as the EU asks of whoever sells there: to shoppers who see prices in a currency of the EU, unless you show it to everyone. Check with your lawyer what applies to you.',
  seenAt: '/shop',
  schema: v.object({ everywhere: v.boolean() }),
  fallback: { everywhere: false },
  fields: {
    everywhere: { label: 'Show the lowest price of the 30 days before to everyone', kind: 'yes' },
  },
}
