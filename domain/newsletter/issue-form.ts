import * as v from 'valibot'
import { toProductId } from '#domain/ids.ts'
import { parseCountryCode } from '#domain/places/countries.ts'
import { pageBlockSchema } from '#domain/settings/pages.ts'
import { requiredSettingLine, settingLine } from '#domain/settings/setting-text.ts'
import { ISSUE_LIMITS, type IssueDraft, type Segment } from './issue.ts'

const productIds = (most: number) =>
  v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/), v.transform(toProductId))),
    v.maxLength(most, `Keep to ${most}.`),
  )

const productsBlock = v.object({
  kind: v.literal('products'),
  heading: settingLine(120),
  products: v.pipe(
    productIds(ISSUE_LIMITS.products),
    v.minLength(1, 'Choose a product, or remove this part.'),
  ),
})

/** Which subscribers get it, as submitted and as stored. */
export const segmentSchema = v.object({
  purchase: v.picklist(['any', 'bought', 'never']),
  products: v.optional(productIds(ISSUE_LIMITS.choices), []),
  categories: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(ISSUE_LIMITS.choices)),
    [],
  ),
  size: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(20, 'Keep it to 20 characters.')), ''),
  since: v.optional(
    v.nullable(v.pipe(v.number('Enter a day.'), v.safeInteger(), v.minValue(0, 'Enter a day.'))),
    null,
  ),
  country: v.optional(
    v.pipe(
      v.string(),
      v.check((code) => code === '' || parseCountryCode(code) !== null, 'Choose a country.'),
    ),
    '',
  ),
  language: v.optional(v.pipe(v.string(), v.maxLength(10)), ''),
}) satisfies v.GenericSchema<unknown, Segment>

/** A newsletter as staff submit it. */
export const issueSchema = v.object({
  subject: requiredSettingLine(ISSUE_LIMITS.subject, 'Enter the subject.'),
  preview: settingLine(ISSUE_LIMITS.preview),
  language: v.pipe(v.string(), v.maxLength(10)),
  blocks: v.pipe(
    v.array(v.variant('kind', [pageBlockSchema(['text', 'line', 'picture']), productsBlock])),
    v.minLength(1, 'Add a part.'),
    v.maxLength(ISSUE_LIMITS.blocks, `Keep to ${ISSUE_LIMITS.blocks} parts.`),
  ),
  segment: segmentSchema,
}) satisfies v.GenericSchema<unknown, IssueDraft>
