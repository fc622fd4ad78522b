/** A category while an owner edits it: the sizes as they are typed, or as a list when they were not touched. */
export interface TypedCategory {
  /** Blank for a new one, until it is saved. */
  value: string
  /** Tells new ones apart in the form. The shop leaves it out. */
  newId?: string
  label: string
  sizes: string | readonly string[]
  hidden: boolean
  formerly?: readonly string[]
}

/** Sets of sizes that shops often need. */
export const SIZE_SETS = [
  { label: 'Letters, XS to XXL', sizes: 'XS, S, M, L, XL, XXL' },
  { label: 'One size', sizes: 'One size' },
  { label: 'Shoes, EU 36 to 47', sizes: fromTo(36, 47) },
  { label: 'Waist, 28 to 38', sizes: fromTo(28, 38) },
] as const

/** The sizes as one text with commas. */
export function sizesText(sizes: TypedCategory['sizes']): string {
  return typeof sizes === 'string' ? sizes : sizes.join(', ')
}

/** The sizes as a list. */
export function sizesList(sizes: TypedCategory['sizes']): string[] {
  return sizesText(sizes)
    .split(/[,;\n]/)
    .map((size) => size.trim())
    .filter((size) => size !== '')
}

function fromTo(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).join(', ')
}
