import { expect, test } from 'vitest'
import { ACCOUNTS_SETTING, chartOf } from '#domain/settings/accounts.ts'
import { keysOf } from '#domain/record-of.ts'
import { BOOK_FORMATS, type BookFormatName, type FileEntry } from './formats.ts'

const POSTINGS: FileEntry['postings'] = [
  { account: 'sales', name: '', amount: -40_00 },
  { account: 'taxes', name: 'QST, Quebec, Canada', amount: -3_99 },
  { account: 'gatewayDue', name: 'stripe', amount: 43_99 },
]
const ENTRY: FileEntry = {
  number: '17',
  day: '2026-11-26',
  kind: 'sale',
  orderNumber: 'R-7K3M-9QX2',
  postings: POSTINGS,
}

function written(format: BookFormatName, changes: Partial<FileEntry> = {}, own = '') {
  const entry = { ...ENTRY, ...changes }
  const setting = { ...ACCOUNTS_SETTING.fallback, own }
  const terms = { chart: chartOf(setting), names: entry.postings, xeroTaxRate: setting.xeroTaxRate }
  const { head, entry: write } = BOOK_FORMATS[format]
  return (head(terms) + write(entry, terms)).replace('\uFEFF', '').replaceAll('\r\n', '\n')
}

test('a file for hledger declares its accounts, and writes debits first', () => {
  expect(written('hledger')).toBe(`commodity 1000.00 CAD
account income:4000 Sales
account liabilities:2200 Sales taxes:QST, Quebec, Canada
account assets:1100 Card payments to come:stripe

2026-11-26 (17) Order paid R-7K3M-9QX2
    assets:1100 Card payments to come:stripe  43.99 CAD
    liabilities:2200 Sales taxes:QST, Quebec, Canada  -3.99 CAD
    income:4000 Sales  -40.00 CAD
`)
})

test('a file for Beancount opens its accounts, whose names have letters, digits and hyphens', () => {
  expect(written('beancount', {}, 'stripe = 1105 Zahlungen für uns')).toBe(`option "operating_currency" "CAD"
1970-01-01 open Income:4000-sales CAD
1970-01-01 open Liabilities:2200-sales-taxes:Qst-quebec-canada CAD
1970-01-01 open Assets:1105-zahlungen-fur-uns:Stripe CAD

2026-11-26 * "Order paid R-7K3M-9QX2" ^R-7K3M-9QX2
  Assets:1105-zahlungen-fur-uns:Stripe  43.99 CAD
  Liabilities:2200-sales-taxes:Qst-quebec-canada  -3.99 CAD
  Income:4000-sales  -40.00 CAD
`)
})

test('files for QuickBooks and Xero have their headings, dates, and account names or numbers', () => {
  expect(written('quickbooks')).toBe(`JournalNo,JournalDate,AccountName,Debits,Credits,Description
17,11/26/2026,Card payments to come,43.99,,"Order paid R-7K3M-9QX2, stripe"
17,11/26/2026,Sales taxes,,3.99,"Order paid R-7K3M-9QX2, QST, Quebec, Canada"
17,11/26/2026,Sales,,40.00,Order paid R-7K3M-9QX2
`)
  expect(written('iif')).toBe(`!TRNS\tTRNSTYPE\tDATE\tACCNT\tAMOUNT\tDOCNUM\tMEMO
!SPL\tTRNSTYPE\tDATE\tACCNT\tAMOUNT\tDOCNUM\tMEMO
!ENDTRNS
TRNS\tGENERAL JOURNAL\t11/26/2026\tCard payments to come\t43.99\t17\tOrder paid R-7K3M-9QX2, stripe
SPL\tGENERAL JOURNAL\t11/26/2026\tSales taxes\t-3.99\t17\tOrder paid R-7K3M-9QX2, QST, Quebec, Canada
SPL\tGENERAL JOURNAL\t11/26/2026\tSales\t-40.00\t17\tOrder paid R-7K3M-9QX2
ENDTRNS
`)
  expect(written('xero', {}, 'QST, Quebec, Canada = 2230 QST payable')).toBe(
    `*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount
17 Order paid R-7K3M-9QX2,26 Nov 2026,stripe,1100,Tax Exempt,43.99
17 Order paid R-7K3M-9QX2,26 Nov 2026,"QST, Quebec, Canada",2230,Tax Exempt,-3.99
17 Order paid R-7K3M-9QX2,26 Nov 2026,Sales,4000,Tax Exempt,-40.00
`,
  )
})

test('an entry of a whole day says so', () => {
  expect(written('csv', { kind: null, orderNumber: null, number: '2026-11-26' })).toBe(
    `Date,Entry,What,Order,Account,Account name,Of,Debit,Credit,Currency
2026-11-26,2026-11-26,All of the day,,1100,Card payments to come,stripe,43.99,,CAD
2026-11-26,2026-11-26,All of the day,,2200,Sales taxes,"QST, Quebec, Canada",,3.99,CAD
2026-11-26,2026-11-26,All of the day,,4000,Sales,,,40.00,CAD
`,
  )
})

test.each(keysOf(BOOK_FORMATS))(
  'the name of a tax is no formula, comment or further line in %s',
  (format) => {
    const name = '=cmd|calc\n2026-01-01 x ; "y": {z}\t@'
    const postings = POSTINGS.map((one) => (one.account === 'taxes' ? { ...one, name } : one))
    const text = written(format, { postings })
    // A quoted cell may have lines.
    const lines = text.replaceAll(/"[^"]*"/g, '').split('\n')
    if (format !== 'csv' && format !== 'xero') expect(lines).toHaveLength(written(format).split('\n').length)
    expect(text).not.toMatch(/(^|[,\t])"?=/m)
  },
)
