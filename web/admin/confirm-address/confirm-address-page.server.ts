import type { Shop } from '#operations/shop.ts'
import { callIdentity } from '#web/http/call-identity.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer } from '#web/page.ts'
import { publicStaffPage } from '#web/route.ts'
import { staffHead } from '#web/admin/staff-frame.server.ts'
import ConfirmAddressPage, { type ConfirmAddressPageProps } from './confirm-address-page.tsx'

export const routes = [
  publicStaffPage(
    '/admin/confirm-address',
    'admin/confirm-address/confirm-address-page',
    ConfirmAddressPage,
    loadConfirmAddressPage,
    ['token'],
  ),
]

/** The target of the link in the mail to a new address. Opening the page does not use the link up. */
export async function loadConfirmAddressPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const token = request.query.get('token') ?? ''
  const found = await callIdentity(shop, shop.identity.addresses.findByToken(token))
  const isUnavailable = found !== null && 'kind' in found
  const change = isUnavailable ? null : found
  return {
    status: isUnavailable ? 503 : change ? 200 : 410,
    head: staffHead('Confirm Your Address', '/admin/confirm-address'),
    props: {
      frame: await frameProps(shop, request),
      change: change && { token, ...change },
      isUnavailable,
    } satisfies ConfirmAddressPageProps,
  }
}
