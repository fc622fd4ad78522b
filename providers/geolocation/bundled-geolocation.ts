import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Reader, type Response } from 'mmdb-lib'
import type { Geolocation } from './geolocation.ts'
import { publicAddress } from './public-address.ts'

const DATA = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country'

/**
 * Country lookup from bundled data: registrations at the five regional registries (nro.net, CC BY 4.0). Needs no
 * network. The tables (3 MB for IPv4, 5 MB for IPv6) are loaded at the first lookup of a public address of their kind.
 * The constructor throws if the data is not installed; lookups never throw.
 */
export function bundledGeolocation(): Geolocation {
  const require = createRequire(import.meta.url)
  const ipv4 = countryTable(require.resolve(`${DATA}-ipv4.mmdb`))
  const ipv6 = countryTable(require.resolve(`${DATA}-ipv6.mmdb`))
  return {
    country(address) {
      const found = publicAddress(address)
      if (found === null) return null
      return found.family === 4 ? ipv4(found.address) : ipv6(found.address)
    },
  }
}

/** Looks up an address in one table, which is loaded on first use. */
function countryTable(file: string): (address: string) => string | null {
  let table: Reader<Response> | undefined
  return (address) => {
    try {
      table ??= new Reader(readFileSync(file))
      const record: object = table.get(address) ?? {}
      return 'country_code' in record && isCode(record.country_code) ? record.country_code : null
    } catch {
      return null
    }
  }
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value)
}
