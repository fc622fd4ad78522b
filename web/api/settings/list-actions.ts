import * as v from 'valibot'
import type { Setting, SettingVersion } from '#domain/settings/setting.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import { saveSetting, undoSetting } from '#operations/settings/save-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problemSchema } from '#web/http/problem.ts'
import { editorOf, settingAnswer, withStore } from './staff-settings.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))
const undoSchema = v.object({ version, to: version })

/** What is told of a setting that is a list of things, each of which staff edit by itself. */
interface ListSetting<Name extends string, Value extends object, Schema> {
  name: Name
  setting: Setting<Value>
  schema: Schema
  /** What the history says of a change. */
  summary: (before: Value, after: Value) => string
  /** What the value means. */
  detail: string
  example: { version: number; value: Value }
  /** The value as staff edit it, where it is not what is saved. */
  read?: (shop: Shop) => Promise<SettingVersion<Value>>
}

/** Reading a list, saving it as a whole and restoring an older version, at `/api/staff/{name}`. */
export function listActions<
  const Name extends string,
  Value extends object,
  Schema extends v.GenericSchema<unknown, Value>,
>({ name, setting, schema, summary, detail, example, read }: ListSetting<Name, Value, Schema>) {
  const permission = setting.permission ?? 'settings.write'
  const changeSchema = v.object({ version, value: schema })
  const SAVED = { means: `The ${name} as they are saved.`, schema: changeSchema }
  const CONFLICT = refusal(
    'Someone else saved first: `current` is what is saved now.',
    v.looseObject({ ...problemSchema.entries, current: changeSchema }),
  )
  const NO_STORE = refusal('The image store, which has to confirm new images, does not answer.')
  return [
    staffAction(`GET /api/staff/${name}`, permission, {
      summary: `The ${name} of the shop`,
      detail,
      answers: { 200: SAVED },
      async run({ shop }) {
        const saved = await (read?.(shop) ?? currentVersion(shop, setting))
        return settingAnswer(setting, { kind: 'saved', ...saved })
      },
    }),
    staffAction(`PUT /api/staff/${name}`, permission, {
      summary: `Change the ${name}`,
      detail: `All ${name} of the shop. ${detail} \`version\` is the one that the member saw; 0 where nothing was saved.`,
      body: { schema: changeSchema, example },
      answers: { 200: SAVED, 409: CONFLICT, 503: NO_STORE },
      async run(asked) {
        return withStore(asked.shop, async () =>
          settingAnswer(
            setting,
            await saveSetting(asked.shop, setting, asked.body as never, editorOf(asked), { summary }),
          ),
        )
      },
    }),
    staffAction(`POST /api/staff/${name}/undo`, permission, {
      summary: `Restore an older version of the ${name}`,
      detail: 'Saves version `to` again, as the newest one; 0 is the default.',
      body: { schema: undoSchema, example: { version: 2, to: 1 } },
      answers: { 200: SAVED, 404: refusal('There is no such version.'), 409: CONFLICT, 503: NO_STORE },
      async run(asked) {
        return withStore(asked.shop, async () =>
          settingAnswer(setting, await undoSetting(asked.shop, setting, asked.body, editorOf(asked))),
        )
      },
    }),
  ] as const
}
