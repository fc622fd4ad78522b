import * as v from 'valibot'
import * as words from '#words/en/frame.ts'
import { place } from '#words/en/pages/policies.ts'
import type { Setting } from './setting.ts'
import { requiredSettingLine, settingLines } from './setting-text.ts'

/** The name of the shop, and where it is. */
export interface ShopIdentity {
  name: string
  /** The postal address below the name; on several lines. */
  address: string
  /** What the numbers of new orders begin with, before a hyphen. */
  orderPrefix: string
}

/** Whether the shop has the name that it starts with: what the first texts tell of that shop holds of no other one. */
export function hasFirstName(name: string): boolean {
  return name === words.brand
}

/** The address that pages show: that of the first shop is no other one's. */
export function addressOf({ name, address }: Pick<ShopIdentity, 'name' | 'address'>): string {
  return address === place && !hasFirstName(name) ? '' : address
}

const FIRST_PREFIX = 'R'

/** The name and address of the shop as a setting. */
export const SHOP_IDENTITY: Setting<ShopIdentity> = {
  name: 'shop',
  label: 'Shop name and address',
  lead: 'The name appears on every page and packing slip, in search results and link previews, in the product feed and in emails. The original name has a drawn logo; any other name is set in the same typeface.',
  seenAt: '/privacy-policy',
  schema: v.object({
    name: requiredSettingLine(60, 'Enter the name of the shop.'),
    address: settingLines(300),
    orderPrefix: v.optional(
      v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z]{1,3}$/, 'Enter one to three letters.')),
      FIRST_PREFIX,
    ),
  }),
  fallback: { name: words.brand, address: place, orderPrefix: FIRST_PREFIX },
  fields: {
    name: { label: 'Shop name', kind: 'line' },
    address: {
      label: 'Address',
      kind: 'lines',
      rows: 4,
      hint: 'Shown below the name on the privacy policy. The country and region that decide taxes, pickup and customs are under Taxes.',
    },
    orderPrefix: {
      label: 'Order numbers begin with',
      kind: 'line',
      hint: 'One to three letters: R makes R-7K3M-9QX2. Orders keep the number that they have.',
    },
  },
}
