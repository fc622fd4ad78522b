import type {
  CountryDuty,
  ShippingMethod,
  ShippingPlace,
  ShippingTariff,
} from '#domain/checkout/shipping/shipping-tariff.ts'
import { cents, decimalDollars } from '#domain/money.ts'
import { newId } from '#web/admin/new-id.ts'
import { centsOf, scaled, wholeOf } from '#web/admin/typed-numbers.ts'

/** The texts of a form instead of the numbers of a value. `key` identifies rows while they move. */
export interface PlaceDraft extends Pick<ShippingPlace, 'country' | 'region'> {
  key: string
  postal: string
}

export interface StepDraft {
  key: string
  upTo: string
  price: string
}

export interface MethodDraft extends Pick<ShippingMethod, 'id' | 'name' | 'kind' | 'by'> {
  leastDays: string
  mostDays: string
  freeFrom: string
  steps: StepDraft[]
}

export interface ZoneDraft {
  key: string
  name: string
  places: PlaceDraft[]
  methods: MethodDraft[]
}

export interface DutyDraft extends Pick<CountryDuty, 'country' | 'terms'> {
  key: string
  percent: string
  rates: { key: string; hsCode: string; origin: string; percent: string }[]
}

/** The shipping setting as it is typed. */
export interface ShippingDraft {
  zones: ZoneDraft[]
  defaultWeight: string
  pickupPlace: string
  duties: DutyDraft[]
}

/** A value as the form shows it. */
export function draftOf({ zones, defaultWeight, pickupPlace, duties }: ShippingTariff): ShippingDraft {
  return {
    zones: zones.map(({ name, places, methods }) => ({
      key: newId(),
      name,
      places: places.map(({ postal, ...place }) => ({ ...place, key: newId(), postal: postal.join(', ') })),
      methods: methods.map(methodDraft),
    })),
    defaultWeight: String(defaultWeight / 1_000),
    pickupPlace,
    duties: duties.map(({ rates, otherMilliPercent, ...duty }) => ({
      ...duty,
      key: newId(),
      percent: String(otherMilliPercent / 1_000),
      rates: rates.map(({ milliPercent, ...rate }) => ({
        ...rate,
        key: newId(),
        percent: String(milliPercent / 1_000),
      })),
    })),
  }
}

/** A draft as it is sent. What cannot be read becomes -1, which the server refuses at its field. */
export function valueOf({ zones, defaultWeight, pickupPlace, duties }: ShippingDraft) {
  return {
    zones: zones.map(({ name, places, methods }) => ({
      name,
      places: places.map(({ country, region, postal }) => ({
        country,
        region,
        postal: postal
          .split(/[,;\n]/)
          .map((one) => one.trim())
          .filter(Boolean),
      })),
      methods: methods.map(methodValue),
    })),
    defaultWeight: scaled(defaultWeight, 1_000),
    pickupPlace,
    duties: duties.map(({ country, terms, percent, rates }) => ({
      country,
      terms,
      otherMilliPercent: scaled(percent, 1_000),
      rates: rates.map(({ hsCode, origin, percent: own }) => ({
        hsCode,
        origin,
        milliPercent: scaled(own, 1_000),
      })),
    })),
  }
}

export const newPlace = (country: string): PlaceDraft => ({ key: newId(), country, region: '', postal: '' })
export const newStep = (): StepDraft => ({ key: newId(), upTo: '', price: '' })
export const newMethod = (): MethodDraft => ({
  id: newId().slice(0, 20).toLowerCase(),
  name: '',
  kind: 'delivery',
  by: 'subtotal',
  leastDays: '7',
  mostDays: '14',
  freeFrom: '',
  steps: [newStep()],
})
export const newZone = (): ZoneDraft => ({
  key: newId(),
  name: '',
  places: [newPlace('CA')],
  methods: [newMethod()],
})
export const newDuty = (): DutyDraft => ({
  key: newId(),
  country: 'US',
  terms: 'dap',
  percent: '',
  rates: [],
})

function methodDraft({
  id,
  name,
  kind,
  by,
  leastDays,
  mostDays,
  freeFrom,
  steps,
}: ShippingMethod): MethodDraft {
  return {
    id,
    name,
    kind,
    by,
    leastDays: String(leastDays),
    mostDays: String(mostDays),
    freeFrom: freeFrom === null ? '' : decimalDollars(freeFrom),
    steps: steps.map(({ upTo, price }) => ({
      key: newId(),
      upTo: upTo === null ? '' : by === 'weight' ? String(upTo / 1_000) : decimalDollars(cents(upTo)),
      price: decimalDollars(price),
    })),
  }
}

function methodValue({ steps, leastDays, mostDays, freeFrom, ...method }: MethodDraft) {
  const limit = (typed: string) => (method.by === 'weight' ? scaled(typed, 1_000) : centsOf(typed))
  return {
    ...method,
    leastDays: wholeOf(leastDays),
    mostDays: wholeOf(mostDays),
    freeFrom: method.kind === 'pickup' || freeFrom.trim() === '' ? null : centsOf(freeFrom),
    steps:
      method.kind === 'pickup'
        ? []
        : steps.map(({ upTo, price }) => ({
            upTo: upTo.trim() === '' ? null : limit(upTo),
            price: centsOf(price),
          })),
  }
}
