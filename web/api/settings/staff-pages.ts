import * as v from 'valibot'
import { pageChanges, PAGES, pagesSchema } from '#domain/settings/pages.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { saveSetting, undoSetting } from '#operations/settings/save-setting.ts'
import { readPages } from '#operations/settings/shop-pages.ts'
import { staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problemSchema } from '#web/http/problem.ts'
import { editorOf, settingAnswer, withStore } from './staff-settings.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))
const changeSchema = v.object({ version, value: pagesSchema })
const undoSchema = v.object({ version, to: version })

const SAVED = { means: 'The pages as they are saved.', schema: changeSchema }
const CONFLICT = refusal(
  'Someone else saved first: `current` is what is saved now.',
  v.looseObject({ ...problemSchema.entries, current: changeSchema }),
)
const NO_STORE = refusal('The image store, which has to confirm new images of a page, does not answer.')

export const routes = [
  staffAction('GET /api/staff/pages', 'settings.write', {
    summary: "The pages of the shop's own",
    detail: 'Times are epoch milliseconds.',
    answers: { 200: SAVED },
    async run({ shop }) {
      return settingAnswer(PAGES, { kind: 'saved', ...(await readPages(shop)) })
    },
  }),
  staffAction('PUT /api/staff/pages', 'settings.write', {
    summary: "Change the pages of the shop's own",
    detail:
      'All pages. Each is at `/pages/{handle}`, the one called `about` at `/about`. Texts are plain: `#` begins a heading, `-` a point of a list, `**words**` are bold, `[words](https://shop.example)` a link. A kind of block that does not show a field leaves it empty. `publishedFrom`: epoch milliseconds, null for at once. `version` is the one that the member saw; 0 where nothing was saved.',
    body: { schema: changeSchema, example: { version: 0, value: PAGES.fallback } },
    answers: { 200: SAVED, 409: CONFLICT, 503: NO_STORE },
    async run(asked) {
      const rules = { summary: pageChanges }
      return withStore(asked.shop, async () =>
        settingAnswer(PAGES, await saveSetting(asked.shop, PAGES, asked.body, editorOf(asked), rules)),
      )
    },
  }),
  staffAction('POST /api/staff/pages/undo', 'settings.write', {
    summary: 'Restore an older version of the pages',
    detail: 'Saves version `to` again, as the newest one; 0 is the default.',
    body: { schema: undoSchema, example: { version: 2, to: 1 } },
    answers: { 200: SAVED, 404: refusal('There is no such version.'), 409: CONFLICT, 503: NO_STORE },
    async run(asked) {
      return withStore(asked.shop, async () =>
        settingAnswer(PAGES, await undoSetting(asked.shop, PAGES, asked.body, editorOf(asked))),
      )
    },
  }),
]
