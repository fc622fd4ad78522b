import { choiceOf } from '#providers/supplier-adapter.ts'
import { IPAPI } from './ipapi/ipapi-settings.ts'
import type { LocationAdapter } from './location-adapter.ts'

/** The services that settings can choose. Without any of their variables only the bundled table is used. */
const LOCATION_SERVICES: readonly LocationAdapter[] = [IPAPI]

/** The variables of every service, and the service that they choose. */
export const { variables: LOCATION_VARIABLES, choose: chooseLocation } = choiceOf(
  LOCATION_SERVICES,
  'location service',
)
