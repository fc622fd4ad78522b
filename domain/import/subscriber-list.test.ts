import { expect, test } from 'vitest'
import { findImportTable, importKindOf, unusedHeadings } from './import-table.ts'
import { AS_GUESSED } from './mapping.ts'
import { findSubscriberList, keptCells, readListedSubscriber } from './subscriber-list.ts'

const NOW = Date.UTC(2026, 10, 28)
const SHOPIFY =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Province Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags'.split(
    ',',
  )
const WOOCOMMERCE =
  'Name,Username,Last active,Sign up,Email,Orders,Total spend,AOV,Country / Region,City'.split(',')

test.each([
  ['Shopify’s customers', SHOPIFY, ['email', 'consent']],
  ['Shopify’s older customers', ['First Name', 'Email', 'Accepts Marketing'], ['email', 'consent']],
  ['WooCommerce’s customers', WOOCOMMERCE, ['email']],
  ['Mailchimp', ['Email Address', 'First Name', 'OPTIN_TIME', 'CONFIRM_TIME'], ['email', 'at']],
  [
    'subscribers of a shop like this',
    ['Email', 'State', 'Joined', 'Confirmed', 'Left'],
    ['email', 'consent', 'at'],
  ],
])('%s are found by their headings', (_name, headings, columns) => {
  expect([...(findSubscriberList(headings)?.at.keys() ?? [])].toSorted()).toEqual(columns.toSorted())
  expect(importKindOf(headings)).toBe('subscribers')
})

test.each([
  ['Shopify’s orders', 'Name,Email,Financial Status,Paid at,Accepts Marketing,Lineitem name'],
  ['products', 'Handle,Title,Variant Price'],
  ['prices', 'SKU,Price'],
])('%s are no subscribers', (_name, head) => {
  expect(findSubscriberList(head.split(','))).toBeNull()
})

test('a state of an address is no consent', () => {
  expect(findSubscriberList(['Email', 'State'])?.at.has('consent')).toBe(false)
})

test('of a customer only the email and the consent are kept', () => {
  const columns = findSubscriberList(SHOPIFY)!
  const row = [
    '1',
    'Ada',
    'Prairie',
    ' ADA@Example.com',
    'yes',
    '',
    'Main St 1',
    'Regina',
    'SK',
    'S4P',
    '',
    '+1306',
  ]
  expect(keptCells(columns, row)).toEqual(['', '', '', 'ada@example.com', 'yes', '', '', '', '', '', '', ''])
  expect(unusedHeadings(SHOPIFY)).toContain('Default Address Address1')
  expect(findImportTable(SHOPIFY)?.format).toBe('subscriber-list')
})

const mapping = { ...AS_GUESSED, consentSource: 'Shopify', consentAt: '2025-03-01' }

test.each([
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['2024-02-29 13:05:07 -0500', Date.UTC(2024, 1, 29, 18, 5, 7)],
  ['2024-02-29T13:05:07.123Z', Date.UTC(2024, 1, 29, 13, 5, 7, 123)],
  ['2024-02-29 13:05 UTC', Date.UTC(2024, 1, 29, 13, 5)],
])('the time %s is read', (text, at) => {
  const columns = findSubscriberList(['Email', 'Subscribed', 'Consent time'])!
  const rows = [{ line: 2, cells: ['ada@example.com', 'yes', text] }]
  expect(readListedSubscriber(columns, rows, mapping, NOW)).toEqual({
    email: 'ada@example.com',
    source: 'Shopify',
    at,
  })
})

test.each([
  ['no address', ['ada', 'yes', ''], /not an email/],
  ['no', ['ada@example.com', 'no', ''], /did not agree/],
  ['nothing', ['ada@example.com', '', ''], /did not agree/],
  ['a formula', ['=1+1', 'yes', ''], /not an email/],
  ['no day', ['ada@example.com', 'yes', '29/02/2024'], /not a day/],
  ['a day that is none', ['ada@example.com', 'yes', '2025-02-29'], /not a day/],
  ['a day to come', ['ada@example.com', 'yes', '2030-01-01'], /yet to come/],
])('a row with %s stays out', (_name, cells, words) => {
  const columns = findSubscriberList(['Email', 'Subscribed', 'Consent time'])!
  const read = readListedSubscriber(columns, [{ line: 2, cells }], mapping, NOW)
  expect('fault' in read ? read.fault.message : '').toMatch(words)
})

test('who agreed in one row and not in another did not agree', () => {
  const columns = findSubscriberList(['Email', 'Subscribed'])!
  const rows = [
    { line: 2, cells: ['ada@example.com', 'yes'] },
    { line: 9, cells: ['ADA@example.com', 'no'] },
  ]
  expect(readListedSubscriber(columns, rows, mapping, NOW)).toMatchObject({ fault: { line: 9 } })
})

test('without a column for it, nobody agreed until the owner says so, with source and day', () => {
  const columns = findSubscriberList(['Email'])!
  const rows = [{ line: 2, cells: ['ada@example.com'] }]
  const faultOf = (said: Partial<typeof mapping>) => {
    const read = readListedSubscriber(columns, rows, { ...AS_GUESSED, ...said }, NOW)
    return 'fault' in read ? read.fault.message : null
  }
  expect(faultOf({})).toMatch(/does not say/)
  expect(faultOf({ allAgreed: true })).toMatch(/Where/)
  expect(faultOf({ allAgreed: true, consentSource: 'Market stall' })).toMatch(/When/)
  expect(faultOf({ allAgreed: true, consentSource: 'Market stall', consentAt: '2025-03-01' })).toBeNull()
})
