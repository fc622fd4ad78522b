import { spreadAmong } from '#domain/share-among.ts'
import { findMissing, isEligible, isFor, type PromotedCart, type PromotedLine } from './conditions.ts'
import { classOf, combine, isEverything, isNamed, type Pieces, type Promotion } from './promotion.ts'

/** What a promotion takes off a cart, in cents: of each of its lines, and of the shipping. */
export interface TakenOff {
  promotion: Promotion
  lines: readonly number[]
  shipping: number
}

/** A limit for carts with many promotions that exclude each other. */
const MAX_SETS = 1_000
/** Up to so many bundles and offers of free pieces are tried in every order; of more, each as the first. */
const MAX_TRIED_GROUPS = 3

/**
 * The promotions that a cart gets: of all that are allowed together, those that take off most, before tax. The rule is
 * in docs/wings/promotions.md. The order of lines and promotions makes no difference.
 */
export function choosePromotions(promotions: readonly Promotion[], cart: PromotedCart): TakenOff[] {
  const usable = promotions
    .filter((one) => findMissing(one, cart) === null)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  if (usable.length === 0) return []
  const sorted = cart.lines.map((line, at) => ({ line, at })).toSorted((a, b) => compare(a.line, b.line))
  const lines = sorted.map(({ line }) => line)
  let best: TakenOff[] = []
  let most = 0
  let sets = 0
  for (const set of largestSets(usable, (a, b) => combine(a, b) || (isOfPieces(a) && isOfPieces(b)))) {
    for (const groups of groupOrders(set)) {
      const taken = takeOff(set, groups, lines, cart.shipping.amount)
      const off = taken.reduce((sum, one) => sum + one.shipping + totalOf(one.lines), 0)
      if (off > most) [best, most] = [taken, off]
    }
    sets += 1
    if (sets === MAX_SETS) break
  }
  const place = new Map(sorted.map(({ at }, position) => [at, position]))
  return best.map((one) => ({ ...one, lines: cart.lines.map((_line, at) => one.lines[place.get(at)!]!) }))
}

/** The dearest first. */
function compare(one: PromotedLine, other: PromotedLine): number {
  const key = ({ productId = '', size = '' }: PromotedLine) => `${productId} ${size}`
  return other.price - one.price || (key(one) < key(other) ? -1 : 1)
}

function isOfPieces(promotion: Promotion): boolean {
  return classOf(promotion) === 'product'
}

/** Every set of what fits together that nothing more fits into (the algorithm of Bron and Kerbosch). */
function* largestSets<T>(
  all: readonly T[],
  fits: (one: T, other: T) => boolean,
  chosen: readonly T[] = [],
  tried: readonly T[] = [],
): Generator<readonly T[]> {
  const [pivot] = [...all, ...tried]
  if (pivot === undefined) return yield chosen
  const next = all.filter((other) => other === pivot || !fits(other, pivot))
  for (const [at, one] of next.entries()) {
    const before = next.slice(0, at)
    const fitting = (other: T) => other !== one && fits(other, one)
    const open = all.filter((other) => fitting(other) && !before.includes(other))
    yield* largestSets(open, fits, [...chosen, one], [...tried, ...before].filter(fitting))
  }
}

/** The orders in which bundles and offers of free pieces take their pieces. A piece is taken once. */
function groupOrders(set: readonly Promotion[]): readonly Promotion[][] {
  const groups = set.filter(({ effect }) => effect.kind === 'bundle' || effect.kind === 'buy-get')
  return groups.length > MAX_TRIED_GROUPS
    ? [[], ...groups.map((first) => [first, ...groups.filter((one) => one !== first)])]
    : orders(groups)
}

function orders<T>(all: readonly T[]): T[][] {
  return [
    [],
    ...all.flatMap((one) => orders(all.filter((other) => other !== one)).map((rest) => [one, ...rest])),
  ]
}

/** Pieces of one line that are treated alike. `left`: what they cost together by now. `by`: what lowered them. */
interface Segment {
  line: number
  quantity: number
  left: number
  by: readonly Promotion[]
}

