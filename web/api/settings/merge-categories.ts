import * as v from 'valibot'
import { MAX_CATEGORY_LENGTH } from '#domain/catalog/category.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { mergeCategories } from '#operations/settings/merge-categories.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'

const value = v.pipe(v.string(), v.minLength(1, 'Choose a category.'), v.maxLength(MAX_CATEGORY_LENGTH))

const REFUSALS = {
  'changed-meanwhile': 'The categories, or what names them, changed in the meantime. Look at them again.',
  'no-such-category': 'Choose two different categories of the shop.',
  'last-shown': 'Show at least one other category first.',
}

export const routes = [
  staffAction('POST /api/staff/categories/merge', 'settings.write', {
    summary: 'Merge a category into another one',
    detail:
      'Products (deleted ones too), promotions, collections, links and sections of the home page that name `from` name `into` then, in one step, and `from` is removed. Its size chart moves where `into` has none. Categories are named by their stored values; `version` is that of the setting `categories`. With `isTrial` nothing changes: the answer is what would move.',
    body: {
      schema: v.object({
        version: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION)),
        from: value,
        into: value,
        isTrial: v.boolean(),
      }),
      example: { version: 0, from: 'Hoodies', into: 'T-Shirts', isTrial: true },
    },
    answers: {
      200: {
        means:
          'How many products, and which promotions, collections, links and sections of the home page, moved or would move.',
        schema: v.object({
          products: countSchema,
          promotions: v.array(v.string()),
          collections: v.array(v.string()),
          links: v.array(v.string()),
          sections: v.array(v.string()),
        }),
      },
      409: refusal('The categories are others now, or cannot be merged.'),
    },
    async run({ shop, staff, body }) {
      const outcome = await mergeCategories(shop, body, staff.member.id)
      if (outcome.kind === 'merged') return outcome.uses
      const type = outcome.kind === 'changed-meanwhile' ? outcome.kind : 'refused'
      return problem({ type, status: 409, title: REFUSALS[outcome.kind] })
    },
  }),
]
