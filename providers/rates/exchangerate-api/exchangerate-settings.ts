import * as v from 'valibot'
import type { ChosenRates, RatesAdapter } from '#providers/rates/rates-adapter.ts'
import { allOrNone, type FilledVariables, type SettingsFault } from '#providers/supplier-adapter.ts'
import { supplierAddress } from '#providers/supplier-address.ts'
import { exchangerateService, type ExchangerateSettings } from './exchangerate-service.ts'

const VARIABLES = {
  EXCHANGERATE_API_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w-]+$/, 'must be a key of exchangerate-api.com, or the word open for its open endpoint'),
    ),
  ),
  EXCHANGERATE_API_BASE: v.optional(supplierAddress),
}

const BASES = { keyed: 'https://v6.exchangerate-api.com', open: 'https://open.er-api.com' }

/** exchangerate-api.com as a source that the settings can choose: by key, or its open endpoint with attribution. */
export const EXCHANGERATE_API: RatesAdapter = {
  name: 'exchangerate-api',
  label: 'exchangerate-api.com',
  variables: VARIABLES,
  choose,
  setUp: {
    hint: 'The key of your account there, or the word open for the endpoint without one.',
    fields: [{ name: 'EXCHANGERATE_API_KEY', label: 'Key', isSecret: true }],
  },
}

function choose(env: FilledVariables): ChosenRates | SettingsFault | null {
  const base = env['EXCHANGERATE_API_BASE']
  const needed = allOrNone(
    { EXCHANGERATE_API_KEY: env['EXCHANGERATE_API_KEY'], ...(base && { EXCHANGERATE_API_BASE: base }) },
    base ? ['EXCHANGERATE_API_BASE', 'EXCHANGERATE_API_KEY'] : ['EXCHANGERATE_API_KEY'],
  )
  if (needed === null || 'fault' in needed) return needed
  const isOpen = needed.EXCHANGERATE_API_KEY === 'open'
  const settings: ExchangerateSettings = {
    key: isOpen ? null : needed.EXCHANGERATE_API_KEY,
    // The documentation writes the address with its version.
    apiBase: (base ?? (isOpen ? BASES.open : BASES.keyed)).replace(/\/v6$/, ''),
  }
  const label = isOpen ? 'exchangerate-api.com, open endpoint' : EXCHANGERATE_API.label
  return {
    name: EXCHANGERATE_API.name,
    label,
    settings,
    open: (report) => exchangerateService({ ...settings, label, report }),
  }
}
