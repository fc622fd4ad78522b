import * as v from 'valibot'
import { parseWordGroup, SEARCH_WORD_LIMITS, wrongWordGroups } from '#domain/catalog/search/search-words.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { countFound } from '#operations/catalog/count-found.ts'
import { saveSearchWords } from '#operations/catalog/save-search-words.ts'
import { staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem, problemSchema } from '#web/http/problem.ts'

const MAX_LINE_LENGTH = 1_000

const versionSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))

const wordsSchema = v.object({
  version: versionSchema,
  groups: v.pipe(
    v.array(v.array(v.pipe(v.string(), v.maxLength(MAX_LINE_LENGTH)))),
    v.maxLength(SEARCH_WORD_LIMITS.groups, `Up to ${SEARCH_WORD_LIMITS.groups} groups can be saved.`),
  ),
})

const savedSchema = v.object({ version: versionSchema, groups: v.array(v.array(v.string())) })

export const routes = [
  staffAction('PUT /api/staff/search-words', 'products.write', {
    summary: 'Change the words that mean the same in a search',
    detail: `All groups, with the \`version\` that the editor saw; 0 where nothing was stored. A group has two to ${SEARCH_WORD_LIMITS.words} words or phrases, and each word is in one group only: hyphens, upper case and a plural s make no difference. They are used when a search finds nothing as it was typed.`,
    body: {
      schema: wordsSchema,
      example: { version: 1, groups: [['hoodie', 'hooded sweatshirt', 'pullover']] },
    },
    answers: {
      200: { means: 'The groups as they are stored.', schema: savedSchema },
      409: refusal(
        'Someone else changed the groups: `current` is how they are now.',
        v.looseObject({ ...problemSchema.entries, current: savedSchema }),
      ),
    },
    async run({ shop, body }) {
      const groups = body.groups.map((group) => parseWordGroup(group.join(',')))
      const wrong = [...wrongWordGroups(groups)]
      if (wrong.length > 0) {
        const errors = wrong.map(([at, message]) => ({ path: `/groups/${at}`, message }))
        return problem({ type: 'invalid-request', status: 422, title: 'Some groups are wrong.', errors })
      }
      const saved = await saveSearchWords(shop, { version: body.version, groups })
      if (!('kind' in saved)) return saved
      return problem({
        type: saved.kind,
        status: 409,
        title: 'Someone else changed the search words.',
        current: saved.current,
      })
    },
  }),
  staffAction('GET /api/staff/search-words/found', 'products.write', {
    summary: 'How many products a group of words finds',
    query: v.object({
      words: v.optional(
        v.pipe(
          v.string(),
          v.description(
            `Separated by commas. The first ${SEARCH_WORD_LIMITS.words} words of the first ${MAX_LINE_LENGTH} characters are counted.`,
          ),
        ),
        '',
      ),
    }),
    answers: {
      200: {
        means: 'The number of products in the shop that have any of the words.',
        schema: v.object({ found: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
      },
    },
    run: async ({ shop, query: { words } }) => ({
      found: await countFound(shop, parseWordGroup(words.slice(0, MAX_LINE_LENGTH))),
    }),
  }),
]
