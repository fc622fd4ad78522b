import { keysOf } from '#domain/record-of.ts'

/** What an account is: the root of its name in plain text accounting, and the side on which it usually stands. */
export type AccountRoot = 'assets' | 'liabilities' | 'income' | 'expenses'

/**
 * Every account of the books, what it holds, and its number and name until owners choose others. Check the choice with
 * an accountant: the numbers follow the usual ranges, and no law.
 */
export const ACCOUNTS = {
  bank: { root: 'assets', label: 'Payouts to the bank', first: '1000 Bank' },
  cash: { root: 'assets', label: 'Cash', first: '1010 Cash' },
  cardTerminal: { root: 'assets', label: 'Card terminal', first: '1020 Card terminal' },
  bankTransfer: { root: 'assets', label: 'Bank transfers', first: '1030 Bank transfers' },
  byHand: { root: 'assets', label: 'Refunds by hand', first: '1040 Refunds by hand' },
  gatewayDue: {
    root: 'assets',
    label: 'Payments that the payment provider has not settled',
    first: '1100 Card payments to come',
  },
  gatewayBalance: {
    root: 'assets',
    label: 'Balance at the payment provider',
    first: '1110 Balance at payment provider',
  },
  gatewayOther: {
    root: 'assets',
    label: 'Of the payment provider, without an order',
    first: '1190 Payment provider unmatched',
  },
  customers: {
    root: 'assets',
    label: 'What customers owe, or paid beyond their orders',
    first: '1200 Customer balances',
  },
  taxes: { root: 'liabilities', label: 'Sales taxes', first: '2200 Sales taxes' },
  giftCards: { root: 'liabilities', label: 'Gift cards that are not used', first: '2300 Gift cards' },
  storeCredit: { root: 'liabilities', label: 'Store credit', first: '2310 Store credit' },
  cardsBetween: {
    root: 'liabilities',
    label: 'Gift cards and store credit between order and card',
    first: '2320 Gift card clearing',
  },
  sales: { root: 'income', label: 'Sales', first: '4000 Sales' },
  discounts: { root: 'income', label: 'Discounts and price changes', first: '4100 Discounts' },
  returns: { root: 'income', label: 'Refunded items', first: '4200 Refunded items' },
  shipping: { root: 'income', label: 'Shipping', first: '4300 Shipping' },
  duty: { root: 'income', label: 'Import duty that customers paid', first: '4400 Import duty collected' },
  returnFees: { root: 'income', label: 'Fees kept of returns', first: '4500 Return fees' },
  gatewayFees: { root: 'expenses', label: 'Fees of the payment provider', first: '6100 Payment fees' },
  given: {
    root: 'expenses',
    label: 'Gift cards and store credit given away',
    first: '6200 Gift cards given',
  },
} as const satisfies Record<string, { root: AccountRoot; label: string; first: string }>

/** A kind of account, as stored with a posting. */
export type AccountKind = keyof typeof ACCOUNTS

/** Every kind, in the order of their first numbers. */
export const ACCOUNT_KINDS = keysOf(ACCOUNTS)

/** An account as the owner calls it. */
export interface Account {
  number: string
  name: string
}

/** `4000 Sales` in its parts. */
export function accountOf(text: string): Account {
  const [number = '', ...name] = text.split(' ')
  return { number, name: name.join(' ') }
}

/** The account of a posting. `name`: within its kind, such as of a tax. */
export type FindAccount = (posting: { account: AccountKind; name: string }) => Account & { root: AccountRoot }
