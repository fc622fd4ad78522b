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
  schema: v.object({
    timeZone: v.pipe(
      v.string('Choose a time zone.'),
      v.trim(),
      v.check(isTimeZone, 'Enter the name of a time zone, such as America/Regina.'),
    ),
  }),
  fallback: { timeZone: 'America/Regina' },
  fields: { timeZone: 'Time zone' },
  variables: { timeZone: 'SHOP_TIME_ZONE' },
}