/** Bundles and free pieces first, then percentages, then amounts; what is for the whole order after what is not. */
function takeOff(
  set: readonly Promotion[],
  groups: readonly Promotion[],
  lines: readonly PromotedLine[],
  shippingPrice: number,
): TakenOff[] {
  const off = new Map<Promotion, number[]>()
  const lower = (promotion: Promotion, segments: readonly Segment[], amounts: readonly number[]) => {
    const own = off.get(promotion) ?? lines.map(() => 0)
    segments.forEach((segment, at) => {
      segment.left -= amounts[at]!
      own[segment.line]! += amounts[at]!
    })
    off.set(promotion, own)
  }
  const segments = lines.map(({ price, quantity }, line): Segment => ({
    line,
    quantity,
    left: price * quantity,
    by: [],
  }))
  for (const group of groups) {
    for (const { picked, amounts } of pickGroups(group, segments, lines)) {
      lower(group, picked, amounts)
      segments.push(...picked)
    }
  }
  const byPiece = set.filter((one) => isOfPieces(one) && !groupOf(one))
  const chosen = new Map(segments.map((one) => [one, bestForPieces(byPiece, one, lines)]))
  const ofOrder = set.filter((one) => classOf(one) === 'order')
  for (const promotion of [...inOrder(byPiece), ...inOrder(ofOrder)]) {
    const its = segments.filter((one) =>
      isOfPieces(promotion) ? chosen.get(one)!.includes(promotion) : isFor(promotion, lines[one.line]!),
    )
    lower(promotion, its, amountsOff(promotion, its, lines))
  }
  let left = shippingPrice
  const ofShipping = set.flatMap((promotion): TakenOff[] => {
    if (promotion.effect.kind !== 'shipping') return []
    const amount = Math.min(left, promotion.effect.off ?? left)
    left -= amount
    return [{ promotion, lines: lines.map(() => 0), shipping: amount }]
  })
  const ofLines = [...off].map(([promotion, own]) => ({ promotion, lines: own, shipping: 0 }))
  return [...ofLines, ...ofShipping].filter((one) => one.shipping + totalOf(one.lines) > 0)
}

function groupOf({ effect }: Promotion) {
  return effect.kind === 'bundle' || effect.kind === 'buy-get' ? effect : null
}

/** Percentages before amounts, which is better for the shopper. */
function inOrder(promotions: readonly Promotion[]): Promotion[] {
  const isAmount = ({ effect }: Promotion) => effect.kind === 'amount'
  return [...promotions.filter((one) => !isAmount(one)), ...promotions.filter(isAmount)]
}

/** What a percentage or amount takes off each of these segments. A percentage is rounded once, half up. */
function amountsOff(
  { effect }: Promotion,
  its: readonly Segment[],
  lines: readonly PromotedLine[],
): number[] {
  const bases = its.map(({ left }) => left)
  const percent = (milliPercent: number) =>
    spreadAmong(bases, Math.round((totalOf(bases) * milliPercent) / 100_000))
  switch (effect.kind) {
    case 'percent':
      return percent(effect.milliPercent)
    case 'steps': {
      const amount = its.reduce((sum, { line, quantity }) => sum + lines[line]!.price * quantity, 0)
      const reached = effect.steps
        .filter(({ from }) => from <= amount)
        .map(({ milliPercent }) => milliPercent)
      return percent(Math.max(0, ...reached))
    }
    case 'amount':
      return isEverything(effect.items)
        ? spreadAmong(bases, Math.min(effect.amount, totalOf(bases)))
        : its.map(({ left, quantity }) => Math.min(left, effect.amount * quantity))
    default:
      return bases.map(() => 0)
  }
}

