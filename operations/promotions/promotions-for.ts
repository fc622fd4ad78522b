import { amountIn } from '#domain/currency.ts'
import type { Words } from '#words/languages.ts'
import { BatchedRead } from '#db/engine/batched-read.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { askedFor, countUses, findCodes, type Asked } from '#db/promotions/promotion-uses.ts'
import { choosePromotions, type TakenOff } from '#domain/promotions/choose-promotions.ts'
import { findMissing, type Missing, type PromotedCart } from '#domain/promotions/conditions.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { stateOf, type Promotion } from '#domain/promotions/promotion.ts'
import { normalizeCode } from '#domain/promotions/typed-code.ts'
import {
  findLimit,
  isLimited,
  type PromotionUse,
  type UseCounts,
  type UseLimit,
  type Wanted,
} from '#domain/promotions/use-limits.ts'
import { parseGiftCode } from '#domain/gift-cards/gift-code.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Why a code takes nothing off. `unknown`: there is none, or it does not run now, which nobody is told. `other-offer`:
 * what the cart gets instead takes off more. `isCredit`: store credit that is not open for this checkout any more.
 */
export type CodeRefusal =
  | Missing
  | { kind: UseLimit | 'unknown' | 'not-named' | 'other-offer' | 'no-balance' | 'too-many-guesses' }
  | { kind: 'unknown'; isCredit: true }

/**
 * What a code does. `name`: of its promotion; null: it does nothing, and `refusal` says why, or is of a gift card.
 * `off`: in cents, and so is what a gift card pays.
 */
export interface CodeOutcome {
  code: string
  name: string | null
  off: number
  giftCard?: { lastFour: string; amount: number }
  refusal: CodeRefusal | null
}

/** Who asks. `email`: null while it is unknown. `checkoutId`: the checkout whose own order does not count. */
export interface Asking {
  codes: readonly string[]
  email: string | null
  checkoutId: string | null
  /** In place of those that are saved. */
  promotions?: readonly Promotion[]
}

/** The promotions that a cart may have now, and what they do to the cart that was priced last. */
export interface OfferedPromotions {
  promote?: (cart: PromotedCart) => readonly TakenOff[]
  codes(): CodeOutcome[]
  uses(): (PromotionUse & Wanted)[]
}

const NONE: OfferedPromotions = { codes: () => [], uses: () => [] }

/** The promotions that apply by themselves, and those of the codes. Nothing is read where nothing is limited. */
export async function promotionsFor(shop: Shop, asking: Asking): Promise<OfferedPromotions> {
  const promotions = asking.promotions ?? (await currentSetting(shop, PROMOTIONS)).promotions
  if (promotions.length === 0 && asking.codes.length === 0) return NONE
  const running = promotions.filter((one) => stateOf(one, shop.now()) === 'active')
  const automatic = running
    .filter(({ trigger }) => trigger === 'automatic')
    .map((promotion): Wanted => ({ promotion, code: null, isSingle: false }))
  const typed = [...new Set(asking.codes.map(normalizeCode))].filter(isOfPromotion)
  const byCode = await findPromotionsOfCodes(shop, typed, running)
  const wanted = [...automatic, ...byCode]
  const refused = await findRefused(shop, wanted, asking)
  const usable = wanted.filter((one) => !refused.has(one))
  let [cart, taken]: [PromotedCart | null, TakenOff[]] = [null, []]
  const offOf = (promotion: Promotion) =>
    taken
      .filter((one) => one.promotion === promotion)
      .reduce((sum, { lines, shipping }) => lines.reduce((all, off) => all + off, sum + shipping), 0)
  return {
    ...(usable.length > 0 && {
      promote(of) {
        cart = of
        taken = choosePromotions(
          usable.map(({ promotion }) => promotion),
          of,
        )
        return taken
      },
    }),
    codes: () =>
      typed.map((code) => {
        const its = byCode.find((one) => one.code === code)
        if (!its) return { code, name: null, off: 0, refusal: { kind: 'unknown' } }
        const { promotion } = its
        const off = offOf(promotion)
        const why = refused.get(its)
        const lacks = () => (cart && findMissing(promotion, cart)) ?? ({ kind: 'other-offer' } as const)
        const refusal = why ? { kind: why } : off > 0 ? null : lacks()
        return { code, name: promotion.name, off, refusal }
      }),
    uses: () =>
      usable
        .filter(({ promotion }) => offOf(promotion) > 0)
        .map((one) => ({ ...one, promotionId: one.promotion.id, name: one.promotion.name })),
  }
}

function isOfPromotion(code: string): boolean {
  return code !== '' && parseGiftCode(code) === null
}

/** Why a code takes nothing off, as shoppers read it. */
export function refusalWords(
  code: string,
  refusal: CodeRefusal,
  { promotions: words, 'store-credit': { ended } }: Pick<Words, 'promotions' | 'store-credit'>,
): string {
  if ('isCredit' in refusal) return ended
  switch (refusal.kind) {
    case 'amount':
      return words.amount(code, amountIn(words.LANGUAGE, refusal.amount))
    case 'pieces':
      return words.pieces(code, refusal.pieces)
    default:
      return (words.refusals[refusal.kind] ?? words.unknown)(code)
  }
}

/** A promotion is wanted once, whichever of its codes are entered. */
async function findPromotionsOfCodes(
  { database }: Shop,
  typed: readonly string[],
  running: readonly Promotion[],
): Promise<Wanted[]> {
  const shared = new Map(
    running
      .filter(({ trigger }) => trigger === 'code')
      .flatMap((promotion) => promotion.codes.map((code) => [code, promotion] as const)),
  )
  const single = await findCodes(
    database.db,
    typed.filter((code) => !shared.has(code)),
  )
  const found = typed.flatMap((code): Wanted[] => {
    const isSingle = !shared.has(code)
    const promotion = shared.get(code) ?? running.find(({ id }) => id === single.get(code))
    return promotion?.trigger === 'code' ? [{ promotion, code, isSingle }] : []
  })
  return found.filter(({ promotion }, at) => found.findIndex((one) => one.promotion === promotion) === at)
}

const reads = new WeakMap<ShopDatabase, BatchedRead<Asked, UseCounts>>()

/** One count for all who ask at once: in a drop thousands have the same code. */
function countsOf(database: ShopDatabase): BatchedRead<Asked, UseCounts> {
  const read = reads.get(database) ?? new BatchedRead((asked) => countUses(database.db, asked))
  reads.set(database, read)
  return read
}

async function findRefused(
  { database }: Shop,
  wanted: readonly Wanted[],
  { email, checkoutId }: Asking,
): Promise<Map<Wanted, UseLimit | 'not-named'>> {
  const key = email === null ? '' : limitEmail(email)
  const limited = wanted.filter(isLimited)
  const asked = askedFor(limited, key, checkoutId)
  const counts = limited.length === 0 ? null : (await countsOf(database).find([asked])).get(asked)!
  return new Map(
    wanted.flatMap((one): [Wanted, UseLimit | 'not-named'][] => {
      const { customers } = one.promotion.conditions
      const isNamed = customers.length === 0 || customers.some((customer) => limitEmail(customer) === key)
      // A code of theirs shows what it takes off before the address is typed.
      if (!isNamed && (key !== '' || one.code === null)) return [[one, 'not-named']]
      const limit = counts && findLimit(one, counts)
      return limit === null ? [] : [[one, limit]]
    }),
  )
}
