import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'

/** An address that was refused: it belongs to an inner network or this machine. */
export class NotPublicError extends Error {
  override readonly name = 'NotPublicError'
}

/** Where hosts are looked for. Tests have another network in place of the public one. */
export interface Network {
  isAllowed(address: string): boolean
  resolve(host: string): Promise<LookupAddress[]>
}

/** What is given out of IPv6 (RFC 4291); the rest only looks public, such as an IPv4 address after zeros. */
const GIVEN_OUT = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is one of the public internet: not of this machine, its network or a provider's services. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(GIVEN_OUT))
}

const resolveAll = promisify(lookup)

/** The public internet. */
export const PUBLIC: Network = {
  isAllowed: isPublicAddress,
  resolve: (host) => resolveAll(host, { all: true }),
}

/**
 * The `lookup` of a request: resolves a name, and refuses it with a NotPublicError when any of its addresses is not
 * public. What is checked is what is connected to. Not asked for a host that is an IP address.
 */
export function checkedLookup({ isAllowed, resolve }: Network = PUBLIC): LookupFunction {
  return (name, { all }, done) =>
    void resolve(name).then(
      (found) => {
        const [first] = found
        if (first === undefined || !found.every(({ address }) => isAllowed(address)))
          done(new NotPublicError('The host is not on the public internet.'), [])
        else if (all) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    )
}
