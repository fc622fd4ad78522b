import { randomInt } from 'node:crypto'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { transact } from '#db/engine/transact.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** How many codes are made at once, and how many rows one statement inserts. */
export const MAX_SINGLE_USE_CODES = 10_000
const BATCH = 1_000
/** Letters and digits that nobody takes for each other. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 10

/** Makes codes for one use of a promotion. Null: there is no such promotion that needs a code. */
export async function makeSingleUseCodes(
  shop: Pick<Shop, 'author' | 'database' | 'now' | 'savedSettings' | 'settings'>,
  { promotionId, number }: { promotionId: string; number: number },
): Promise<{ name: string; codes: string[] } | null> {
  const { promotions } = await currentSetting(shop, PROMOTIONS)
  const promotion = promotions.find(({ id, trigger }) => id === promotionId && trigger === 'code')
  if (!promotion) return null
  const codes = new Set<string>()
  while (codes.size < number) codes.add(newCode())
  const made = [...codes]
  await transact(shop.database, async (tx) => {
    const rows = made.map((code) => ({ code, promotion_id: promotionId, created_at: shop.now() }))
    for (let from = 0; from < rows.length; from += BATCH)
      await insertRows(tx, 'promotion_codes', rows.slice(from, from + BATCH))
    await recordAudit(tx, shop, {
      action: 'setting-changed',
      subject: { id: PROMOTIONS.name, name: promotion.name },
      changes: [{ field: 'Single-use codes made', before: null, after: String(number) }],
    })
  })
  return { name: promotion.name, codes: made }
}

/** 50 random bits. */
function newCode(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}
