import { randomUUID } from 'node:crypto'
import { readCodeCounts } from '#operations/promotions/promotion-figures.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { readSettingVersion } from '#operations/settings/read-setting-history.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { promotionNames } from './promotion-names.server.ts'
import PromotionPage, { type PromotionPageProps } from './promotion-page.tsx'

export const routes = [
  staffPage(
    '/admin/promotions/:id',
    'promotions.write',
    'admin/promotions/promotion-page',
    PromotionPage,
    loadPromotionPage,
    ['copy'],
  ),
]

/** `new` is another promotion, which may begin as a copy of the one that `copy` names. */
export async function loadPromotionPage(
  shop: Shop,
  request: StaffPageRequest,
): Promise<PageAnswer | Redirect> {
  const asked = request.params['id'] ?? ''
  const isNew = asked === 'new'
  const [frame, version, codes] = await Promise.all([
    staffFrameProps(shop, request),
    readSettingVersion(shop, PROMOTIONS),
    readCodeCounts(shop),
  ])
  const saved = version ?? { version: 0, value: PROMOTIONS.fallback }
  const named = (id: string | null) => saved.value.promotions.find((one) => one.id === id) ?? null
  const own = named(asked)
  if (own === null && !isNew) return { redirect: '/admin/promotions' }
  const copied = isNew ? named(request.query.get('copy')) : null
  return {
    status: 200,
    head: staffHead(own?.name ?? 'New promotion', request.path),
    props: {
      frame,
      saved,
      id: own?.id ?? randomUUID(),
      copied,
      names: await promotionNames(
        shop,
        [own, copied].flatMap((one) => one ?? []),
      ),
      singleUseCodes: codes.get(asked) ?? 0,
    } satisfies PromotionPageProps,
  }
}
