import type { Ref } from 'react'
import type { Cents } from '#domain/money.ts'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'

/** The payer, in the field names of card gateways (spec 7). */
export interface BillingDetails {
  name: string
  email: string
  phone: string
  /** Not where nothing is shipped. */
  address?: { line1: string; city: string; country: string; postal_code: string }
}

/**
 * The result of a confirmation: the status of the payment or card check at the gateway, or the gateway's message for
 * the shopper. `isUnconfirmed`: the gateway may have charged the card all the same.
 */
export type CardConfirmation = { status: string } | { error: string; isUnconfirmed?: boolean }

/**
 * The card entry of one gateway, or its button of a wallet. Card data stays inside it: the checkout only sees the
 * result.
 */
export interface CardBox {
  /** Marks missing fields and moves the focus there; false when something is missing. */
  check(): boolean
  /**
   * Opens the window of a wallet that was chosen in the box, which browsers allow only while they handle the tap.
   * Returns why the shopper cannot pay, in the gateway's words; null when nothing is wrong.
   */
  collect?(): Promise<string | null>
  /** Some methods lead to another site, which leads back to this page: then this never ends. */
  confirm(clientSecret: string, billing: BillingDetails): Promise<CardConfirmation>
}

/** The props of every card box. */
export interface CardBoxProps {
  ref: Ref<CardBox>
  /** The settings of the gateway that the browser may know. */
  settings: CardEntry['settings']
  /** Input is disabled during a payment. */
  disabled: boolean
  /** The amount to be charged, for a confirmation step that shows it; null: the card is only checked. */
  total: Cents | null
  /** Called when the card entry becomes ready, and when it stops being ready. */
  onReady(ready: boolean): void
}
