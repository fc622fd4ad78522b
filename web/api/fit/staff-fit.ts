import * as v from 'valibot'
import { FITS, STAFF_DECISIONS, WORDS_STATES } from '#domain/fit/fit.ts'
import { toFitAnswerId } from '#domain/ids.ts'
import { versionSchema as version } from '#domain/version.ts'
import { decideFitWords, readFitReport, readFitWords } from '#operations/fit/moderate-fit-words.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { countSchema, ordinalSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { fitWordsView } from '#web/views/fit/fit-words-view.server.ts'
import type { FitWordsView } from '#web/views/fit/fit-words-view.ts'
import { pageParameter } from '#web/views/list-address.ts'

const params = idParams(toFitAnswerId, 'There are no such words.')

const wordsSchema = v.object({
  id: v.string(),
  version: ordinalSchema,
  state: v.picklist(WORDS_STATES),
  fit: v.picklist(FITS),
  words: v.string(),
  name: v.string(),
  product: v.object({ id: v.string(), name: v.string() }),
  size: v.string(),
  order: v.string(),
  at: v.string(),
}) satisfies v.GenericSchema<FitWordsView>

const counts = v.object({ small: countSchema, true: countSchema, large: countSchema })

export const routes = [
  staffAction('GET /api/staff/fit-words', 'messages.read', {
    summary: 'What customers wrote about how pieces fit',
    detail: '25 on a page, newest first.',
    query: v.object({ state: v.optional(v.picklist(WORDS_STATES)), page: pageParameter }),
    answers: {
      200: {
        means: 'The words of the page, and how many there are.',
        schema: v.object({
          words: v.array(wordsSchema),
          page: countSchema,
          pages: countSchema,
          total: countSchema,
        }),
      },
    },
    async run({ shop, query: { state, page } }) {
      const { rows, ...list } = await readFitWords(shop, state ?? '', page)
      return { words: rows.map((row) => fitWordsView(shop, row)), ...list }
    },
  }),
  staffAction('POST /api/staff/fit-words/:id/decide', 'messages.write', {
    summary: 'Publish, refuse or take down what a customer wrote',
    detail: 'What is published is on the page of its product once five customers answered.',
    params,
    body: {
      schema: v.object({ version, decision: v.picklist(STAFF_DECISIONS) }),
      example: { version: 1, decision: 'published' },
    },
    answers: {
      200: { means: 'The words as they are now.', schema: wordsSchema },
      409: refusal('The customer changed them, or somebody else decided. `current` is what they are now.'),
    },
    async run({ shop, params: { id }, body }) {
      const outcome = await decideFitWords(shop, { id, ...body })
      if (outcome.kind === 'unknown') return noSuch(params)
      const current = fitWordsView(shop, outcome.found)
      if (outcome.kind === 'decided') return current
      return problem({
        type: 'words-changed',
        status: 409,
        title: 'These words were changed in the meantime. Nothing was done: read them again.',
        current,
      })
    },
  }),
  staffAction('GET /api/staff/fit', 'reports.read', {
    summary: 'How products fit, as buyers say',
    detail:
      'Every product and size that somebody answered about, also with too few answers to be shown, beside how many units came back as too small or too large.',
    answers: {
      200: {
        means: 'By product, then by size.',
        schema: v.object({
          products: v.array(
            v.object({
              id: v.string(),
              name: v.string(),
              sizes: v.array(
                v.object({
                  size: v.string(),
                  answers: counts,
                  returned: v.object({ small: countSchema, large: countSchema }),
                }),
              ),
            }),
          ),
        }),
      },
    },
    async run({ shop }) {
      return { products: await readFitReport(shop) }
    },
  }),
]
