import { choiceOf } from '#providers/supplier-adapter.ts'
import { EXCHANGERATE_API } from './exchangerate-api/exchangerate-settings.ts'
import type { RatesAdapter } from './rates-adapter.ts'

/** The sources of rates that settings can choose. Without any of their variables the bundled table is used. */
export const RATE_SERVICES: readonly RatesAdapter[] = [EXCHANGERATE_API]

/** The variables of every source, and the source that they choose. */
export const { variables: RATES_VARIABLES, choose: chooseRates } = choiceOf(
  RATE_SERVICES,
  'source of exchange rates',
)
