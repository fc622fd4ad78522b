import * as v from 'valibot'
import { DROPS } from '#domain/settings/drops.ts'
import { changeGuests } from '#operations/drops/early-access.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'

const MAX_LENGTH = 250_000

const dropParams = idParams(String, 'There is no such drop.')
const CHANGED = {
  means: 'How many addresses have early access now. `unread`: what looks like no address.',
  schema: v.object({ guests: v.number(), unread: v.array(v.string()) }),
}

async function change(shop: Shop, id: string, how: Parameters<typeof changeGuests>[2]) {
  const { drops } = await currentSetting(shop, DROPS)
  const drop = drops.find((one) => one.id === id)
  return drop ? changeGuests(shop, drop, how) : noSuch(dropParams)
}

export const routes = [
  staffAction('POST /api/staff/drops/:id/guests', 'products.write', {
    summary: 'Give addresses early access to a drop',
    detail: 'In one text, with anything between them. Addresses that it has already stay as they are.',
    params: dropParams,
    body: {
      schema: v.object({
        add: v.pipe(v.string(), v.maxLength(MAX_LENGTH, 'Add up to 250,000 characters at a time.')),
      }),
      example: { add: 'ada@shopper.example, bo@shopper.example' },
    },
    answers: { 200: CHANGED },
    run: ({ shop, params, body }) => change(shop, params.id, body),
  }),
  staffAction('DELETE /api/staff/drops/:id/guests', 'products.write', {
    summary: 'Remove all addresses with early access to a drop',
    detail: 'Browsers that opened it by such an address lose it at once.',
    params: dropParams,
    answers: { 200: CHANGED },
    run: ({ shop, params }) => change(shop, params.id, 'remove-all'),
  }),
]
