import * as words from '#words/en/checkout/fields.ts'

/** What a postal code is called in a country, and an example of one where the shop checks their form. */
export interface PostalCode {
  label: string
  example: string | null
}

/** The local names. Everywhere else it is a postal code. */
const LABELS: Readonly<Record<string, string>> = {
  US: words.zipCode,
  PR: words.zipCode,
  GB: words.postcode,
  AU: words.postcode,
  NZ: words.postcode,
  IE: words.eircode,
  IN: words.pinCode,
}

/**
 * A postal code of each country whose postal codes are checked. Left out are countries without postal codes, and those
 * whose people often do not know theirs.
 */
const EXAMPLES: Readonly<Record<string, string>> = {
  AT: '1010',
  AU: '2000',
  BE: '1000',
  BR: '01310-100',
  CA: 'S7N 1B4',
  CH: '8001',
  CN: '100000',
  CZ: '110 00',
  DE: '10115',
  DK: '1050',
  ES: '28001',
  FI: '00100',
  FR: '75001',
  GB: 'SW1A 1AA',
  GR: '104 31',
  HU: '1011',
  IE: 'D02 X285',
  IN: '110001',
  IT: '00118',
  JP: '100-0001',
  KR: '03187',
  MX: '06000',
  NL: '1012 AB',
  NO: '0150',
  NZ: '6011',
  PL: '00-001',
  PR: '00901',
  PT: '1000-001',
  SE: '111 20',
  SG: '018956',
  US: '90210',
  ZA: '8001',
}

/** The countries whose addresses have no postal code, by Google's address data. */
const WITHOUT =
  /^(?:A[EGOW]|B[FIJOQSWZ]|C[DFGIKMW]|D[JM]|ER|FJ|G[ADHMQY]|HK|JM|K[IMN]|L[CY]|M[LORSW]|N[RU]|P[AS]|QA|RW|S[BCLRSTXY]|T[DGKLOTV]|UG|VU|WS|YE|ZW)$/

/** Whether addresses in a country have a postal code. Where they have none, one may be given all the same. */
export function hasPostalCodes(country: string): boolean {
  return !WITHOUT.test(country)
}

/** The postal code of a country, by its two-letter code. */
export function postalCodeOf(country: string): PostalCode {
  const find = (table: Readonly<Record<string, string>>) =>
    Object.hasOwn(table, country) ? (table[country] ?? null) : null
  const label = find(LABELS) ?? (hasPostalCodes(country) ? words.postalCode : words.optionalPostalCode)
  return { label, example: find(EXAMPLES) }
}

/** Canada Post: the letters that it uses, at the beginning and later. */
const CANADIAN = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[\s-]*(\d[ABCEGHJ-NPRSTV-Z]\d)$/

/**
 * A postal code as the post writes it: a Canadian one in capitals with a space, others as they were typed. Null: there
 * is no such code in Canada.
 */
export function writtenPostalCode(country: string, postal: string): string | null {
  if (country !== 'CA') return postal
  return postal.normalize('NFKC').toUpperCase().match(CANADIAN)?.slice(1).join(' ') ?? null
}
