import type { Promotion } from '#domain/promotions/promotion.ts'
import { call, type SentBody, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import { saveOne, type ListVersion } from '#web/admin/document/save-one.ts'

/** All promotions of the shop, as one version of them. */
export type Promotions = ListVersion<'promotions', Promotion>

/** Saves one promotion, or its removal. */
export function savePromotion(
  base: Promotions,
  id: string,
  one: object | null,
): Promise<StaffAnswer<Promotions>> {
  return saveOne('promotions', base, { id, one }, (version, promotions) => {
    const value = { promotions } as unknown as SentBody<'PUT /api/staff/promotions'>['value']
    return call('PUT /api/staff/promotions', { body: { version, value } })
  })
}
