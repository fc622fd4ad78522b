import * as v from 'valibot'
import { parseWordGroup, SEARCH_WORD_LIMITS, wrongWordGroups } from '#domain/catalogue/search/search-words.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { countFound } from '#operations/catalogue/count-found.ts'
import { saveSearchWords } from '#operations/catalogue/save-search-words.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { staff } from '#web/route.ts'

const MAX_LINE_LENGTH = 1_000

const versionSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))

const wordsSchema = v.object({
  version: versionSchema,
  groups: v.pipe(
    v.array(v.array(v.pipe(v.string(), v.maxLength(MAX_LINE_LENGTH)))),
    v.maxLength(SEARCH_WORD_LIMITS.groups, `Up to ${SEARCH_WORD_LIMITS.groups} groups can be saved.`),
  ),
})

/** PUT /api/staff/search-words: all groups with `version`. 409 when someone else was first. */
export async function updateSearchWords(request: Request, { shop }: StaffContext): Promise<Response> {
  const body = await readJson(request, wordsSchema)
  if ('refusal' in body) return body.refusal
  const groups = body.value.groups.map((group) => parseWordGroup(group.join(',')))
  const wrong = [...wrongWordGroups(groups)]
  if (wrong.length > 0) {
    const errors = wrong.map(([at, message]) => ({ path: `/groups/${at}`, message }))
    return problem({ type: 'invalid-request', status: 422, title: 'Some groups are wrong.', errors })
  }
  const saved = await saveSearchWords(shop, { version: body.value.version, groups })
  if (!('kind' in saved)) return Response.json(saved)
  return problem({
    type: saved.kind,
    status: 409,
    title: 'Someone else changed the search words.',
    current: saved.current,
  })
}

const savedSchema = v.object({ version: versionSchema, groups: v.array(v.array(v.string())) })

updateSearchWords.docs = {
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
} satisfies EndpointDocs

/** GET /api/staff/search-words/found?words=hoodie,pullover: how many products on sale have any of the words. */
export async function previewSearchWords(request: Request, { shop }: StaffContext): Promise<Response> {
  const typed = (new URL(request.url).searchParams.get('words') ?? '').slice(0, MAX_LINE_LENGTH)
  return Response.json({ found: await countFound(shop, parseWordGroup(typed)) })
}

previewSearchWords.docs = {
  summary: 'How many products a group of words finds',
  query: v.object({
    words: v.optional(
      v.pipe(
        v.string(),
        v.description(
          `Separated by commas. The first ${SEARCH_WORD_LIMITS.words} words of the first ${MAX_LINE_LENGTH} characters are counted.`,
        ),
      ),
    ),
  }),
  answers: {
    200: {
      means: 'The number of products in the shop that have any of the words.',
      schema: v.object({ found: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
    },
  },
} satisfies EndpointDocs

export const routes = [
  staff('PUT /api/staff/search-words', 'products.write', updateSearchWords),
  staff('GET /api/staff/search-words/found', 'products.write', previewSearchWords),
]
