import * as v from 'valibot'
import { servedCountries } from '#domain/checkout/shipping/find-zone.ts'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import { CONTACT_LIMITS, contactFormSchema, typed } from './contact-form.ts'

/** Days to withdraw, from when the last parcel arrived; and days until the refund is due, from the notice. */
export const WITHDRAWAL_DAYS = 14

/** The maximum length of each field, in characters. */
export const WITHDRAWAL_LIMITS = { ...CONTACT_LIMITS, contract: 200, part: 1_000 } as const

/** What can be wrong with a withdrawal. */
export type WithdrawalFault =
  | 'no-name'
  | 'long-name'
  | 'no-email'
  | 'no-contract'
  | 'long-contract'
  | 'long-part'
  | 'web-address'

/** The receipt repeats what was stated: nobody shall send others links with it. */
const noWebAddress = v.check((text: string) => !/:\/\/|\bwww\./i.test(text), 'web-address')

/**
 * What a consumer states to withdraw from a contract (Directive 2011/83/EU, Article 11a): who, which contract, such as
 * the number of an order, and where the receipt goes. `part`: of what, if not of all of it. The messages are faults.
 */
export const withdrawalSchema = v.object({
  name: contactFormSchema.entries.name,
  contract: v.pipe(
    typed('no-contract'),
    v.nonEmpty('no-contract'),
    v.maxLength(WITHDRAWAL_LIMITS.contract, 'long-contract'),
    noWebAddress,
  ),
  part: v.pipe(typed('long-part'), v.maxLength(WITHDRAWAL_LIMITS.part, 'long-part'), noWebAddress),
  email: contactFormSchema.entries.email,
})

/** A withdrawal, trimmed. */
export type Withdrawal = v.InferOutput<typeof withdrawalSchema>

/** The name of one field of a withdrawal. */
export type WithdrawalField = keyof Withdrawal

/** Validates what was stated: the withdrawal, or what is wrong with each field. */
export function checkWithdrawal(
  values: Readonly<Partial<Record<WithdrawalField, string>>>,
): { withdrawal: Withdrawal } | { faults: Partial<Record<WithdrawalField, WithdrawalFault>> } {
  const result = v.safeParse(withdrawalSchema, values)
  if (result.success) return { withdrawal: result.output }
  const faults: Partial<Record<WithdrawalField, WithdrawalFault>> = {}
  for (const { path, message } of result.issues) {
    faults[path?.[0].key as WithdrawalField] ??= message as WithdrawalFault
  }
  return { faults }
}

/** Whether the shop sends to one of the countries whose consumers may withdraw, by two-letter code. */
export function offersWithdrawal(
  tariff: Pick<ShippingTariff, 'zones'>,
  countries: readonly string[],
): boolean {
  const served = servedCountries(tariff)
  return countries.some((country) => served === null || served.includes(country))
}
