import type { Drop } from '#domain/drops/drop.ts'

/** A drop that is public and sold now, without products, except as given. */
export function drop(changes: Partial<Drop> = {}): Drop {
  return {
    id: 'w',
    name: 'Winter drop',
    handle: 'winter',
    words: '',
    picture: null,
    isDraft: false,
    products: [],
    publicFrom: 0,
    soldFrom: 0,
    early: null,
    room: null,
    draw: null,
    perPerson: null,
    payMinutes: null,
    ...changes,
  }
}
