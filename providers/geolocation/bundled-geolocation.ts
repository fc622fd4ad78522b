import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'
import { Reader, type Response } from 'mmdb-lib'
import type { Geolocation } from './geolocation.ts'

const DATA = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country'

/** Networks that are not on the public internet (RFC 6890). The data set assigns some of them a country. */
const NOT_PUBLIC: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

/**
 * Country lookup from bundled data: registrations at the five regional registries (nro.net, CC BY 4.0). Needs no
 * network. The tables (3 MB for IPv4, 5 MB for IPv6) are loaded at the first lookup of a public address of their kind.
 * The constructor throws if the data is not installed; lookups never throw.
 */
export function bundledGeolocation(): Geolocation {
  const require = createRequire(import.meta.url)
  const ipv4 = countryTable(require.resolve(`${DATA}-ipv4.mmdb`))
  const ipv6 = countryTable(require.resolve(`${DATA}-ipv6.mmdb`))
  const notPublic = new BlockList()
  for (const [network, prefix] of NOT_PUBLIC) {
    notPublic.addSubnet(network, prefix, isIP(network) === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    country(address) {
      const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
      const family = isIP(plain)
      if (family === 0 || plain.includes('%')) return null
      if (notPublic.check(plain, family === 4 ? 'ipv4' : 'ipv6')) return null
      return family === 4 ? ipv4(plain) : ipv6(plain)
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
