import { regionsOf } from './regions.ts'

/** ISO 3166-2 codes without their country, of the regions in `REGIONS`, for labels and programs that want no names. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: codes(`AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador,
    NS Nova Scotia, NT Northwest Territories, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec,
    SK Saskatchewan, YT Yukon`),
  US: codes(`AA Armed Forces Americas, AE Armed Forces Europe, AP Armed Forces Pacific, AS American Samoa,
    DC District of Columbia, GU Guam, MP Northern Mariana Islands, PR Puerto Rico, VI US Virgin Islands,
    AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
    FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana,
    ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana,
    NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina,
    ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina,
    SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia,
    WI Wisconsin, WY Wyoming`),
  AU: codes(`ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland,
    SA South Australia, TAS Tasmania, VIC Victoria, WA Western Australia`),
}

/** The code of a region, such as `NSW`; null where addresses do not use region codes. */
export function regionCode(country: string, region: string): string | null {
  const ofCountry = Object.hasOwn(CODES, country) ? CODES[country] : undefined
  return ofCountry && Object.hasOwn(ofCountry, region) ? (ofCountry[region] ?? null) : null
}

/**
 * The name of a region that may be given by its name or code, in any case, as wallets give it; the text itself where it
 * is neither.
 */
export function regionNamed(country: string, text: string): string {
  const wanted = text.trim().toLowerCase()
  const named = regionsOf(country)?.names.find(
    (name) => name.toLowerCase() === wanted || regionCode(country, name)?.toLowerCase() === wanted,
  )
  return named ?? text
}

function codes(listed: string): Record<string, string> {
  return Object.fromEntries(
    listed.split(',').map((one) => {
      const [code = '', ...name] = one.trim().split(/\s+/)
      return [name.join(' '), code]
    }),
  )
}
