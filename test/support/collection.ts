import type { Collection, CollectionRule } from '#domain/catalog/collection.ts'

/** A public collection by hand, without products except as given. */
export function collection(changes: Partial<Collection> = {}): Collection {
  return {
    id: 'c1',
    name: 'New in',
    handle: 'new-in',
    words: '',
    picture: null,
    isDraft: false,
    rule: null,
    products: [],
    sort: 'newest',
    searchTitle: '',
    description: '',
    ...changes,
  }
}

/** A rule that asks for nothing except as given. */
export function rule(changes: Partial<CollectionRule>): CollectionRule {
  return {
    categories: [],
    colors: [],
    priceFrom: null,
    priceTo: null,
    newDays: null,
    isReduced: false,
    ...changes,
  }
}
