import { visitorKey } from '#operations/visitor-key.ts'
import type { Visit } from '#providers/identity/staff-identity.ts'
import { limitedBy } from '#web/http/limits/client-address.ts'
import { readDeviceCookie } from '#web/http/visitors/device-cookie.ts'
import { readStaffCookie } from '#web/http/visitors/staff-cookie.ts'
import type { ApiContext } from '#web/api/api-context.ts'

/** The origin of a request to the staff accounts. Its network is reduced to a keyed digest for counting. */
export function staffVisit({
  request: { headers },
  shop,
  address,
}: ApiContext & { request: Request }): Visit {
  return {
    address,
    network: visitorKey(shop, limitedBy(address)),
    device: readDeviceCookie(headers, shop),
    userAgent: headers.get('user-agent') ?? '',
    replaces: readStaffCookie(headers, shop.settings.publicUrl),
  }
}