/** Of the promotions for single pieces that are allowed together on these pieces, those that take off most. */
function bestForPieces(
  promotions: readonly Promotion[],
  { line, quantity, left, by }: Segment,
  lines: readonly PromotedLine[],
): readonly Promotion[] {
  const fitting = promotions.filter(
    (one) => isFor(one, lines[line]!) && by.every((other) => combine(one, other)),
  )
  let best: readonly Promotion[] = []
  let least = left
  for (const set of largestSets(fitting, combine)) {
    const after = inOrder(set).reduce((rest, { effect }) => {
      if (effect.kind === 'percent') return rest * (1 - effect.milliPercent / 100_000)
      return effect.kind === 'amount' ? Math.max(0, rest - effect.amount * quantity) : rest
    }, left)
    if (after < least) [best, least] = [set, after]
  }
  return best
}

/** Pieces that were picked together, and what is off each segment of them. */
interface Picked {
  picked: Segment[]
  amounts: number[]
}

/** Picks pieces that no other group has, as often as there are enough. They leave their segments. */
function pickGroups(promotion: Promotion, segments: Segment[], lines: readonly PromotedLine[]): Picked[] {
  const { effect } = promotion
  const free = segments.filter(({ by, line }) => by.length === 0 && isEligible(promotion, lines[line]!))
  const among = ({ items }: Pieces) =>
    free.filter(({ line }) => isEverything(items) || isNamed(items, lines[line]!))
  const priceOf = ({ line }: Segment) => lines[line]!.price
  const pick = (from: Segment, quantity: number): Segment => {
    from.quantity -= quantity
    from.left -= quantity * priceOf(from)
    return { line: from.line, quantity, left: quantity * priceOf(from), by: [promotion] }
  }
  if (effect.kind === 'buy-get') {
    const { buy, get, milliPercent, mostTimes } = effect
    const [bought, got] = [among(buy), among(get)]
    const all = new Set([...bought, ...got])
    const times = Math.min(
      mostTimes ?? Infinity,
      Math.floor(piecesIn(bought) / buy.quantity),
      Math.floor(piecesIn(got) / get.quantity),
      Math.floor(piecesIn([...all]) / (buy.quantity + get.quantity)),
    )
    // Of what can be both, enough is left to be bought.
    let toSpare = piecesIn(bought) - times * buy.quantity
    let toGet = times * get.quantity
    const picked = got.toReversed().flatMap((from) => {
      const isBoth = bought.includes(from)
      const quantity = Math.min(from.quantity, toGet, isBoth ? toSpare : Infinity)
      if (isBoth) toSpare -= quantity
      toGet -= quantity
      return quantity > 0 ? [pick(from, quantity)] : []
    })
    let toBuy = times * buy.quantity
    const paid = bought.toReversed().flatMap((from) => {
      const quantity = Math.min(from.quantity, toBuy)
      toBuy -= quantity
      return quantity > 0 ? [pick(from, quantity)] : []
    })
    const perPiece = (one: Segment) => Math.round((priceOf(one) * milliPercent) / 100_000)
    const amounts = picked.map((one) => one.quantity * perPiece(one))
    return times > 0 ? [{ picked: [...picked, ...paid], amounts: [...amounts, ...paid.map(() => 0)] }] : []
  }
  if (effect.kind !== 'bundle') return []
  const found: Picked[] = []
  for (;;) {
    const once = new Map<Segment, number>()
    for (const part of effect.parts) {
      let open = part.quantity
      for (const from of among(part)) {
        const quantity = Math.min(open, from.quantity - (once.get(from) ?? 0))
        if (quantity > 0) once.set(from, (once.get(from) ?? 0) + quantity)
        open -= quantity
      }
      if (open > 0) return found
    }
    const bases = [...once].map(([from, quantity]) => quantity * priceOf(from))
    const saved = totalOf(bases) - effect.price
    if (saved <= 0) return found
    const times = Math.min(...[...once].map(([from, quantity]) => Math.floor(from.quantity / quantity)))
    found.push({
      picked: [...once].map(([from, quantity]) => pick(from, quantity * times)),
      amounts: spreadAmong(bases, saved).map((amount) => amount * times),
    })
  }
}

function piecesIn(segments: readonly Segment[]): number {
  return segments.reduce((sum, { quantity }) => sum + quantity, 0)
}

function totalOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0)
}
