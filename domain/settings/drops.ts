import * as v from 'valibot'
import type { Drop, DropDraw, DropRoom } from '#domain/drops/drop.ts'
import { listChanges, type Setting } from './setting.ts'
import {
  requiredSettingLine,
  settingHandle,
  settingLine,
  settingLines,
  settingPicture,
} from './setting-text.ts'

/** The limits of the setting. */
export const DROP_LIMITS = {
  drops: 100,
  name: 60,
  handle: 60,
  words: 2_000,
  alt: 300,
  products: 50,
  perPerson: 100,
  payMinutes: 60,
  payHours: 168,
  password: 60,
  minPassword: 6,
} as const

/** The limits of a waiting room. */
export const ROOM_LIMITS = {
  opensMinutes: { min: 5, max: 1_440 },
  turnMinutes: { min: 2, max: 60 },
  turns: { min: 1, max: 10_000 },
  perMinute: { min: 1, max: 6_000 },
} as const satisfies Record<keyof DropRoom, { min: number; max: number }>

function wholeBetween({ min, max }: { min: number; max: number }) {
  const words = `Enter a whole number from ${min} to ${max.toLocaleString('en-CA')}.`
  return v.pipe(v.number(words), v.safeInteger(words), v.minValue(min, words), v.maxValue(max, words))
}

const roomSchema = v.object({
  opensMinutes: wholeBetween(ROOM_LIMITS.opensMinutes),
  turnMinutes: wholeBetween(ROOM_LIMITS.turnMinutes),
  turns: wholeBetween(ROOM_LIMITS.turns),
  perMinute: wholeBetween(ROOM_LIMITS.perMinute),
}) satisfies v.GenericSchema<unknown, DropRoom>

const TIME = 'Enter a day and a time.'
const time = v.pipe(
  v.number(TIME),
  v.safeInteger(TIME),
  v.minValue(0, TIME),
  v.maxValue(253_402_300_799_999, TIME),
)

const drawSchema = v.object({
  entriesFrom: time,
  payHours: wholeBetween({ min: 1, max: DROP_LIMITS.payHours }),
  showsCounts: v.boolean(),
  checksCard: v.optional(v.boolean(), false),
}) satisfies v.GenericSchema<unknown, DropDraw>

const SHORT_PASSWORD = `Enter at least ${DROP_LIMITS.minPassword} characters, without @.`
const earlySchema = v.object({
  from: time,
  password: v.pipe(
    settingLine(DROP_LIMITS.password),
    v.check((text) => /^([^@]{6,})?$/.test(text), SHORT_PASSWORD),
  ),
})

const dropSchema = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
    name: requiredSettingLine(DROP_LIMITS.name, 'Enter a name. Shoppers read it.'),
    handle: settingHandle(DROP_LIMITS.handle, 'winter-drop'),
    words: settingLines(DROP_LIMITS.words),
    picture: settingPicture(DROP_LIMITS.alt),
    isDraft: v.boolean(),
    products: v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'Choose products from the shop.'))),
      v.maxLength(DROP_LIMITS.products, `Choose up to ${DROP_LIMITS.products} products.`),
      v.check((ids) => new Set(ids).size === ids.length, 'Choose each product once.'),
    ),
    publicFrom: time,
    soldFrom: time,
    early: v.optional(v.nullable(earlySchema), null),
    room: v.optional(v.nullable(roomSchema), null),
    draw: v.optional(v.nullable(drawSchema), null),
    perPerson: v.optional(v.nullable(wholeBetween({ min: 1, max: DROP_LIMITS.perPerson })), null),
    payMinutes: v.optional(v.nullable(wholeBetween({ min: 2, max: DROP_LIMITS.payMinutes })), null),
  }),
  v.forward(
    v.partialCheck(
      [['publicFrom'], ['soldFrom']],
      ({ publicFrom, soldFrom }) => publicFrom <= soldFrom,
      'Products are shown before they are sold, or at the same time.',
    ),
    ['soldFrom'],
  ),
  v.forward(
    v.partialCheck(
      [['room'], ['draw']],
      ({ room, draw }) => room === null || draw === null,
      'Choose a waiting room or a draw, not both.',
    ),
    ['draw'],
  ),
  v.forward(
    v.partialCheck(
      [['soldFrom'], ['draw']],
      ({ soldFrom, draw }) => draw === null || draw.entriesFrom < soldFrom,
      'People enter before the winners are drawn, when the sale begins.',
    ),
    ['draw', 'entriesFrom'],
  ),
  v.forward(
    v.partialCheck(
      [['publicFrom'], ['soldFrom'], ['early'], ['draw']],
      ({ publicFrom, soldFrom, early, draw }) =>
        early === null || (draw === null && publicFrom <= early.from && early.from < soldFrom),
      'Early access is between the two times, and not for a drop with a draw.',
    ),
    ['early', 'from'],
  ),
  v.forward(
    v.partialCheck(
      [['publicFrom'], ['draw']],
      ({ publicFrom, draw }) => draw === null || draw.entriesFrom >= publicFrom,
      'People enter once the products are shown, or at the same time.',
    ),
    ['draw', 'entriesFrom'],
  ),
) satisfies v.GenericSchema<unknown, Drop>

/** The drops as submitted and as stored. An address, and a product, is of one drop. */
export const dropsSchema = v.object({
  drops: v.pipe(
    v.array(dropSchema),
    v.maxLength(DROP_LIMITS.drops, `Keep at most ${DROP_LIMITS.drops} drops.`),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const known = new Map<string, string>()
      for (const [at, one] of dataset.value.entries()) {
        for (const [field, value] of [
          ['handle', one.handle],
          ...one.products.map((id) => ['products', id]),
        ]) {
          const other = known.get(`${field} ${value}`)
          known.set(`${field} ${value}`, one.name)
          if (other === undefined) continue
          const thing = field === 'handle' ? `The address ${value}` : `The product ${value}`
          const path = [at, field].map((key) => ({
            type: 'unknown',
            origin: 'value',
            input: one,
            key,
            value,
          }))
          addIssue({ message: `${thing} is of ${other} already.`, path: path as never })
        }
      }
    }),
  ),
})

/** The drops of the shop. Saving them schedules their products. */
export const DROPS: Setting<{ drops: readonly Drop[] }> = {
  name: 'drops',
  permission: 'products.write',
  label: 'Drops',
  schema: dropsSchema,
  fallback: { drops: [] },
  fields: { drops: 'Drops' },
  pictures: ['drops'],
}

/** What the history says of a change: `Winter drop added`. */
export function dropChanges(before: { drops: readonly Drop[] }, after: { drops: readonly Drop[] }): string {
  return listChanges(before.drops, after.drops)
}
