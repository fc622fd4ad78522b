/**
 * The regions that a postal code may lie in, by its first characters. The longest entry that fits counts. An entry
 * with several regions is shared along a border.
 */
type RegionsByPrefix = Readonly<Record<string, readonly string[]>>

const NEW_SOUTH_WALES = 'New South Wales'
const CAPITAL = 'Australian Capital Territory'

/**
 * Canada Post: the first letter is the province; two territories share X by its areas. Federal offices on both sides of
 * the Ottawa River use K1A.
 */
const CANADA: RegionsByPrefix = {
  ...each('A', 'Newfoundland and Labrador'),
  ...each('B', 'Nova Scotia'),
  ...each('C', 'Prince Edward Island'),
  ...each('E', 'New Brunswick'),
  ...each('G H J', 'Quebec'),
  ...each('K L M N P', 'Ontario'),
  ...each('K1A', 'Ontario', 'Quebec'),
  ...each('R', 'Manitoba'),
  ...each('S', 'Saskatchewan'),
  ...each('T', 'Alberta'),
  ...each('V', 'British Columbia'),
  ...each('X', 'Northwest Territories', 'Nunavut'),
  ...each('X0A X0B X0C', 'Nunavut'),
  ...each('X0E X0G X1A', 'Northwest Territories'),
  ...each('Y', 'Yukon'),
}

/** Australia Post, with the towns on a border that share their postcode. */
const AUSTRALIA: RegionsByPrefix = {
  ...each('1 2', NEW_SOUTH_WALES),
  ...each('02', CAPITAL),
  ...each('254 26 29', NEW_SOUTH_WALES, CAPITAL),
  ...each('2406', NEW_SOUTH_WALES, 'Queensland'),
  ...each('3 8', 'Victoria'),
  ...each('3585 3586 3644 3691 3707', 'Victoria', NEW_SOUTH_WALES),
  ...each('4 9', 'Queensland'),
  ...each('4377 4380 4383 4385', 'Queensland', NEW_SOUTH_WALES),
  ...each('4825', 'Queensland', 'Northern Territory'),
  ...each('5', 'South Australia'),
  ...each('6', 'Western Australia'),
  ...each('7', 'Tasmania'),
  ...each('08 09', 'Northern Territory'),
  ...each('0872', 'Northern Territory', 'South Australia', 'Western Australia'),
}

/** USPS: the first three digits of a ZIP code. */
const STATES: RegionsByPrefix = Object.fromEntries(
  `006-007 Puerto Rico, 008-008 US Virgin Islands, 009-009 Puerto Rico, 010-027 Massachusetts, 028-029 Rhode Island, 030-038 New Hampshire, 039-049 Maine, 050-054 Vermont,
  055-055 Massachusetts, 056-059 Vermont, 060-069 Connecticut, 070-089 New Jersey, 090-098 Armed Forces Europe, 100-149 New York,
  150-196 Pennsylvania, 197-199 Delaware, 200-200 District of Columbia, 201-201 Virginia, 202-205 District of Columbia, 206-219 Maryland, 220-246 Virginia,
  247-268 West Virginia, 270-289 North Carolina, 290-299 South Carolina, 300-319 Georgia, 320-339 Florida, 340-340 Armed Forces Americas, 341-349 Florida,
  350-369 Alabama, 370-385 Tennessee, 386-397 Mississippi, 398-399 Georgia, 400-427 Kentucky, 430-459 Ohio,
  460-479 Indiana, 480-499 Michigan, 500-528 Iowa, 530-549 Wisconsin, 550-567 Minnesota, 569-569 District of Columbia, 570-577 South Dakota,
  580-588 North Dakota, 590-599 Montana, 600-629 Illinois, 630-658 Missouri, 660-679 Kansas, 680-693 Nebraska,
  700-714 Louisiana, 716-729 Arkansas, 730-732 Oklahoma, 733-733 Texas, 734-749 Oklahoma, 750-799 Texas,
  800-816 Colorado, 820-831 Wyoming, 832-838 Idaho, 840-847 Utah, 850-865 Arizona, 870-884 New Mexico,
  885-885 Texas, 889-898 Nevada, 900-961 California, 962-966 Armed Forces Pacific, 967-968 Hawaii, 970-979 Oregon, 980-994 Washington,
  995-999 Alaska`
    .split(/,\s+/)
    .flatMap((entry) => {
      const [range = '', ...words] = entry.split(' ')
      const [first = 0, last = 0] = range.split('-').map(Number)
      const prefixes = Array.from({ length: last - first + 1 }, (_, step) =>
        String(first + step).padStart(3, '0'),
      )
      return Object.entries(each(prefixes.join(' '), words.join(' ')))
    }),
)

/** With the places that get their mail through the next state. */
const UNITED_STATES: RegionsByPrefix = {
  ...STATES,
  ...each('96799', 'American Samoa'),
  ...each('9691 9692 9693', 'Guam'),
  ...each('9695', 'Northern Mariana Islands'),
  ...each('06390', 'New York', 'Connecticut'),
  ...each('73960', 'Texas', 'Oklahoma'),
  ...each('83414', 'Wyoming', 'Idaho'),
}

const PREFIXES: Readonly<Record<string, RegionsByPrefix>> = {
  CA: CANADA,
  AU: AUSTRALIA,
  US: UNITED_STATES,
  // Royal Mail: a postcode does not determine the county, but identifies Northern Ireland.
  GB: each('BT', 'Northern Ireland'),
}

/** The regions of a country that a postal code in capitals may lie in; null when that cannot be determined. */
export function regionsOfPostalCode(country: string, postal: string): readonly string[] | null {
  const prefixes = Object.hasOwn(PREFIXES, country) ? PREFIXES[country] : undefined
  const fits = [5, 4, 3, 2, 1].map((length) => prefixes?.[postal.slice(0, length)])
  return fits.find((regions) => regions !== undefined) ?? null
}

/** The beginnings of postal codes that lie in one region of a country and in no other. */
export function postalPrefixes(country: string, region: string): string[] {
  const prefixes = Object.hasOwn(PREFIXES, country) ? PREFIXES[country]! : {}
  return Object.keys(prefixes).filter(
    (start) => prefixes[start]!.length === 1 && prefixes[start]![0] === region,
  )
}

function each(prefixes: string, ...regions: string[]): RegionsByPrefix {
  return Object.fromEntries(prefixes.split(' ').map((prefix) => [prefix, regions]))
}
