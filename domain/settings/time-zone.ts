import * as v from 'valibot'
import type { Setting } from './setting.ts'

/** The time zone in which days begin and times are shown: an IANA name. */
export interface ShopTimeZone {
  timeZone: string
}

/** Whether a text is the name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** The time zone of the shop as a setting. */
export const TIME_ZONE: Setting<ShopTimeZone> = {
  name: 'time-zone',
  label: 'Time zone',
  lead: 'Days begin and end in this time zone: in the overview, in lists of orders and in exports. Staff see all times in it.',
  schema: v.object({
    timeZone: v.pipe(
      v.string('Choose a time zone.'),
      v.trim(),
      v.check(isTimeZone, 'Enter the name of a time zone, such as America/Regina.'),
    ),
  }),
  fallback: { timeZone: 'America/Regina' },
  fields: {
    timeZone: {
      label: 'Time zone',
      kind: 'time-zone',
      hint: 'The name of the nearest city, such as America/Regina.',
    },
  },
  variables: { timeZone: 'SHOP_TIME_ZONE' },
}
