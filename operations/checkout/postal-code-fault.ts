import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { postalCodeOf } from '#domain/places/postal-codes.ts'
import { regionsOfPostalCode } from '#domain/places/postal-regions.ts'
import { regionsOf } from '#domain/places/regions.ts'
import type { Destination } from '#domain/places/place.ts'
import type { Words } from '#words/languages.ts'

/** What is wrong with the postal code of an address, as a hint for the shopper; null when nothing is. */
export function findPostalCodeFault(
  { country, region, postal }: Destination,
  words: Words['checkout/fields'],
): string | null {
  const { kind, example } = postalCodeOf(country)
  const label = words.postalCodes[kind]
  if (example === null || postal === '') return null
  if (!postcodeValidatorExistsForCountry(country)) return null
  if (!spellings(postal).some((spelling) => postcodeValidator(spelling, country))) {
    return words.form.wrongPostal(label, example)
  }
  const tidy = tidied(postal)
  const named = regionsOf(country)
  if (!named?.names.includes(region)) return null
  const possible = regionsOfPostalCode(country, tidy)
  if (possible?.includes(region) ?? !isNorthernIreland(country, region)) return null
  const ofRegion = words.regions[named.kind]
  return possible
    ? words.postalElsewhere(tidy, possible, label, ofRegion)
    : words.postalNotIn(tidy, region, label, ofRegion)
}

/** All postal codes of Northern Ireland begin with BT, so any other code is outside it. */
function isNorthernIreland(country: string, region: string): boolean {
  return country === 'GB' && region === 'Northern Ireland'
}

function tidied(postal: string): string {
  return postal.normalize('NFKC').toUpperCase().replace(/^〒/, '').replaceAll(/\s+/g, ' ').trim()
}

/** The spellings of a postal code that the post treats as the same: with or without spaces, hyphens and the country. */
function spellings(postal: string): string[] {
  const tidy = tidied(postal)
  const bare = tidy.replace(/^[A-Z]{1,2}-(?=\d)/, '')
  const digits = bare.replaceAll(/[ -]/g, '')
  const hyphened = [2, 3, 4, 5].map((at) => `${digits.slice(0, at)}-${digits.slice(at)}`)
  return [tidy, bare, digits, ...hyphened]
}
