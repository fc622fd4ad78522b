/** What postal codes are called. `optional`: where a country has none. */
export type PostalCodeKind = 'postal-code' | 'optional' | 'zip-code' | 'postcode' | 'eircode' | 'pin-code'

/** What a postal code is called in a country, and an example of one where the shop checks their form. */
export interface PostalCode {
  kind: PostalCodeKind
  example: string | null
}

/** The local names. Everywhere else it is a postal code. */
const KINDS: Readonly<Record<string, PostalCodeKind>> = {
  US: 'zip-code',
  PR: 'zip-code',
  GB: 'postcode',
  AU: 'postcode',
  NZ: 'postcode',
  IE: 'eircode',
  IN: 'pin-code',
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
  const find = <Value>(table: Readonly<Record<string, Value>>) =>
    Object.hasOwn(table, country) ? (table[country] ?? null) : null
  const kind = find(KINDS) ?? (hasPostalCodes(country) ? 'postal-code' : 'optional')
  return { kind, example: find(EXAMPLES) }
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
