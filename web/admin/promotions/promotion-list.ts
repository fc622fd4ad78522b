import type { Promotion } from '#domain/promotions/promotion.ts'
import { call, type SentBody } from '#web/admin/call-staff-api.ts'
import type { ListKind, ListVersion } from '#web/admin/document/save-one.ts'

/** All promotions of the shop, as one version of them. */
export type Promotions = ListVersion<'promotions', Promotion>

/** The promotions, as staff edit them. */
export const PROMOTION_LIST: ListKind<'promotions', Promotion> = {
  name: 'promotions',
  title: 'Promotion',
  address: '/admin/promotions',
  send(version, promotions) {
    const value = { promotions } as unknown as SentBody<'PUT /api/staff/promotions'>['value']
    return call('PUT /api/staff/promotions', { body: { version, value } })
  },
  undo: (body) => call('POST /api/staff/promotions/undo', { body }),
}
