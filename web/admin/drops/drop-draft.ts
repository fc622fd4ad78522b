import { dropState, type Drop, type DropState } from '#domain/drops/drop.ts'
import type { HomePicture } from '#domain/settings/home-page.ts'
import { foldLetters } from '#domain/fold-letters.ts'
import { clockTime, epochFromClock } from '#domain/shop-time.ts'
import { call, type SentBody } from '#web/admin/call-staff-api.ts'
import type { ListKind, ListVersion } from '#web/admin/document/save-one.ts'

/** All drops of the shop, as one version of them. */
export type Drops = ListVersion<'drops', Drop>

/** A drop as it is typed: times as their inputs have them, in the shop's time zone. */
export interface DropDraft extends Pick<Drop, 'id' | 'name' | 'handle' | 'words' | 'isDraft' | 'products'> {
  picture: HomePicture | null
  alt: string
  publicFrom: string
  soldFrom: string
}

export const STATE_WORDS: Readonly<Record<DropState, string>> = {
  draft: 'Draft',
  announced: 'Announced',
  shown: 'Shown',
  'on-sale': 'On sale',
}

/** The parts of a drop as its form, a list and a conflict name them. */
export const DROP_FIELDS = {
  name: 'Name',
  handle: 'Address',
  words: 'Words',
  isDraft: 'Draft',
  products: 'Products',
  publicFrom: 'Shown from',
  soldFrom: 'Sold from',
} as const

/** A drop that is not typed yet. */
export const newDrop = (id: string): DropDraft => ({
  id,
  name: '',
  handle: '',
  words: '',
  picture: null,
  alt: '',
  isDraft: true,
  products: [],
  publicFrom: '',
  soldFrom: '',
})

/** A drop as the form shows it. */
export function draftOf({ picture, publicFrom, soldFrom, ...same }: Drop, timeZone: string): DropDraft {
  const { alt = '', ...file } = picture ?? {}
  return {
    ...same,
    picture: picture && (file as HomePicture),
    alt,
    publicFrom: clockTime(publicFrom, timeZone),
    soldFrom: clockTime(soldFrom, timeZone),
  }
}

/** A draft as it is sent. A time that cannot be read becomes -1, which the server refuses at its field. */
export function dropOf({ picture, alt, publicFrom, soldFrom, ...same }: DropDraft, timeZone: string) {
  const time = (clock: string) => epochFromClock(clock, timeZone) ?? -1
  return {
    ...same,
    handle: same.handle.trim() || handleOf(same.name),
    picture: picture && { ...picture, alt },
    publicFrom: time(publicFrom),
    soldFrom: time(soldFrom),
  }
}

/** The address that a name gives: `winter-drop`. */
export function handleOf(name: string): string {
  return foldLetters(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
}

/** A drop as it is read, part by part. `names`: of products, by id. */
export function dropWords(
  drop: Pick<Drop, keyof typeof DROP_FIELDS>,
  names: Readonly<Record<string, string>>,
  timeZone: string,
): Record<keyof typeof DROP_FIELDS, string> {
  const time = (at: number) => clockTime(at, timeZone).replace('T', ' ')
  return {
    name: drop.name,
    handle: `/drop/${drop.handle}`,
    words: drop.words,
    isDraft: drop.isDraft ? 'Draft' : 'Public',
    products: drop.products.map((id) => names[id] ?? id).join(', '),
    publicFrom: `Shown from ${time(drop.publicFrom)}`,
    soldFrom: `Sold from ${time(drop.soldFrom)}`,
  }
}

/** Where a drop is now. */
export const stateWords = (drop: Drop, now: number) => STATE_WORDS[dropState(drop, now)]

/** The drops, as staff edit them. */
export const DROP_LIST: ListKind<'drops', Drop> = {
  name: 'drops',
  title: 'Drop',
  address: '/admin/drops',
  send(version, drops) {
    const value = { drops } as unknown as SentBody<'PUT /api/staff/drops'>['value']
    return call('PUT /api/staff/drops', { body: { version, value } })
  },
  undo: (body) => call('POST /api/staff/drops/undo', { body }),
}
