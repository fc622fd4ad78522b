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
}

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
  }),
  fallback: { senderName: shop, footer: sender },
  fields: {
    senderName: {
      label: 'Sender’s name',
      kind: 'line',
      hint: 'The address of the sender is set on the server.',
    },
    footer: { label: 'Footer', kind: 'lines', rows: 3 },
  },
  variables: { senderName: 'MAIL_FROM' },
}
