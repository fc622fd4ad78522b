import type { Place } from '#domain/places/place.ts'
import { useState } from 'react'
import { COUNTRIES } from '#domain/places/countries.ts'
import { regionsOf } from '#domain/places/regions.ts'
import * as fieldWords from '#words/en/checkout/fields.ts'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'

interface RateProps {
  label: string
  /** Thousandths of a percent; not a number while nothing sensible is typed. */
  milliPercent: number
  error: string | undefined
  onRate: (milliPercent: number | null) => void
}

/** A rate, typed in percent. Anything but a number is sent as no value, which the shop refuses with a message. */
export function RateField({ label, milliPercent, error, onRate }: RateProps) {
  const [text, setText] = useState(String(milliPercent / 1_000))
  const isTyped = parseRate(text) === milliPercent || !Number.isFinite(milliPercent)
  return (
    <Field
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={isTyped ? text : String(milliPercent / 1_000)}
      error={error}
      onChange={({ target }) => {
        setText(target.value)
        onRate(parseRate(target.value))
      }}
    />
  )
}

function parseRate(text: string): number | null {
  const [, percent] = /^\s*(-?\d{1,6}(?:[.,]\d{1,9})?)\s*%?\s*$/.exec(text) ?? []
  if (percent === undefined) return null
  const milliPercent = Number(`${percent.replace(',', '.')}e3`)
  return Number.isFinite(milliPercent) ? milliPercent : null
}

interface CountryProps {
  country: string
  error: string | undefined
  onCountry: (country: string) => void
}

export function CountryField({ country, error, onCountry }: CountryProps) {
  return (
    <Select label="Country" value={country} error={error} onChange={({ target }) => onCountry(target.value)}>
      {COUNTRIES.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}

interface RegionProps {
  place: Place
  error: string | undefined
  /** The label of having no region; where it is given, no region has to be chosen. */
  whole?: string
  onRegion: (region: string) => void
}

/** A region: from the country's list where there is one. */
export function RegionField({ place: { country, region }, error, whole, onRegion }: RegionProps) {
  const regions = regionsOf(country)
  if (regions === null) {
    return (
      <Field
        label="Region"
        hint={whole === undefined ? undefined : `Blank: ${whole.toLowerCase()}`}
        autoComplete="off"
        maxLength={100}
        value={region}
        error={error}
        onChange={({ target }) => onRegion(target.value)}
      />
    )
  }
  const isListed = region === '' || regions.names.includes(region)
  return (
    <Select
      label={fieldWords.regions[regions.kind]}
      value={region}
      error={error}
      onChange={({ target }) => onRegion(target.value)}
    >
      <option value="">{whole ?? 'Choose'}</option>
      {!isListed && <option value={region}>{region}</option>}
      {regions.names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  )
}
