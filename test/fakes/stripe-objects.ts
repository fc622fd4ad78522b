import type Stripe from 'stripe'

export interface Intent {
  id: string
  object: 'payment_intent'
  client_secret: string
  status: string
  amount: number
  amount_received: number
  currency: string
  /** In epoch seconds. */
  created: number
  livemode: boolean
  metadata: Record<string, string>
  last_payment_error: object | null
  latest_charge: string | null
}

/** Refunds and disputes have the shape of the SDK's own types: Stripe's document of 2023 knows less of them. */
export type Refund = Pick<Stripe.Refund, 'object' | 'currency' | 'failure_reason' | 'id' | 'amount'> & {
  payment_intent: string
  status: string
  metadata: Record<string, string>
}

export type Dispute = Pick<
  Stripe.Dispute,
  'object' | 'id' | 'amount' | 'currency' | 'reason' | 'status' | 'livemode' | 'metadata'
> & { payment_intent: string }

export type EventType = Extract<
  Stripe.Event.Type,
  | `payment_intent.${'succeeded' | 'payment_failed' | 'canceled'}`
  | `refund.${'updated' | 'failed'}`
  | `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`
>

export interface StripeEvent {
  id: string
  object: 'event'
  type: EventType
  livemode: boolean
  data: { object: Intent | Refund | Dispute }
}
