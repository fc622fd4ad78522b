import {
  dropState,
  FIRST_ROOM,
  type Drop,
  type DropDraw,
  type DropRoom,
  type DropState,
  type EarlyAccess,
} from '#domain/drops/drop.ts'
import type { HomePicture } from '#domain/settings/home-page.ts'
import { keysOf, recordOf } from '#domain/record-of.ts'
import { clockTime, epochFromClock } from '#domain/shop-time.ts'
import { handleOf } from '#web/admin/handle-of.ts'
import { wholeOf } from '#web/admin/typed-numbers.ts'
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
  hasEarly: boolean
  /** Also while there is none. */
  early: Record<keyof EarlyAccess, string>
  gate: 'none' | 'room' | 'draw'
  /** Also while there is none, for when there is. */
  room: Record<keyof DropRoom, string>
  draw: Record<'entriesFrom' | 'payHours', string> & Pick<DropDraw, 'showsCounts' | 'checksCard'>
  perPerson: string
  payMinutes: string
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
  early: 'Early access',
  room: 'Waiting room',
  draw: 'Draw',
  perPerson: 'Pieces per person',
  payMinutes: 'Minutes to pay',
} as const

/** The fields of its waiting room. */
export const ROOM_FIELDS: Readonly<Record<keyof DropRoom, string>> = {
  opensMinutes: 'Opens this many minutes before the sale',
  turnMinutes: 'Minutes that a turn lasts',
  turns: 'Turns at once',
  perMinute: 'Let in each minute, at most',
}

/** How its pieces are sold. */
export const GATES: Readonly<Record<DropDraft['gate'], string>> = {
  none: 'To whoever comes first',
  room: 'Through a waiting room',
  draw: 'By a draw',
}

const NO_DRAW: DropDraft['draw'] = { entriesFrom: '', payHours: '12', showsCounts: true, checksCard: false }

const typed = (room: DropRoom) =>
  recordOf<DropDraft['room']>(keysOf(ROOM_FIELDS), (field) => String(room[field]))

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
  hasEarly: false,
  early: { from: '', password: '' },
  gate: 'none',
  room: typed(FIRST_ROOM),
  draw: NO_DRAW,
  perPerson: '',
  payMinutes: '5',
})

/** A drop as the form shows it. */
export function draftOf(
  { picture, publicFrom, soldFrom, early, room, draw, perPerson, payMinutes, ...same }: Drop,
  timeZone: string,
): DropDraft {
  const { alt = '', ...file } = picture ?? {}
  return {
    ...same,
    picture: picture && (file as HomePicture),
    alt,
    publicFrom: clockTime(publicFrom, timeZone),
    soldFrom: clockTime(soldFrom, timeZone),
    hasEarly: early !== null,
    early: early ? { ...early, from: clockTime(early.from, timeZone) } : { from: '', password: '' },
    gate: draw !== null ? 'draw' : room !== null ? 'room' : 'none',
    room: typed(room ?? FIRST_ROOM),
    draw:
      draw === null
        ? NO_DRAW
        : {
            entriesFrom: clockTime(draw.entriesFrom, timeZone),
            payHours: String(draw.payHours),
            showsCounts: draw.showsCounts,
            checksCard: draw.checksCard,
          },
    perPerson: perPerson === null ? '' : String(perPerson),
    payMinutes: payMinutes === null ? '' : String(payMinutes),
  }
}

/** A draft as it is sent. A time or number that cannot be read becomes -1, which the server refuses at its field. */
export function dropOf(
  {
    picture,
    alt,
    publicFrom,
    soldFrom,
    hasEarly,
    early,
    gate,
    room,
    draw,
    perPerson,
    payMinutes,
    ...same
  }: DropDraft,
  timeZone: string,
) {
  const time = (clock: string) => epochFromClock(clock, timeZone) ?? -1
  return {
    ...same,
    handle: same.handle.trim() || handleOf(same.name),
    picture: picture && { ...picture, alt },
    publicFrom: time(publicFrom),
    soldFrom: time(soldFrom),
    early: hasEarly ? { ...early, from: time(early.from) } : null,
    room: gate === 'room' ? recordOf<DropRoom>(keysOf(ROOM_FIELDS), (field) => wholeOf(room[field])) : null,
    draw:
      gate === 'draw'
        ? { ...draw, entriesFrom: time(draw.entriesFrom), payHours: wholeOf(draw.payHours) }
        : null,
    perPerson: optional(perPerson),
    payMinutes: optional(payMinutes),
  }
}

/** Null: it is empty. */
const optional = (text: string) => (text.trim() === '' ? null : wholeOf(text))

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
    early: drop.early === null ? 'No early access' : earlyWords(drop.early, time),
    room: drop.room === null ? 'No waiting room' : roomWords(drop.room),
    draw:
      drop.draw === null
        ? 'No draw'
        : `Draw: entries from ${time(drop.draw.entriesFrom)}, ${drop.draw.payHours} hours to pay${drop.draw.checksCard ? ', a card is checked' : ''}`,
    perPerson: drop.perPerson === null ? 'No limit' : `${drop.perPerson} per person`,
    payMinutes: drop.payMinutes === null ? 'As usual' : `${drop.payMinutes} minutes to pay`,
  }
}

function earlyWords({ from, password }: EarlyAccess, time: (at: number) => string): string {
  return `Early access from ${time(from)}${password === '' ? '' : ` with the password ${password}`}`
}

function roomWords({ opensMinutes, turnMinutes, turns, perMinute }: DropRoom): string {
  return `Waiting room from ${opensMinutes} minutes before; ${turns} turns at once of ${turnMinutes} minutes, ${perMinute} a minute`
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
