import * as v from 'valibot'
import { dropChanges, DROPS, dropsSchema } from '#domain/settings/drops.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { readSettingVersion } from '#operations/settings/read-setting-history.ts'
import { saveSetting, undoSetting } from '#operations/settings/save-setting.ts'
import { staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { editorOf, settingAnswer } from '#web/api/settings/staff-settings.ts'
import { problemSchema } from '#web/http/problem.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))
const changeSchema = v.object({ version, value: dropsSchema })
const undoSchema = v.object({ version, to: version })

const EXAMPLE = {
  drops: [
    {
      id: 'winter',
      name: 'Winter drop',
      handle: 'winter-drop',
      words: 'Six pieces, once.',
      picture: null,
      isDraft: false,
      products: ['emblem-hoodie'],
      publicFrom: 1_796_385_600_000,
      soldFrom: 1_796_472_000_000,
      early: { from: 1_796_468_400_000, password: 'first in line' },
      room: { opensMinutes: 30, turnMinutes: 10, turns: 100, perMinute: 60 },
      draw: null,
      perPerson: 2,
      payMinutes: 5,
    },
  ],
}

const SAVED = { means: 'The drops as they are saved.', schema: changeSchema }
const CONFLICT = refusal(
  'Someone else saved first: `current` is what is saved now.',
  v.looseObject({ ...problemSchema.entries, current: changeSchema }),
)

export const routes = [
  staffAction('GET /api/staff/drops', 'products.write', {
    summary: 'The drops of the shop',
    detail: 'Times are epoch milliseconds.',
    answers: { 200: SAVED },
    async run({ shop }) {
      const saved = (await readSettingVersion(shop, DROPS)) ?? { version: 0, value: DROPS.fallback }
      return settingAnswer(DROPS, { kind: 'saved', ...saved })
    },
  }),
  staffAction('PUT /api/staff/drops', 'products.write', {
    summary: 'Change the drops',
    detail:
      'All drops of the shop. The products of a drop that changes are published from `publicFrom` and sold from `soldFrom`. ' +
      'Times are epoch milliseconds. `early`: who has the password, or is on the list (`/guests`), buys from then on; null: nobody. `perPerson`: how many pieces one person may have; null: any number. `payMinutes`: how long its pieces are held for payment on the first day; null: as long as all others. ' +
      '`draw`, in place of `room`: people enter from `entriesFrom`, and from `soldFrom` on winners are drawn, who have `payHours` to pay. `version` is the one that the member saw; 0 where nothing was saved.',
    body: { schema: changeSchema, example: { version: 0, value: EXAMPLE } },
    answers: { 200: SAVED, 409: CONFLICT },
    async run(asked) {
      const rules = { summary: dropChanges }
      return settingAnswer(DROPS, await saveSetting(asked.shop, DROPS, asked.body, editorOf(asked), rules))
    },
  }),
  staffAction('POST /api/staff/drops/undo', 'products.write', {
    summary: 'Restore an older version of the drops',
    detail: 'Saves version `to` again, as the newest one; 0 is none.',
    body: { schema: undoSchema, example: { version: 2, to: 1 } },
    answers: { 200: SAVED, 404: refusal('There is no such version.'), 409: CONFLICT },
    async run(asked) {
      return settingAnswer(DROPS, await undoSetting(asked.shop, DROPS, asked.body, editorOf(asked)))
    },
  }),
]
