import type { Ref } from 'react'
import type { Cents } from '#domain/money.ts'

/** Which gateway takes the card, and what the browser may know of it. */
export type CardEntry = { gateway: 'test' } | { gateway: 'stripe'; publishableKey: string }

/** Who pays, with the names that card gateways use (spec 7). */
export interface BillingDetails {
  name: string
  email: string
  phone: string
  address: { line1: string; city: string; country: string; postal_code: string }
}

/** How a confirmation ended: the payment's status at the gateway, or the gateway's message for the shopper. */
export type CardConfirmation = { status: string } | { error: string }

/** The card entry of one gateway. Card data stays inside it: the checkout only ever sees how it ended. */
export interface CardBox {
  /** Points out what is missing in the entry and moves the focus there; false when something is. */
  check(): boolean
  confirm(clientSecret: string, billing: BillingDetails): Promise<CardConfirmation>
}

/** What the checkout gives every card box. */
export interface CardBoxProps {
  ref: Ref<CardBox>
  entry: CardEntry
  /** Nothing may be typed while a payment is under way. */
  disabled: boolean
  /** What will be charged, for a confirmation step that names it. */
  total: Cents
  /** Told when a card can be entered, and when it no longer can. */
  onReady(ready: boolean): void
}
