import type { Conditions, Effect, ItemChoice, Promotion } from '#domain/promotions/promotion.ts'

/** Everything that the shop sells. */
export const ALL: ItemChoice = { products: [], categories: [] }

const NO_CONDITIONS: Conditions = {
  leastAmount: null,
  leastPieces: null,
  without: { items: ALL, reduced: false },
  firstOrder: false,
  customers: [],
  countries: [],
  from: null,
  until: null,
  uses: null,
  usesPerCustomer: null,
}

/** A promotion that applies by itself and combines with nothing, except as given. */
export function promotion(
  id: string,
  effect: Effect,
  {
    conditions,
    ...given
  }: Partial<Omit<Promotion, 'conditions'>> & { conditions?: Partial<Conditions> } = {},
): Promotion {
  return {
    id,
    name: `Promotion ${id}`,
    isPaused: false,
    trigger: given.codes ? 'code' : 'automatic',
    codes: [],
    partner: '',
    effect,
    combinesWith: [],
    ...given,
    conditions: { ...NO_CONDITIONS, ...conditions },
  }
}
