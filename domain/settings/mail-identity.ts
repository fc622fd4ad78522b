import * as v from 'valibot'
import { sender, shop } from '#words/en/mails/layout.ts'
import type { Setting } from './setting.ts'
import { requiredSettingLine, settingLines } from './setting-text.ts'

/** What every email of the shop says about its sender. */
export interface MailIdentity {
  /** The name before the address of the sender. */
  senderName: string
  /** The lines at the end. */
  footer: string
  /** The most newsletters and reminders in an hour, all together; empty: as many as the mail service takes. */
  perHour: (typeof PACES)[number]
}

const PACES = ['', '50', '200', '500', '1000', '3600'] as const

const HEADER = /["<>@,;:\\[\]()]/

/** The sender of emails as a setting. */
export const MAIL_IDENTITY: Setting<MailIdentity> = {
  name: 'mails',
  label: 'Emails',
  lead: 'Who the shop’s emails come from, and the lines at the end of each.',
  schema: v.object({
    senderName: v.pipe(
      requiredSettingLine(60, 'Enter the name of the sender.'),
      v.check(
        (name) => !HEADER.test(name),
        'Use letters, digits and spaces: no quotes, brackets, commas or @.',
      ),
    ),
    footer: settingLines(600),
    perHour: v.optional(v.picklist(PACES, 'Choose how many.'), ''),
  }),
  fallback: { senderName: shop, footer: sender, perHour: '' },
  fields: {
    senderName: {
      label: 'Sender’s name',
      kind: 'line',
      hint: 'The address of the sender is set on the server.',
    },
    footer: { label: 'Footer', kind: 'lines', rows: 3 },
    perHour: {
      label: 'Newsletters and reminders in an hour',
      kind: 'choice',
      choices: {
        '': 'As many as the mail service takes',
        50: '50',
        200: '200',
        500: '500',
        1000: '1,000',
        3600: '3,600',
      },
      hint: 'Below the limit of your mail service. Emails about orders are not counted and always go first.',
    },
  },
  variables: { senderName: 'MAIL_FROM' },
}
