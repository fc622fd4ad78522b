import type { Tracking } from '#domain/orders/fulfilment.ts'

/** A carrier that the shop knows. */
interface Carrier {
  name: string
  /** Other names, as staff and exported files write them. */
  called?: readonly string[]
  /** Where a parcel is followed; `{}` stands for its number. */
  link: string
  /** Whether a number has the form and the check digit of this carrier. */
  isOwn(number: string): boolean
}

/** The carriers, with the addresses of their tracking pages. To change one, edit its line. */
export const CARRIERS: readonly Carrier[] = [
  {
    name: 'Canada Post',
    called: ['Postes Canada'],
    link: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={}',
    isOwn: (number) => (/^\d{16}$/.test(number) && hasGs1Digit(number)) || isPostal(number, 'CA'),
  },
  { name: 'UPS', link: 'https://www.ups.com/track?tracknum={}', isOwn: isUps },
  {
    name: 'FedEx',
    called: ['Federal Express'],
    link: 'https://www.fedex.com/fedextrack/?trknbr={}',
    isOwn: (number) => isFedExExpress(number) || (/^\d{15}$/.test(number) && hasGs1Digit(number)),
  },
  {
    name: 'DHL',
    link: 'https://www.dhl.com/global-en/home/tracking/tracking-express.html?submit=1&tracking-id={}',
    isOwn: (number) => /^\d{10}$/.test(number) && Number(number.slice(0, 9)) % 7 === Number(number[9]),
  },
  {
    name: 'Purolator',
    link: 'https://www.purolator.com/en/shipping/tracker?pin={}',
    isOwn: (number) => /^[A-Z]{3}\d{9}$/.test(number), // without a published check digit
  },
  {
    name: 'USPS',
    called: ['United States Postal Service'],
    link: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={}',
    isOwn: (number) => (/^9\d{19}(\d\d)?$/.test(number) && hasGs1Digit(number)) || isPostal(number, 'US'),
  },
  {
    name: 'Royal Mail',
    link: 'https://www.royalmail.com/track-your-item#/tracking-results/{}',
    isOwn: (number) => isPostal(number, 'GB'),
  },
  {
    name: 'Deutsche Post',
    called: ['DHL Paket'],
    link: 'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode={}',
    isOwn: (number) => (/^00340\d{15}$/.test(number) && hasGs1Digit(number)) || isPostal(number, 'DE'),
  },
  {
    name: 'La Poste',
    called: ['Colissimo'],
    link: 'https://www.laposte.fr/outils/suivre-vos-envois?code={}',
    isOwn: (number) => isPostal(number, 'FR'),
  },
  {
    name: 'PostNL',
    link: 'https://jouw.postnl.nl/track-and-trace/{}',
    isOwn: (number) => /^3S[A-Z]{4}\d{7,9}$/.test(number) || isPostal(number, 'NL'),
  },
  {
    name: 'Australia Post',
    called: ['AusPost'],
    link: 'https://auspost.com.au/mypost/track/#/details/{}',
    isOwn: (number) => isPostal(number, 'AU'),
  },
]

/** The name of the carrier whose number this is, by its form and check digit; null when none or several match. */
export function carrierOfNumber(trackingNumber: string): string | null {
  const number = plain(trackingNumber)
  const [found, another] = CARRIERS.filter((carrier) => carrier.isOwn(number))
  return found && !another ? found.name : null
}

/** Where the parcel is followed; empty when the shop does not know the carrier. `FedEx Ground` counts as FedEx. */
export function trackingLinkFor({
  carrier,
  trackingNumber,
}: Pick<Tracking, 'carrier' | 'trackingNumber'>): string {
  const typed = plain(carrier)
  const names = CARRIERS.flatMap((one) =>
    [one.name, ...(one.called ?? [])].map((name) => ({ link: one.link, name: plain(name) })),
  )
  const [best] = names
    .filter(({ name }) => typed.startsWith(name))
    .toSorted((one, other) => other.name.length - one.name.length)
  if (!best || trackingNumber === '') return ''
  return best.link.replace('{}', encodeURIComponent(trackingNumber.replaceAll(/\s/g, '')))
}

/** The tracking with the carrier that its number tells, and the link of the carrier, where staff entered none. */
export function withCarrier({ carrier, trackingNumber, trackingLink }: Tracking): Tracking {
  const known = carrier || (carrierOfNumber(trackingNumber) ?? '')
  const link = trackingLink || trackingLinkFor({ carrier: known, trackingNumber })
  return { carrier: known, trackingNumber, trackingLink: link }
}

function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '')
}

/** GS1 General Specifications 7.9: weights 3 and 1 from the right, without the check digit. */
export function hasGs1Digit(digits: string): boolean {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Universal Postal Union, standard S10: two letters, eight digits, a check digit and the country. */
function isPostal(number: string, country: string): boolean {
  const [, digits = '', check] = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/.exec(number) ?? []
  if (check === undefined || !number.endsWith(country)) return false
  const weights = [8, 6, 4, 2, 3, 5, 9, 7]
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  const right = 11 - (sum % 11)
  return Number(check) === (right === 10 ? 0 : right === 11 ? 5 : right)
}

/** `1Z`, then 15 signs and a check digit; letters count as digits: A as 2. */
function isUps(number: string): boolean {
  if (!/^1Z[0-9A-Z]{15}\d$/.test(number)) return false
  const values = Array.from(number.slice(2)).map((sign) =>
    /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 'A'.charCodeAt(0) + 2) % 10,
  )
  const check = values.pop()
  const sum = values.reduce((total, value, at) => total + value * (at % 2 === 0 ? 1 : 2), 0)
  return (10 - (sum % 10)) % 10 === check
}

/** Twelve digits: weights 3, 1 and 7, modulo 11, of which 10 counts as 0. */
function isFedExExpress(number: string): boolean {
  if (!/^\d{12}$/.test(number)) return false
  const weights = [3, 1, 7]
  const sum = Array.from(number.slice(0, 11)).reduce(
    (total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0),
    0,
  )
  return (sum % 11) % 10 === Number(number[11])
}
