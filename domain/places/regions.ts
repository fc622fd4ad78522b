/** The regions of a country, and what they are. */
export interface Regions {
  kind: 'province' | 'state' | 'state-or-territory' | 'county'
  names: readonly string[]
}

/** The countries without a list here whose addresses need a region too, by Google's address data. */
const ALSO_NEEDED = `AE AS BR CN CO CR ES FM HK HN ID IN IQ IT JM JP KN KR KY MH MP NR PF PG PW RU SO SV TW UA VE VI`

/** Whether an address in a country is delivered only with its region, such as its state, emirate or prefecture. */
export function needsRegion(country: string): boolean {
  return Object.hasOwn(REGIONS, country) || ALSO_NEEDED.split(' ').includes(country)
}

/** What a region is called in a country: in every other one it is free text (spec 5). */
export function regionKind(country: string): Regions['kind'] | 'needed' | 'free' {
  return regionsOf(country)?.kind ?? (needsRegion(country) ? 'needed' : 'free')
}

/**
 * The countries whose addresses need a region, by two-letter code (spec 3): Canada's provinces and territories, the
 * 50 states with the District of Columbia, the territories and the armed forces, Nigeria's states and its capital
 * territory, Australia's states and mainland territories, and the 48 ceremonial counties of England (Lieutenancies Act
 * 1997), with Northern Ireland, Scotland and Wales, whose people could not order otherwise.
 */
export const REGIONS: Readonly<Record<string, Regions>> = {
  CA: {
    kind: 'province',
    names: list(`Alberta, British Columbia, Manitoba, New Brunswick, Newfoundland and Labrador,
      Northwest Territories, Nova Scotia, Nunavut, Ontario, Prince Edward Island, Quebec, Saskatchewan, Yukon`),
  },
  US: {
    kind: 'state',
    names:
      list(`Alabama, Alaska, American Samoa, Arizona, Arkansas, Armed Forces Americas, Armed Forces Europe, Armed Forces Pacific, California, Colorado, Connecticut, Delaware, District of Columbia, Florida, Georgia, Guam,
      Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan,
      Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York,
      North Carolina, North Dakota, Northern Mariana Islands, Ohio, Oklahoma, Oregon, Pennsylvania, Puerto Rico, Rhode Island, South Carolina, South Dakota,
      Tennessee, Texas, US Virgin Islands, Utah, Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming`),
  },
  NG: {
    kind: 'state',
    names:
      list(`Abia, Adamawa, Akwa Ibom, Anambra, Bauchi, Bayelsa, Benue, Borno, Cross River, Delta, Ebonyi, Edo,
      Ekiti, Enugu, Federal Capital Territory, Gombe, Imo, Jigawa, Kaduna, Kano, Katsina, Kebbi, Kogi, Kwara, Lagos,
      Nasarawa, Niger, Ogun, Ondo, Osun, Oyo, Plateau, Rivers, Sokoto, Taraba, Yobe, Zamfara`),
  },
  AU: {
    kind: 'state-or-territory',
    names:
      list(`Australian Capital Territory, New South Wales, Northern Territory, Queensland, South Australia,
      Tasmania, Victoria, Western Australia`),
  },
  GB: {
    kind: 'county',
    names:
      list(`Bedfordshire, Berkshire, Bristol, Buckinghamshire, Cambridgeshire, Cheshire, City of London, Cornwall,
      Cumbria, Derbyshire, Devon, Dorset, Durham, East Riding of Yorkshire, East Sussex, Essex, Gloucestershire,
      Greater London, Greater Manchester, Hampshire, Herefordshire, Hertfordshire, Isle of Wight, Kent, Lancashire,
      Leicestershire, Lincolnshire, Merseyside, Norfolk, North Yorkshire, Northamptonshire, Northern Ireland,
      Northumberland,
      Nottinghamshire, Oxfordshire, Rutland, Scotland, Shropshire, Somerset, South Yorkshire, Staffordshire, Suffolk, Surrey,
      Tyne and Wear, Wales, Warwickshire, West Midlands, West Sussex, West Yorkshire, Wiltshire, Worcestershire`),
  },
}

/** The regions of a country's list; null when the region is free text. */
export function regionsOf(country: string): Regions | null {
  return Object.hasOwn(REGIONS, country) ? (REGIONS[country] ?? null) : null
}

function list(names: string): string[] {
  return names.split(/,\s+/)
}
