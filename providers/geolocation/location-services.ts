import {
  chooseSupplier,
  variablesOf,
  type FilledVariables,
  type SettingsFault,
} from '#providers/supplier-adapter.ts'
import { IPAPI } from './ipapi/ipapi-settings.ts'
import type { ChosenLocation, LocationAdapter } from './location-adapter.ts'

/** The services that settings can choose. Without any of their variables only the bundled table is used. */
const LOCATION_SERVICES: readonly LocationAdapter[] = [IPAPI]

/** The variables of every service. */
export const LOCATION_VARIABLES = variablesOf(LOCATION_SERVICES)

/** The service whose variables are set, or what is wrong with them; null when none is. */
export function chooseLocation(env: FilledVariables): ChosenLocation | SettingsFault | null {
  return chooseSupplier(env, LOCATION_SERVICES, 'location service')
}
