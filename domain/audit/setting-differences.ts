import { findCountry } from '#domain/places/countries.ts'
import { keysOf } from '#domain/record-of.ts'
import { labelsOf, type Setting } from '#domain/settings/setting.ts'
import type { AuditChange } from './audit.ts'
import { differences, type NestedFields } from './differences.ts'

/** The labels and units of the fields within settings. */
const FIELDS: NestedFields = {
  mode: { label: 'Mode', unit: 'choice' },
  flatMilliPercent: { label: 'One rate', unit: 'percent' },
  country: { label: 'Country', unit: 'country' },
  region: { label: 'Region' },
  kind: { label: 'Kind', unit: 'choice' },
  label: { label: 'Name' },
  milliPercent: { label: 'Rate', unit: 'percent' },
  from: { label: 'First day' },
  onShipping: { label: 'On shipping' },
  source: { label: 'Source' },
  name: { label: 'Name' },
  places: { label: 'Places' },
  postal: { label: 'Postal codes' },
  methods: { label: 'Methods' },
  leastDays: { label: 'Business days, from' },
  mostDays: { label: 'Business days, to' },
  by: { label: 'Rates by', unit: 'choice' },
  steps: { label: 'Rates' },
  upToWeight: { label: 'Up to', unit: 'grams' },
  upToPrice: { label: 'Up to', unit: 'money' },
  price: { label: 'Price', unit: 'money' },
  freeFrom: { label: 'Free from', unit: 'money' },
  defaultWeight: { label: 'Default weight', unit: 'grams' },
  terms: { label: 'Who pays', unit: 'choice' },
  rates: { label: 'Rates' },
  hsCode: { label: 'HS code' },
  origin: { label: 'Origin', unit: 'country' },
  otherMilliPercent: { label: 'Rate of other items', unit: 'percent' },
  value: { label: 'Address' },
  sizes: { label: 'Sizes' },
  hidden: { label: 'Hidden' },
  formerly: { label: 'Earlier addresses' },
  isPaused: { label: 'Paused' },
  trigger: { label: 'Applies', unit: 'choice' },
  codes: { label: 'Codes' },
  partner: { label: 'Person' },
  effect: { label: 'Takes off' },
  amount: { label: 'Amount', unit: 'money' },
  items: { label: 'Items' },
  products: { label: 'Products' },
  categories: { label: 'Categories' },
  off: { label: 'Off', unit: 'money' },
  buy: { label: 'To buy' },
  get: { label: 'To get' },
  quantity: { label: 'Pieces' },
  mostTimes: { label: 'At most, times' },
  parts: { label: 'In the bundle' },
  conditions: { label: 'Conditions' },
  leastAmount: { label: 'Least amount', unit: 'money' },
  leastPieces: { label: 'Least pieces' },
  without: { label: 'Left out' },
  reduced: { label: 'Reduced items' },
  firstOrder: { label: 'First order only' },
  customers: { label: 'Customers' },
  countries: { label: 'Countries' },
  until: { label: 'Until', unit: 'time' },
  uses: { label: 'Uses' },
  usesPerCustomer: { label: 'Uses per customer' },
  combinesWith: { label: 'Combines with' },
}

/** What differs between two values of a setting, for the audit trail: each leaf by its path, with its unit. */
export function settingDifferences<Value extends object>(
  setting: Pick<Setting<Value>, 'fields'>,
  before: Value,
  after: Value,
): AuditChange[] {
  const labels = labelsOf(setting)
  return keysOf(labels).flatMap((key) =>
    differences(labels[key], shaped(key, before[key]), shaped(key, after[key]), FIELDS, FIELDS[key]?.unit),
  )
}

/** Data as it is compared: limits with their unit, and registrations in words. */
function shaped(key: string, value: unknown): unknown {
  if (key === 'registrations' && Array.isArray(value))
    return value.map((one) => registrationWords(String(one))).join('; ')
  return withLimits(value, 'upToPrice')
}

/** The limits of rates are in grams or in cents, as their method says. Ids are left out. */
function withLimits(value: unknown, limit: 'upToWeight' | 'upToPrice'): unknown {
  if (Array.isArray(value)) return value.map((one) => withLimits(one, limit))
  if (typeof value !== 'object' || value === null) return value
  const within = 'by' in value ? (value.by === 'weight' ? 'upToWeight' : 'upToPrice') : limit
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key === 'upTo' ? within : key, withLimits(part, within)]),
  )
}

/** `pst CA Saskatchewan` as `PST, Saskatchewan`. */
function registrationWords(registration: string): string {
  const [kind = '', country = '', ...region] = registration.split(' ')
  const place = region.join(' ') || (findCountry(country)?.name ?? country)
  return `${kind.replace('-', '/').toUpperCase()}, ${place}`
}
