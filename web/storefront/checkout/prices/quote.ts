import * as v from 'valibot'
import { codesSchema, type ShownCode } from '#web/visitor/codes.ts'
import { serverTotalsSchema } from '#web/visitor/server-totals.ts'
import { isChoice } from '#domain/checkout/checkout-choices.ts'
import type { CartTotals } from '#domain/checkout/pricing.ts'
import type { Destination } from '#domain/places/place.ts'
import type { ShippingOffer } from '#domain/checkout/shipping/shipping-methods.ts'

/** What the server says about shipping a cart. `problem`: why it cannot be sent there, by the field of the checkout. */
export interface Quote {
  totals: CartTotals
  methods: ShippingOffer[]
  /** The method of the totals. */
  method: string | null
  problem: { field: string; message: string } | null
  /** Who pays import duty; null where owners have not said. */
  note: string | null
  /** What the codes of promotions do. */
  codes: ShownCode[]
}

/** A quote, and the destination that it is about. */
export interface Answered {
  quote: Quote
  destination: Destination | null
}

/** A quote while the shopper is at a destination: a problem with an earlier one is no longer shown. */
export function quoteAt({ quote, destination }: Answered, now: Destination | null): Quote {
  const isSame = JSON.stringify(destination) === JSON.stringify(now)
  return isSame || quote.problem === null ? quote : { ...quote, problem: null }
}

const quoteSchema = v.object({
  totals: serverTotalsSchema,
  shipping: v.object({
    methods: v.array(
      v.custom<ShippingOffer>((value) => typeof value === 'object' && value !== null && 'price' in value),
    ),
    method: v.nullable(v.string()),
    problem: v.optional(v.nullable(v.object({ path: v.string(), message: v.string() })), null),
    note: v.optional(v.nullable(v.string()), null),
  }),
  codes: codesSchema,
})

/** Reads a quote of the server, in an answer about a price or a refusal; null when there is none. */
export function readQuote(body: unknown): Quote | null {
  const read = v.safeParse(quoteSchema, body)
  if (!read.success) return null
  const { totals, shipping, codes } = read.output
  const { problem } = shipping
  return {
    ...shipping,
    totals,
    codes,
    problem: problem && { field: fieldAt(problem.path), message: problem.message },
  }
}

/** The form field at a path of the request: of the customer, or a choice; empty where there is none. */
export function fieldAt(path: string): string {
  const customer = '/customer/'
  if (path.startsWith(customer)) return path.slice(customer.length)
  const choice = path.slice(1)
  return isChoice(choice) ? choice : ''
}
