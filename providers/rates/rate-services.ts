import {
  chooseSupplier,
  variablesOf,
  type FilledVariables,
  type SettingsFault,
} from '#providers/supplier-adapter.ts'
import { EXCHANGERATE_API } from './exchangerate-api/exchangerate-settings.ts'
import type { ChosenRates, RatesAdapter } from './rates-adapter.ts'

/** The sources of rates that settings can choose. Without any of their variables the bundled table is used. */
const RATE_SERVICES: readonly RatesAdapter[] = [EXCHANGERATE_API]

/** The variables of every source. */
export const RATES_VARIABLES = variablesOf(RATE_SERVICES)

/** The source whose variables are set, or what is wrong with them; null when none is. */
export function chooseRates(env: FilledVariables): ChosenRates | SettingsFault | null {
  return chooseSupplier(env, RATE_SERVICES, 'source of exchange rates')
}
