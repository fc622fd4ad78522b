import * as v from 'valibot'
import { typedTable } from '#domain/csv.ts'
import { TEXT_KINDS, type TextKind } from '#domain/translations/translation.ts'
import { MAX_FIELD, translationSchema } from '#domain/translations/translation-setting.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { findTexts, readTexts } from '#operations/translations/read-texts.ts'
import {
  readTextsVersion,
  saveTexts,
  undoTexts,
  type TranslationOutcome,
} from '#operations/translations/save-texts.ts'
import {
  exportTranslations,
  importTranslations,
  translationColumns,
} from '#operations/translations/translation-file.ts'
import type { Shop } from '#operations/shop.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import type { CsvFile } from '#web/http/files/csv-answer.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { LANGUAGES } from '#words/languages.ts'
import { editorOf } from './staff-settings.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))
/** Every language but the shop's own. */
const [, ...others] = LANGUAGES.keys()
const languageSchema = v.picklist(others)
const languageParams = recordParams({ language: languageSchema }, 'The shop has no such language.')
const subjectSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_FIELD))
const params = recordParams({ language: languageSchema, subject: subjectSchema }, 'There is no such thing.')

const stateSchema = v.picklist(['missing', 'changed', 'done'])
const countsSchema = v.object({ missing: countSchema, changed: countSchema, done: countSchema })
const subjectEntries = {
  subject: v.string(),
  kind: v.picklist(Object.keys(TEXT_KINDS) as TextKind[]),
  name: v.string(),
  counts: countsSchema,
}
const textSchema = v.object({
  field: v.string(),
  label: v.string(),
  text: v.string(),
  most: countSchema,
  isLong: v.boolean(),
  translation: v.string(),
  state: stateSchema,
  was: v.string(),
})
const savedSchema = v.object({ version, value: v.object({ texts: v.array(translationSchema) }) })
const CONFLICT = refusal(
  'Someone else changed it: `current` is how it is now.',
  v.looseObject({ ...problemSchema.entries, current: savedSchema }),
)
const EXAMPLE = { field: 'name', text: 'Chandail à capuchon', source: 'Hoodie' }

/** All texts with their translations in a language. */
export function translationsFile(shop: Shop, language: string): CsvFile {
  return {
    name: `translations-${language}.csv`,
    head: translationColumns(language),
    batches: exportTranslations(shop, language),
  }
}

function answerOf(outcome: TranslationOutcome): v.InferOutput<typeof savedSchema> | Response {
  switch (outcome.kind) {
    case 'saved':
      return { version: outcome.version, value: { texts: [...outcome.value.texts] } }
    case 'not-found':
      return noSuch(params)
    case 'not-permitted':
      return problem({ type: 'not-permitted', status: 403, title: 'Your role does not let you change this.' })
    case 'wrong': {
      const errors = Object.entries(outcome.faults).map(([field, message]) => ({
        path: `/${field}`,
        message,
      }))
      return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
    }
    case 'changed-meanwhile':
      return problem({
        type: outcome.kind,
        status: 409,
        title: 'Someone else changed these texts.',
        current: outcome.current,
      })
  }
}

