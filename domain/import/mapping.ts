import * as v from 'valibot'

/** What an option of another shop becomes here. `name`: a product for each value, with the value in its name. */
export const OPTION_ROLES = ['size', 'color', 'name'] as const
/** One of them. */
export type OptionRole = (typeof OPTION_ROLES)[number]

const name = v.pipe(v.string(), v.maxLength(200))

/** How a file of products is understood. Staff correct it before the import runs. */
export const mappingSchema = v.object({
  /** By the name of an option, in lower case. Others are guessed. */
  options: v.optional(v.record(name, v.picklist(OPTION_ROLES)), {}),
  /** By the category in the file: the name of a category here, or of a new one. */
  categories: v.optional(v.record(name, v.pipe(v.string(), v.trim(), v.maxLength(40))), {}),
  /** The tax that the prices of the file contain and those of this shop do not, in percent. */
  taxPercent: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(50)), 0),
  /** Whether pictures are fetched. */
  pictures: v.optional(v.boolean(), true),
  /** Whether the counts of the file replace those of products that are here already. */
  replacesCounts: v.optional(v.boolean(), false),
  /** Whether new products stay drafts. */
  asDrafts: v.optional(v.boolean(), false),
  /** Of people: whether all of a file that does not say so agreed to emails. */
  allAgreed: v.optional(v.boolean(), false),
  /** Where they agreed, where the file does not say it. */
  consentSource: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  /** On what day, such as `2026-11-28`. Empty: as the file says. */
  consentAt: v.optional(v.pipe(v.string(), v.regex(/^(\d{4}-\d{2}-\d{2})?$/)), ''),
})

/** How a file of products is understood. */
export type ImportMapping = v.InferOutput<typeof mappingSchema>

/** Nothing is corrected. */
export const AS_GUESSED: ImportMapping = v.parse(mappingSchema, {})

/** What staff chose for a name in the file; undefined: nothing. */
export function chosenFor<Choice>(
  choices: Readonly<Record<string, Choice>>,
  name: string,
): Choice | undefined {
  return Object.hasOwn(choices, name) ? choices[name] : undefined
}

/** What an option is; null: a size, unless another option of the product is one. */
export function roleOf(name: string, { options }: Pick<ImportMapping, 'options'>): OptionRole | null {
  return chosenFor(options, name.toLowerCase()) ?? guessRole(name)
}

function guessRole(option: string): OptionRole | null {
  if (/\b(size|grösse|größe|taille|talla|taglia|maat|waist|storlek)\b/iu.test(option)) return 'size'
  return /\b(colou?rs?|farbe|couleur|colore|kleur)\b/i.test(option) ? 'color' : null
}
