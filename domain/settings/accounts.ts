import * as v from 'valibot'
import {
  ACCOUNT_KINDS,
  accountOf,
  ACCOUNTS,
  type AccountKind,
  type FindAccount,
} from '#domain/books/accounts.ts'
import { recordOf } from '#domain/record-of.ts'
import { requiredSettingLine, settingLines } from './setting-text.ts'
import type { Setting, SettingField } from './setting.ts'

const MAX_ACCOUNT_LENGTH = 80
const MAX_OWN_LENGTH = 8_000
const ACCOUNT = /^[\dA-Z][\w.-]{0,9} [\p{L}\p{N}][^\t]*$/u
const OWN_LINE = /^(\S.*?) ?= ?([\dA-Z][\w.-]{0,9} [\p{L}\p{N}].*)$/u

/** Number and name of each account; `own`: lines of names within an account that have another one. */
export type AccountsSetting = Record<AccountKind, string> & { own: string; xeroTaxRate: string }

const account = v.pipe(
  requiredSettingLine(MAX_ACCOUNT_LENGTH, 'Enter a number and a name.'),
  v.regex(ACCOUNT, 'Enter a number, a space and a name, such as 4000 Sales.'),
)

/** The owner's chart of accounts. */
export const ACCOUNTS_SETTING: Setting<AccountsSetting> = {
  name: 'accounts',
  label: 'Chart of accounts',
  lead: 'The accounts of the books, each by its number and its name, as your bookkeeping program has them. Check the choice with your accountant.',
  schema: v.object({
    ...v.entriesFromList(ACCOUNT_KINDS, account),
    own: v.pipe(
      settingLines(MAX_OWN_LENGTH),
      v.check(
        (text) => text.split('\n').every((line) => line.trim() === '' || OWN_LINE.test(line.trim())),
        'Write a line for each, such as QST, Quebec, Canada = 2230 QST payable.',
      ),
    ),
    xeroTaxRate: requiredSettingLine(MAX_ACCOUNT_LENGTH, 'Enter the name of a tax rate.'),
  }),
  fallback: {
    ...recordOf<Record<AccountKind, string>>(ACCOUNT_KINDS, (kind) => ACCOUNTS[kind].first),
    own: '',
    xeroTaxRate: 'Tax Exempt',
  },
  fields: {
    ...recordOf<Record<AccountKind, SettingField>>(ACCOUNT_KINDS, (kind) => ({
      label: ACCOUNTS[kind].label,
      kind: 'line',
    })),
    own: {
      label: 'Accounts of single taxes or payment providers',
      kind: 'lines',
      rows: 6,
      hint: 'A line for each, by its name in the books: QST, Quebec, Canada = 2230 QST payable. Others are in the account above.',
    },
    xeroTaxRate: {
      label: 'Tax rate in files for Xero',
      kind: 'line',
      hint: 'The name of a rate without tax in your Xero, because taxes have lines of their own.',
    },
  },
}

/** Which account a posting is in, as the owner has it. */
export function chartOf(setting: AccountsSetting): FindAccount {
  const own = new Map(
    setting.own.split('\n').flatMap((line) => {
      const found = OWN_LINE.exec(line.trim())
      return found ? [[found[1]!.trim(), accountOf(found[2]!)] as const] : []
    }),
  )
  return ({ account: kind, name }) => {
    const { root } = ACCOUNTS[kind]
    return { root, ...((name !== '' && own.get(name)) || accountOf(setting[kind])) }
  }
}
