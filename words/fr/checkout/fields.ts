/** The fields of an address: their names and errors, in the browser and in the answers of the server. */

const enterEmail = 'Entrez votre adresse courriel.'
const invalidEmail = 'Entrez une adresse courriel valide.'
const enterPhone = 'Entrez votre numéro de téléphone.'
const shortPhone = 'Entrez un numéro de téléphone d’au moins 6 chiffres.'
const enterName = 'Entrez votre nom complet.'
const enterAddress = 'Entrez votre adresse.'
const enterCity = 'Entrez votre ville.'
const chooseCountry = 'Choisissez votre pays.'
/** `label`: what a postal code is called in the country. */
const enterPostalOf = (label: string) => `Entrez votre ${inSentence(label)}.`
/** `label`: what a region is called in the country. */
const chooseRegion = (label: string) => `Choisissez votre ${inSentence(label)}.`

/** The names of the text fields within a sentence, after `votre`, which fits both genders. */
const fieldNames = {
  email: 'adresse courriel',
  phone: 'numéro de téléphone',
  name: 'nom',
  address: 'adresse',
  city: 'ville',
  region: 'région',
  postal: 'code postal',
}
const notText = (field: string) => `Entrez votre ${field} sous forme de texte.`
const tooLong = (field: string, most: number) => `Votre ${field} ne doit pas dépasser ${most} caractères.`
const unprintable = (field: string) =>
  `Entrez de nouveau votre ${field} : l’un des caractères ne s’imprime pas.`

export const postalCodes = {
  'postal-code': 'Code postal',
  /** Where a country has none. */
  optional: 'Code postal (facultatif)',
  'zip-code': 'Code ZIP',
  postcode: 'Code postal',
  eircode: 'Eircode',
  'pin-code': 'Code PIN',
}
const wrongPostal = (label: string, example: string) =>
  `Vérifiez votre ${inSentence(label)}. Il devrait ressembler à ${example}.`
/** The postal code belongs to other regions. `region`: what a region is called. */
export const postalElsewhere = (postal: string, places: readonly string[], label: string, region: string) =>
  `${postal} correspond à un autre endroit : ${places.map(nameOf).join(' ou ')}. Vérifiez votre ${inSentence(label)} ou votre ${inSentence(region)}.`
/** The postal code cannot be in the region. */
export const postalNotIn = (postal: string, place: string, label: string, region: string) =>
  `${postal} ne correspond pas à cet endroit : ${nameOf(place)}. Vérifiez votre ${inSentence(label)} ou votre ${inSentence(region)}.`

/** Those of Canada; an address elsewhere is written in the language of its country. */
export const regionNames: Readonly<Record<string, string>> = {
  'British Columbia': 'Colombie-Britannique',
  'New Brunswick': 'Nouveau-Brunswick',
  'Newfoundland and Labrador': 'Terre-Neuve-et-Labrador',
  'Northwest Territories': 'Territoires du Nord-Ouest',
  'Nova Scotia': 'Nouvelle-Écosse',
  'Prince Edward Island': 'Île-du-Prince-Édouard',
  Quebec: 'Québec',
}

export const regions = {
  province: 'Province',
  state: 'État',
  'state-or-territory': 'État ou territoire',
  county: 'Comté',
  /** Where addresses need one. */
  needed: 'Région, État ou province',
  /** Spec 5. */
  free: 'Région, État ou province (facultatif)',
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

/** Staff read these errors in English. */
export const forStaff = (error: string) => error

const nameOf = (region: string) => regionNames[region] ?? region

/** `code postal`, but `Eircode` and `État`. */
function inSentence(label: string): string {
  return /^[CPR]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
