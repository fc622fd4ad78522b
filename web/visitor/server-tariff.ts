import * as v from 'valibot'
import type { Tariff } from '#domain/checkout/tariff.ts'

/** The tariff in an answer of the shop, which replaces the one that the page came with. */
export const serverTariffSchema = v.optional(
  v.custom<Tariff>((value) => typeof value === 'object' && value !== null && 'taxes' in value),
)
