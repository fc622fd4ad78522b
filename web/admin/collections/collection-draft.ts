import { collectionPath, type Collection, type CollectionRule } from '#domain/catalog/collection.ts'
import { decimalDollars, type Cents } from '#domain/money.ts'
import { call, type SentBody } from '#web/admin/call-staff-api.ts'
import type { ListKind, ListVersion } from '#web/admin/document/save-one.ts'
import { handleOf } from '#web/admin/handle-of.ts'
import { centsOf, wholeOf } from '#web/admin/typed-numbers.ts'
import { sorts } from '#words/en/catalogue.ts'

/** All collections of the shop, as one version of them. */
export type Collections = ListVersion<'collections', Collection>

/** A rule as it is typed. */
type RuleDraft = Omit<CollectionRule, 'priceFrom' | 'priceTo' | 'newDays'> &
  Record<'priceFrom' | 'priceTo' | 'newDays', string>

/** A collection as it is typed, with products and a rule, of which one is meant. */
export interface CollectionDraft extends Omit<Collection, 'rule'> {
  isByRule: boolean
  rule: RuleDraft
}

/** The parts of a collection as its form and a conflict name them. */
export const COLLECTION_FIELDS = {
  name: 'Name',
  handle: 'Address',
  words: 'Words',
  products: 'Products',
  rule: 'Rule',
  sort: 'Order',
  isDraft: 'Draft',
  searchTitle: 'Title in search results',
  description: 'Description in search results',
} as const

const NO_RULE: RuleDraft = {
  categories: [],
  colors: [],
  priceFrom: '',
  priceTo: '',
  newDays: '',
  isReduced: false,
}

/** A collection as the form shows it; one that is not typed yet. */
export function draftOf(own: Collection | undefined, id: string): CollectionDraft {
  const none = { id, name: '', handle: '', words: '', picture: null, isDraft: true, products: [] }
  if (!own)
    return { ...none, sort: 'newest', searchTitle: '', description: '', isByRule: false, rule: NO_RULE }
  const { rule } = own
  const typed = (amount: Cents | null) => (amount === null ? '' : decimalDollars(amount))
  return {
    ...own,
    isByRule: rule !== null,
    rule: rule
      ? {
          ...rule,
          priceFrom: typed(rule.priceFrom),
          priceTo: typed(rule.priceTo),
          newDays: rule.newDays === null ? '' : String(rule.newDays),
        }
      : NO_RULE,
  }
}

/** A draft as it is sent. What cannot be read becomes -1, which the server refuses at its field. */
export function sentOf({ isByRule, rule, products, ...same }: CollectionDraft) {
  const orNone = (typed: string, read: (text: string) => number) => (typed.trim() === '' ? null : read(typed))
  return {
    ...same,
    handle: same.handle.trim() || handleOf(same.name),
    products: isByRule ? [] : products,
    rule: isByRule
      ? {
          ...rule,
          priceFrom: orNone(rule.priceFrom, centsOf),
          priceTo: orNone(rule.priceTo, centsOf),
          newDays: orNone(rule.newDays, wholeOf),
        }
      : null,
  }
}

/** What a rule asks for, in words; as typed, too. */
export function ruleWords(
  rule: CollectionRule | RuleDraft | null,
  labels: Readonly<Record<string, string>>,
): string {
  if (rule === null) return 'By hand'
  const { categories, colors, priceFrom, priceTo, newDays, isReduced } = rule
  const amount = (one: Cents | string) => (typeof one === 'string' ? one : decimalDollars(one))
  return [
    categories.map((value) => labels[value] ?? value).join(' or '),
    colors.join(' or '),
    priceFrom === null || priceFrom === '' ? '' : `from ${amount(priceFrom)}`,
    priceTo === null || priceTo === '' ? '' : `up to ${amount(priceTo)}`,
    newDays === null || newDays === '' ? '' : `new within ${newDays} days`,
    isReduced ? 'reduced' : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A collection as it is read, part by part. `labels`: of products and categories, by what names them. */
export function collectionWords(
  one: Collection | CollectionDraft,
  labels: Readonly<Record<string, string>>,
): Record<keyof typeof COLLECTION_FIELDS, string> {
  return {
    name: one.name,
    handle: collectionPath(one.handle),
    words: one.words,
    products: one.products.map((id) => labels[id] ?? id).join(', '),
    rule: ruleWords('isByRule' in one && !one.isByRule ? null : one.rule, labels),
    sort: sorts[one.sort],
    isDraft: one.isDraft ? 'Draft' : 'Public',
    searchTitle: one.searchTitle,
    description: one.description,
  }
}

/** The collections, as staff edit them. */
export const COLLECTION_LIST: ListKind<'collections', Collection> = {
  name: 'collections',
  title: 'Collection',
  address: '/admin/collections',
  send(version, collections) {
    const value = { collections } as unknown as SentBody<'PUT /api/staff/collections'>['value']
    return call('PUT /api/staff/collections', { body: { version, value } })
  },
  undo: (body) => call('POST /api/staff/collections/undo', { body }),
}
