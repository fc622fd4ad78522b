import { findCountry } from '#domain/places/countries.ts'
import {
  EVERYWHERE,
  type ShippingMethod,
  type ShippingPlace,
  type ShippingTariff,
} from './shipping-tariff.ts'

/** A contradiction within a tariff. `path`: keys from the root to the wrong value. */
export interface ShippingFault {
  path: (string | number)[]
  message: string
}

/** What contradicts itself in a tariff whose values are right one by one. */
export function findShippingFaults({ zones, duties }: ShippingTariff): ShippingFault[] {
  const faults: ShippingFault[] = []
  const placed = new Map<string, string>()
  const ids = new Set<string>()
  for (const [z, zone] of zones.entries()) {
    for (const [p, place] of zone.places.entries()) {
      for (const { key, words, field } of keysOf(place)) {
        const path = ['zones', z, 'places', p, field]
        const other = placed.get(key)
        if (other === undefined) placed.set(key, zone.name)
        else faults.push({ path, message: `${words} is already in the zone ${other}.` })
      }
    }
    for (const [m, method] of zone.methods.entries()) {
      const path = ['zones', z, 'methods', m]
      if (ids.has(method.id)) faults.push({ path: [...path, 'name'], message: 'Add this method again.' })
      ids.add(method.id)
      const isNamedBefore = zone.methods.slice(0, m).some(({ name }) => name === method.name)
      if (isNamedBefore) {
        faults.push({ path: [...path, 'name'], message: 'Another method of the zone has this name.' })
      }
      faults.push(...methodFaults(method).map((fault) => ({ ...fault, path: [...path, ...fault.path] })))
    }
  }
  for (const [at, { country, rates }] of duties.entries()) {
    if (duties.findIndex((one) => one.country === country) < at) {
      faults.push({ path: ['duties', at, 'country'], message: 'This country is already in the list.' })
    }
    for (const [r, { hsCode, origin }] of rates.entries()) {
      const first = rates.findIndex((one) => one.hsCode === hsCode && one.origin === origin)
      if (first < r) {
        const path = ['duties', at, 'rates', r, 'hsCode']
        faults.push({ path, message: 'Another row has this HS code and origin.' })
      }
    }
  }
  return faults
}

function methodFaults({ kind, steps, leastDays, mostDays }: ShippingMethod): ShippingFault[] {
  const faults: ShippingFault[] = []
  if (mostDays < leastDays) {
    faults.push({ path: ['mostDays'], message: 'Enter at least as many days as in the field before.' })
  }
  if (kind === 'pickup') return faults
  if (steps.length === 0) faults.push({ path: ['steps'], message: 'Add at least one rate.' })
  for (const [at, { upTo }] of steps.entries()) {
    const before = steps[at - 1]
    if (before === undefined) continue
    const path = ['steps', at, 'upTo']
    if (before.upTo === null) {
      faults.push({ path: ['steps', at - 1, 'upTo'], message: 'Only the last rate can be without a limit.' })
    } else if (upTo !== null && upTo <= before.upTo) {
      faults.push({ path, message: 'Enter a higher limit than in the row before.' })
    }
  }
  return faults
}

/** The places that no other zone may have too, each with a key, the words for staff and its field in the form. */
function keysOf({ country, region, postal }: ShippingPlace) {
  const name = country === EVERYWHERE ? 'Every other country' : (findCountry(country)?.name ?? country)
  if (postal.length > 0) {
    return postal.map((start) => ({
      key: `${country} ${start}`,
      words: `${name}, ${start}`,
      field: 'postal',
    }))
  }
  if (region !== '') return [{ key: `${country}/${region}`, words: `${region}, ${name}`, field: 'region' }]
  return [{ key: country, words: name, field: 'country' }]
}
