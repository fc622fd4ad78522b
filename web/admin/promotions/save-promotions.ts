import type { Promotion } from '#domain/promotions/promotion.ts'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { call, type SentBody, type StaffAnswer } from '#web/admin/call-staff-api.ts'

type Address = 'PUT /api/staff/promotions'

/** All promotions of the shop, as one version of them. */
export type Promotions = SettingVersion<{ promotions: readonly Promotion[] }>

/**
 * Saves one promotion, or its removal (`one` null), and what others did to other promotions in the meantime with it. A
 * fault is named by its place within the promotion. `base`: the version that was changed.
 */
export async function savePromotion(
  base: Promotions,
  id: string,
  one: object | null,
): Promise<StaffAnswer<Promotions>> {
  // At the end, where what two promotions cannot both have is its fault.
  const valueOn = ({ value }: Promotions) => ({
    promotions: [...value.promotions.filter((other) => other.id !== id), ...(one === null ? [] : [one])],
  })
  const send = (on: Promotions) =>
    call('PUT /api/staff/promotions', {
      body: { version: on.version, value: valueOn(on) as unknown as SentBody<Address>['value'] },
    })
  const asItWas = ({ value }: Promotions) => JSON.stringify(value.promotions.find((other) => other.id === id))
  const first = await send(base)
  const current = first.kind === 'refused' && first.code === 'changed-meanwhile' ? first.current : undefined
  const answer = current && asItWas(current) === asItWas(base) ? await send(current) : first
  if (answer.kind === 'done') return answer
  const within = /^value\/promotions\/\d+\//
  const places = Object.entries(answer.fields).map(([place, message]) => [place.replace(within, ''), message])
  return { ...answer, fields: Object.fromEntries(places) }
}
