import * as v from 'valibot'
import type { ChosenLocation, LocationAdapter } from '#providers/geolocation/location-adapter.ts'
import type { FilledVariables } from '#providers/supplier-adapter.ts'
import { supplierAddress } from '#providers/supplier-address.ts'
import { IpapiGeolocation, type IpapiSettings } from './ipapi-geolocation.ts'

const VARIABLES = {
  IPAPI_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be a key of ipapi.co'))),
  IPAPI_BASE: v.optional(supplierAddress),
}

/** ipapi.co as a location service that the settings can choose. Its free use needs no key: then the address is set. */
export const IPAPI: LocationAdapter = { name: 'ipapi', label: 'ipapi.co', variables: VARIABLES, choose }

function choose(env: FilledVariables): ChosenLocation | null {
  const { IPAPI_KEY: key = null, IPAPI_BASE: base } = env
  if (key === null && base === undefined) return null
  const { name, label } = IPAPI
  const settings: IpapiSettings = { key, apiBase: base ?? 'https://ipapi.co' }
  return {
    name,
    label,
    settings,
    open: (report, bundled) => new IpapiGeolocation({ ...settings, label, report, bundled }),
  }
}
