import * as v from 'valibot'
import type { Setting } from './setting.ts'
import { settingLine, settingLink } from './setting-text.ts'

/** The bar above every page of the shop; none while the text is empty. */
export interface Announcement {
  text: string
  /** Where the text leads, or empty. */
  link: string
}

/** The announcement bar as a setting: without a text until an owner writes one. */
export const ANNOUNCEMENT: Setting<Announcement> = {
  name: 'announcement',
  label: 'Announcement bar',
  lead: 'One line above every page of the shop. Leave the text empty for none.',
  seenAt: '/shop',
  schema: v.object({ text: settingLine(160), link: settingLink }),
  fallback: { text: '', link: '' },
  fields: {
    text: { label: 'Text', kind: 'line', hint: 'Up to 160 characters.' },
    link: {
      label: 'Link target',
      kind: 'address',
      hint: 'Optional: a page of this shop, such as /shop, or a full address.',
    },
  },
}
