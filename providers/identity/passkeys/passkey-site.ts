import { isIP } from 'node:net'
import type { PasskeySite } from './staff-passkeys.ts'

/**
 * Where browsers accept passkeys of this shop: over https at a host name, or at localhost. Null at any other address,
 * such as an IP address.
 */
export function passkeySite(publicUrl: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return null
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : null
}
