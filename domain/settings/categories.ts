import * as v from 'valibot'
import { CATEGORIES, MAX_CATEGORY_LENGTH, type ShopCategory } from '#domain/catalog/category.ts'
import { isSizeName, MAX_SIZE_LENGTH } from '#domain/catalog/fields/is-size-name.ts'
import { MAX_SIZES } from '#domain/catalog/size.ts'
import { OWN_CHART } from '#domain/catalog/size-chart.ts'
import type { Setting } from './setting.ts'
import { requiredSettingLine, settingLine } from './setting-text.ts'

/** The categories of the shop, in their order. */
export interface Categories {
  categories: ShopCategory[]
}

/** How many categories a shop may have. */
export const MAX_CATEGORIES = 50

/** How many addresses of categories that were merged into one are kept. */
export const MAX_FORMER = 50

const MAX_LABEL_LENGTH = 40

const size = v.pipe(
  v.string('Enter a size.'),
  v.transform((typed) => typed.normalize('NFC').trim().replaceAll(/\s+/g, ' ')),
  v.check(isSizeName, ({ input }) => sizeProblem(input)),
)

/** A list, or one text with commas, as owners type it. */
const sizes = v.pipe(
  v.union([v.array(v.string()), v.string()], 'Enter the sizes, separated by commas.'),
  v.transform((typed) => (typeof typed === 'string' ? typed.split(/[,;\n]/) : typed)),
  v.transform((typed) => typed.filter((one) => one.trim() !== '')),
  v.array(size),
  v.minLength(1, 'Enter at least one size, such as One size.'),
  v.maxLength(MAX_SIZES, `Keep it to ${MAX_SIZES} sizes.`),
  v.check(
    (all) => repeated(all) === undefined,
    ({ input }) => `List each size once: ${repeated(input) ?? ''} is listed twice.`,
  ),
)

const category = v.object({
  value: v.optional(settingLine(MAX_CATEGORY_LENGTH), ''),
  label: requiredSettingLine(MAX_LABEL_LENGTH, 'Enter the name of the category.'),
  sizes,
  hidden: v.optional(v.boolean('Say whether the category is hidden: true or false.'), false),
  formerly: v.exactOptional(
    v.pipe(
      v.array(settingLine(MAX_CATEGORY_LENGTH), 'Give a list of addresses.'),
      v.maxLength(MAX_FORMER, `Keep it to ${MAX_FORMER} earlier addresses.`),
    ),
  ),
})

/** The categories and their sizes: what the specification says until an owner changes it. */
export const CATEGORIES_SETTING: Setting<Categories> = {
  name: 'categories',
  label: 'Categories and sizes',
  lead: 'How products are grouped, in this order, and the sizes of each group. Products keep their sizes until you edit them.',
  seenAt: '/shop',
  schema: v.object({
    categories: v.pipe(
      v.array(category, 'Give a list of categories.'),
      v.minLength(1, 'A shop needs at least one category.'),
      v.maxLength(MAX_CATEGORIES, `Keep it to ${MAX_CATEGORIES} categories.`),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return
        const all = dataset.value
        const earlier = (at: number, key: 'value' | 'label') => {
          const text = all[at]?.[key].toLowerCase()
          return text !== '' && all.slice(0, at).some((one) => one[key].toLowerCase() === text)
        }
        const issue = (at: number, message: string) =>
          addIssue({ message, path: [placeIn(all, at), placeIn(all[at] ?? {}, 'label')] })
        for (const at of all.keys()) {
          if (earlier(at, 'label')) issue(at, 'Another category has this name.')
          else if (all[at]?.label.startsWith(OWN_CHART) || all[at]?.value.startsWith(OWN_CHART))
            issue(at, `A category cannot begin with ${OWN_CHART}`)
          else if (earlier(at, 'value')) issue(at, 'Another category has the same address.')
        }
        if (all.every(({ hidden }) => hidden)) addIssue({ message: 'Show at least one category.' })
      }),
      v.transform((all): ShopCategory[] => withValues(all)),
    ),
  }),
  fallback: { categories: [...CATEGORIES] },
  fields: { categories: { label: 'Categories', kind: 'categories' } },
}

function placeIn(input: object, key: number | string): v.IssuePathItem {
  return { type: 'unknown', origin: 'value', input, key, value: (input as Record<string, unknown>)[key] }
}

/** A new category is stored, and found in addresses, under the name that it is added with. */
function withValues(typed: readonly ShopCategory[]): ShopCategory[] {
  const taken = new Set(typed.map(({ value }) => value.toLowerCase()))
  return typed.map((one) => {
    if (one.value !== '') return one
    const value = free(one.label, taken)
    taken.add(value.toLowerCase())
    return { ...one, value }
  })
}

function free(label: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const value = number === 1 ? label : `${label} ${number}`
    if (!taken.has(value.toLowerCase())) return value
  }
}

function repeated(all: readonly string[]): string | undefined {
  return all.find((one, at) => all.slice(0, at).some((other) => other.toLowerCase() === one.toLowerCase()))
}

function sizeProblem(typed: string): string {
  if (typed.length > MAX_SIZE_LENGTH)
    return `Keep a size to ${MAX_SIZE_LENGTH} characters: “${typed}” is longer.`
  return `“${typed}” cannot be a size: use letters, digits and . / + - ' ", starting with a letter or a digit.`
}
