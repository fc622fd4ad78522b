import { HOME_SECTIONS, PRODUCT_SOURCES, type HomeSection } from '#domain/settings/home-sections.ts'

/** What a section can show, by stored value or id, with its name. */
export interface SectionChoices {
  categories: Readonly<Record<string, string>>
  collections: Readonly<Record<string, string>>
  drops: Readonly<Record<string, string>>
}

/** Where nothing of it is known. */
export const NO_CHOICES: SectionChoices = { categories: {}, collections: {}, drops: {} }

const LONGEST = 60

/** A section in short, for its place in the list: `Products: New arrivals (hidden)`. */
export function sectionWords(section: HomeSection, { choices }: { choices: SectionChoices }): string {
  const words = [HOME_SECTIONS[section.kind], ownWords(section, choices).slice(0, LONGEST)]
    .filter(Boolean)
    .join(': ')
  return section.hidden ? `${words} (hidden)` : words
}

function ownWords(section: HomeSection, { drops }: SectionChoices): string {
  switch (section.kind) {
    case 'hero':
    case 'newsletter':
      return ''
    case 'drop':
      return section.drop === '' ? 'the next one' : (drops[section.drop] ?? 'no longer there')
    default:
      return section.heading || ('text' in section ? section.text : '')
  }
}

/** What a section shows, in words, for the preview. */
export function sectionDetail(
  section: HomeSection,
  { categories, collections }: SectionChoices,
  products: Readonly<Record<string, string>>,
): string {
  if (section.kind !== 'products') return 'text' in section && section.heading !== '' ? section.text : ''
  const { from, category, collection, most } = section
  switch (from) {
    case 'chosen':
      return section.products.map((id) => products[id] ?? 'A product that is no longer sold').join(', ')
    case 'category':
      return `${categories[category] ?? 'A category that is no longer there'}, up to ${most}`
    case 'collection':
      return `${collections[collection] ?? 'A collection that is no longer there'}, up to ${most}`
    default:
      return `${PRODUCT_SOURCES[from]}, up to ${most}`
  }
}
