import { isSecondFactorRequired } from '#operations/staff/second-factor.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { secondFactorView } from '#web/views/staff/second-factor-view.server.ts'
import SetUpPage, { type SetUpPageProps } from './set-up-page.tsx'

export const routes = [
  staffPage('/admin/set-up', 'second-factor.use', 'admin/set-up/set-up-page', SetUpPage, loadSetUpPage),
]

/** All that members can open whose role requires a second factor that they do not have yet. */
export async function loadSetUpPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const { staff } = request
  if (!staff) return { redirect: '/admin' }
  const isRequired = await isSecondFactorRequired(shop, staff.member)
  return {
    status: 200,
    head: staffHead('Second factor', '/admin/set-up'),
    props: {
      frame: await staffFrameProps(shop, request),
      secondFactor: await secondFactorView(shop, staff.member, isRequired),
    } satisfies SetUpPageProps,
  }
}
