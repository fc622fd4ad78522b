import type { Wallet } from '#domain/checkout/wallet.ts'
import type { Cents } from '#domain/money.ts'
import type { Customer } from '#domain/orders/order.ts'
import type { Destination } from '#domain/places/place.ts'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'
import type { CardBox } from './card-box.ts'

/** A way to ship, as the sheet of a wallet shows it. */
export interface WalletRate {
  id: string
  name: string
  amount: Cents
  /** `7 to 14 business days`. */
  days: string
}

/**
 * What the sheet of a wallet shows, in cents: exactly what the server says. The rows add up to the total, which is
 * what gift cards leave to pay; the first rate is the chosen one.
 */
export interface WalletSheet {
  total: Cents
  rows: readonly { label: string; amount: number }[]
  rates: readonly WalletRate[]
}

/** The sheet after a choice, or why it cannot be made. */
export type SheetAnswer = { sheet: WalletSheet } | { refusal: string }

/** The props of the buttons of any gateway: its wallets report what the shopper does in them. */
export interface WalletButtonsProps {
  settings: CardEntry['settings']
  wallets: readonly Wallet[]
  /** Not gift cards alone: the sheet asks for an address and offers rates. */
  isShipped: boolean
  /** What the sheet would ask for now, in cents. */
  total: Cents
  /** Whether any wallet can be used in this browser. */
  onReady(isAvailable: boolean): void
  /** The shopper opens a sheet. Null: there is nothing to pay by a wallet. */
  open(): WalletSheet | null
  /**
   * Before they pay, wallets tell no name and no street, and of some countries only the beginning of the postal code.
   * The region may be its code.
   */
  chooseAddress(address: Destination): Promise<SheetAnswer>
  chooseRate(id: string): Promise<SheetAnswer>
  /** The shopper pays, with the card behind `box`. Why nothing was charged; null: the page leaves for the order. */
  confirm(payer: Customer, box: CardBox): Promise<string | null>
}