export const routes = [
  staffAction('GET /api/staff/translations/:language', 'products.write', {
    summary: 'What owners wrote, and what of it is translated',
    detail:
      'Each thing with texts that shoppers read, with how many of them are missing, changed since and done.',
    params: languageParams,
    answers: {
      200: {
        means: 'What all things share, then the products, the newest first.',
        schema: v.object({ subjects: v.array(v.object(subjectEntries)) }),
      },
      404: refusal('The shop has no such language.'),
    },
    async run({ shop, params: { language } }) {
      const all = await readTexts(shop, language)
      return { subjects: all.map(({ subject, kind, name, counts }) => ({ subject, kind, name, counts })) }
    },
  }),
  staffAction('GET /api/staff/translations/:language/file.csv', 'products.write', {
    summary: 'All texts with their translations as a CSV file',
    detail: 'For a translator: whoever fills the column of the language can import the file.',
    params: languageParams,
    answers: {
      200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' },
      404: refusal('The shop has no such language.'),
    },
    run: (asked) =>
      exportAnswer(
        asked.request,
        asked,
        'exported-translations',
        translationsFile(asked.shop, asked.params.language),
      ),
  }),
  staffAction('GET /api/staff/translations/:language/:subject', 'products.write', {
    summary: 'The texts of a thing with their translations',
    detail: '`was`: the text that a translation was written for, where it changed since.',
    params,
    answers: {
      200: {
        means: 'Its texts, and the version of their translations.',
        schema: v.object({
          ...subjectEntries,
          version,
          isSpoken: v.pipe(v.boolean(), v.description('Shoppers can choose the language.')),
          texts: v.array(textSchema),
        }),
      },
      404: refusal('The shop has no such language, or no such thing.'),
    },
    async run({ shop, params: { language, subject } }) {
      const [found, saved] = await Promise.all([
        findTexts(shop, language, subject),
        readTextsVersion(shop, language, subject),
      ])
      if (found === null) return noSuch(params)
      return { ...found, version: saved, isSpoken: shop.languages.has(language), texts: [...found.texts] }
    },
  }),
  staffAction('PUT /api/staff/translations/:language/:subject', 'products.write', {
    summary: 'Translate the texts of a thing',
    detail:
      'All of its translations, with the `version` that the editor saw; 0 where there was none. What is left out is missing then. `source`: the text that a translation is for; when that one changes, shoppers still read the translation, and staff see that it changed since. Whoever may write the thing may translate it.',
    params,
    body: {
      schema: v.object({ version, texts: v.pipe(v.array(translationSchema), v.maxLength(5_000)) }),
      example: { version: 0, texts: [EXAMPLE] },
    },
    answers: {
      200: { means: 'The translations as they are stored.', schema: savedSchema },
      404: refusal('The shop has no such language, or no such thing.'),
      409: CONFLICT,
    },
    async run({ shop, params: { language, subject }, body, ...asked }) {
      const place = { language, subject, version: body.version }
      return answerOf(await saveTexts(shop, place, body.texts, editorOf({ shop, ...asked })))
    },
  }),
  staffAction('POST /api/staff/translations/:language/:subject/undo', 'products.write', {
    summary: 'Restore an older version of the translations of a thing',
    detail: 'Saves version `to` again, as the newest one; 0 is none.',
    params,
    body: { schema: v.object({ version, to: version }), example: { version: 2, to: 1 } },
    answers: {
      200: { means: 'The translations as they are stored.', schema: savedSchema },
      404: refusal('There is no such language, thing or version.'),
      409: CONFLICT,
    },
    async run({ shop, params: { language, subject }, body, ...asked }) {
      return answerOf(await undoTexts(shop, { language, subject, ...body }, editorOf({ shop, ...asked })))
    },
  }),
  staffAction('POST /api/staff/translations/:language/import', 'products.write', {
    summary: 'Import translations',
    detail:
      'A file as it is exported, with its headings. Rows without a translation change nothing, rows that are wrong are left out. With `isTrial` nothing is stored: the answer is what importing would do.',
    params: languageParams,
    body: {
      schema: v.object({ ...typedTable().entries, isTrial: v.boolean() }),
      example: { text: 'Subject,Field,English,Français\nproduct:hoodie,name,Hoodie,Chandail', isTrial: true },
    },
    answers: {
      200: {
        means: 'How many texts are new or changed and as they were, and the first rows that are left out.',
        schema: v.object({
          saved: countSchema,
          same: countSchema,
          wrong: countSchema,
          faults: v.array(v.object({ line: countSchema, text: v.string(), message: v.string() })),
        }),
      },
      404: refusal('The shop has no such language.'),
    },
    async run({ shop, params: { language }, body, ...asked }) {
      const report = await importTranslations(shop, { language, ...body }, editorOf({ shop, ...asked }))
      if (report !== null)
        return { ...report, wrong: report.faults.length, faults: report.faults.slice(0, MAX_NAMED_ROWS) }
      const message =
        'The first line needs the headings of the exported file. Export it, then fill its column.'
      const errors = [{ path: '/text', message }]
      return problem({
        type: 'invalid-request',
        status: 422,
        title: 'This is no list of translations.',
        errors,
      })
    },
  }),
]

const MAX_NAMED_ROWS = 50
