import * as v from 'valibot'

/** The levels of risk from which on an order can be held, the lowest first. */
export const RISK_LEVELS = ['normal', 'elevated', 'highest'] as const

/** How risky a gateway finds a payment. */
export type RiskLevel = (typeof RISK_LEVELS)[number]

const checkSchema = v.picklist(['passed', 'failed', 'unknown'])

/** What the bank said of a part of the card. */
export type CardCheck = v.InferOutput<typeof checkSchema>

/** How the level is stored with its payment. */
export const paymentRiskSchema = v.object({
  level: v.nullable(v.picklist(RISK_LEVELS)),
  score: v.nullable(v.number()),
  /** In the gateway's words; empty where it gives no reason. */
  reason: v.string(),
  cvc: checkSchema,
  postal: checkSchema,
  /** Of the card: a two-letter code; empty where it is unknown. */
  country: v.string(),
})

/** What a gateway tells of the risk of a payment. `level` is null where it did not assess it, `score` up to 100. */
export type PaymentRisk = v.InferOutput<typeof paymentRiskSchema>

/** The risk as stored; null where the gateway told none. */
export function parsePaymentRisk(stored: string | null): PaymentRisk | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), paymentRiskSchema), stored ?? '')
  return parsed.success ? parsed.output : null
}
