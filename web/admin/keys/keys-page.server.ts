import { KEY_PERMISSION_WORDS } from '#domain/staff/role-words.ts'
import { keysOf } from '#domain/record-of.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { keyView } from '#web/views/staff/key-view.server.ts'
import KeysPage, { type KeysPageProps } from './keys-page.tsx'

export const routes = [staffPage('/admin/keys', 'keys.use', 'admin/keys/keys-page', KeysPage, loadKeysPage)]

export async function loadKeysPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const { staff } = request
  const permissions = staff?.permissions ?? []
  const mayRevokeAll = permissions.includes('staff.manage')
  const keys = staff ? await shop.identity.keys.list(mayRevokeAll ? null : staff.member.id) : []
  return {
    status: 200,
    head: staffHead('API keys', '/admin/keys'),
    props: {
      frame: await staffFrameProps(shop, request),
      needsPassword: shop.identity.accountsAt === null,
      allowed: keysOf(KEY_PERMISSION_WORDS).filter((one) => permissions.includes(one)),
      keys: keys.map((key) => keyView(shop, key)),
    } satisfies KeysPageProps,
  }
}
