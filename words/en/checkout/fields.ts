/** The fields of an address: their names and errors, in the browser and in the answers of the server. */

const enterEmail = 'Enter your email address.'
const invalidEmail = 'Enter a valid email address.'
const enterPhone = 'Enter your phone number.'
const shortPhone = 'Enter a phone number with at least 6 digits.'
const enterName = 'Enter your full name.'
const enterAddress = 'Enter your address.'
const enterCity = 'Enter your city.'
const chooseCountry = 'Choose your country.'
/** `label`: what a postal code is called in the country. */
const enterPostalOf = (label: string) => `Enter your ${inSentence(label)}.`
/** `label`: what a region is called in the country. */
const chooseRegion = (label: string) => `Choose your ${inSentence(label)}.`

/** The names of the text fields within a sentence. */
const fieldNames = {
  email: 'email address',
  phone: 'phone number',
  name: 'name',
  address: 'address',
  city: 'city',
  region: 'region',
  postal: 'postal code',
}
const notText = (field: string) => `Enter the ${field} as text.`
const tooLong = (field: string, most: number) => `Keep the ${field} to ${most} characters.`
const unprintable = (field: string) =>
  `Enter the ${field} again: it contains a character that can't be printed.`

export const postalCodes = {
  'postal-code': 'Postal code',
  /** Where a country has none. */
  optional: 'Postal code (optional)',
  'zip-code': 'ZIP code',
  postcode: 'Postcode',
  eircode: 'Eircode',
  'pin-code': 'PIN code',
}
const wrongPostal = (label: string, example: string) =>
  `Check your ${inSentence(label)}. It should look like ${example}.`
/** The postal code belongs to other regions. `region`: what a region is called. */
export const postalElsewhere = (postal: string, places: readonly string[], label: string, region: string) =>
  `${postal} is in ${places.join(' or ')}. Check the ${inSentence(label)} or the ${inSentence(region)}.`
/** The postal code cannot be in the region. */
export const postalNotIn = (postal: string, place: string, label: string, region: string) =>
  `${postal} is not in ${place}. Check the ${inSentence(label)} or the ${inSentence(region)}.`

/** The regions of a list, which is in English, that have another name elsewhere. */
export const regionNames: Readonly<Record<string, string>> = {
  'British Columbia': 'British Columbia',
  'New Brunswick': 'New Brunswick',
  'Newfoundland and Labrador': 'Newfoundland and Labrador',
  'Northwest Territories': 'Northwest Territories',
  'Nova Scotia': 'Nova Scotia',
  'Prince Edward Island': 'Prince Edward Island',
  Quebec: 'Quebec',
}

export const regions = {
  province: 'Province',
  state: 'State',
  'state-or-territory': 'State/Territory',
  county: 'County',
  /** Where addresses need one. */
  needed: 'Region/State/Province',
  /** Spec 5. */
  free: 'Region/State/Province (optional)',
}

/** What the check of the form says, as one object, because it is handed over. */
export const form = {
  enterEmail,
  invalidEmail,
  enterPhone,
  shortPhone,
  enterName,
  enterAddress,
  enterCity,
  chooseCountry,
  enterPostalOf,
  chooseRegion,
  fieldNames,
  notText,
  tooLong,
  unprintable,
  postalCodes,
  wrongPostal,
  regions,
}

/** An error of these as staff read it, who type the address of a customer. */
export const forStaff = (error: string) =>
  error.replace(/^(Enter|Choose|Check) your /, (_, verb: string) => `${verb} the customer’s `)

/** `postal code`, but `ZIP code`. */
function inSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.toLowerCase()
}
