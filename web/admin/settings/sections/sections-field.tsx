import { useState } from 'react'
import { keysOf } from '#domain/record-of.ts'
import { PAGE_LIMITS } from '#domain/settings/page.ts'
import {
  firstProducts,
  HOME_SECTIONS,
  MAX_SECTIONS,
  PRODUCT_COUNTS,
  PRODUCT_SOURCES,
  type FilmSection,
  type HomeSection,
  type HomeSectionKind,
  type ProductsSection,
  type ProductSource,
} from '#domain/settings/home-sections.ts'
import { faultAt, type Faults } from '#web/admin/document/use-document.ts'
import BlockFields, { AltPicture, type KnownPictures } from '#web/admin/pages/block-fields.tsx'
import { newBlock } from '#web/admin/pages/page-draft.ts'
import FilmField from '#web/admin/settings/media/film-field.tsx'
import OrderedList from '#web/admin/settings/ordered-list.tsx'
import parts from '#web/admin/settings/parts.module.css'
import ProductChoice from '#web/admin/settings/product-choice.tsx'
import styles from '#web/admin/promotions/promotions.module.css'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { sectionWords, type SectionChoices } from './section-words.ts'

interface Known extends KnownPictures {
  faults: Faults
  choices: SectionChoices
  /** The names of products, by their ids. */
  products: Readonly<Record<string, string>>
  /** The store of the pictures when it keeps no films. */
  keepsNoFilms: string | null
}

interface Props extends Known {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  sections: readonly HomeSection[]
  onChange: (sections: HomeSection[]) => void
}

/** The sections of the home page in their order: added, hidden and removed. */
export default function SectionsField({ name, label, hint, error, sections, onChange, ...known }: Props) {
  const [kind, setKind] = useState<HomeSectionKind>('products')
  const isAbout = Object.keys(known.faults).some((place) => place.startsWith(`${name}/`))
  const offered = keysOf(HOME_SECTIONS).filter(
    (one) => !(ONLY_ONCE as readonly string[]).includes(one) || sections.every((other) => other.kind !== one),
  )
  const chosen = offered.includes(kind) ? kind : 'products'
  return (
    <fieldset className={parts.group}>
      <legend>{label}</legend>
      {hint && <p className={parts.hint}>{hint}</p>}
      <OrderedList
        label={label}
        list={sections}
        nameOf={(section) => sectionWords(section, known)}
        onChange={onChange}
      >
        {(section, at, change) => (
          <>
            <SectionFields
              {...known}
              section={section}
              place={`${name}/${at}`}
              onChange={(changed) => change(changed)}
            />
            <Checkbox
              checked={section.hidden}
              onChange={({ target }) => change({ ...section, hidden: target.checked })}
            >
              Hidden: shoppers do not see this section
            </Checkbox>
          </>
        )}
      </OrderedList>
      {sections.every(({ hidden }) => hidden) && (
        <p role="status" className={parts.hint}>
          No section is shown: the home page is empty.
        </p>
      )}
      <div className={styles.row}>
        <Select
          label="Another section"
          value={chosen}
          error={isAbout ? undefined : error}
          onChange={({ target }) => setKind(target.value as HomeSectionKind)}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {HOME_SECTIONS[one]}
            </option>
          ))}
        </Select>
        <Button
          tone="plain"
          disabled={sections.length >= MAX_SECTIONS}
          onClick={() => onChange([...sections, newSection(chosen)])}
        >
          Add a section
        </Button>
      </div>
    </fieldset>
  )
}

const ONLY_ONCE = ['hero', 'newsletter'] as const satisfies HomeSectionKind[]

function newSection(kind: HomeSectionKind): HomeSection {
  switch (kind) {
    case 'hero':
    case 'newsletter':
      return { kind, hidden: false }
    case 'products':
      return { ...firstProducts(''), most: 4 }
    case 'film':
      return { kind, hidden: false, heading: '', film: null, picture: null, text: '' }
    case 'drop':
      return { kind, hidden: false, drop: '' }
    default:
      return { ...newBlock(kind), kind, hidden: false }
  }
}

interface SectionProps<Of extends HomeSection> extends Known {
  section: Of
  /** Where its faults are: `sections/2`. */
  place: string
  onChange: (section: HomeSection) => void
}

function SectionFields(props: SectionProps<HomeSection>) {
  const { section, place, faults, choices, onChange } = props
  switch (section.kind) {
    case 'hero':
      return <p className={parts.hint}>The words, button, image and video above.</p>
    case 'newsletter':
      return <p className={parts.hint}>The form to subscribe, with the words of the shop.</p>
    case 'products':
      return <ProductsFields {...props} section={section} />
    case 'film':
      return <FilmFields {...props} section={section} />
    case 'drop':
      return (
        <>
          <Select
            label="Drop"
            value={section.drop}
            error={faults[`${place}/drop`]}
            onChange={({ target }) => onChange({ ...section, drop: target.value })}
          >
            <option value="">The next one</option>
            <Options choices={choices.drops} chosen={section.drop} />
          </Select>
          <p className={parts.hint}>
            Shown until its products are sold. A drop that is a draft stays secret: the section is left out.
          </p>
        </>
      )
    default: {
      const { kind, hidden } = section
      return (
        <BlockFields {...props} block={section} onChange={(block) => onChange({ ...block, kind, hidden })} />
      )
    }
  }
}

function ProductsFields(props: SectionProps<ProductsSection>) {
  const { section, place, faults, choices, products, onChange } = props
  const put = (changes: Partial<ProductsSection>) => onChange({ ...section, ...changes })
  return (
    <>
      <Field
        label="Heading"
        value={section.heading}
        maxLength={60}
        autoComplete="off"
        error={faults[`${place}/heading`]}
        onChange={({ target }) => put({ heading: target.value })}
      />
      <Select
        label="Which products"
        value={section.from}
        error={faults[`${place}/from`]}
        onChange={({ target }) => put({ from: target.value as ProductSource })}
      >
        {keysOf(PRODUCT_SOURCES).map((source) => (
          <option key={source} value={source}>
            {PRODUCT_SOURCES[source]}
          </option>
        ))}
      </Select>
      {section.from === 'category' && (
        <Select
          label="Category"
          value={section.category}
          error={faults[`${place}/category`]}
          onChange={({ target }) => put({ category: target.value })}
        >
          <option value="">Choose</option>
          <Options choices={choices.categories} chosen={section.category} />
        </Select>
      )}
      {section.from === 'collection' && (
        <Select
          label="Collection"
          value={section.collection}
          error={faults[`${place}/collection`]}
          onChange={({ target }) => put({ collection: target.value })}
        >
          <option value="">Choose</option>
          <Options choices={choices.collections} chosen={section.collection} />
        </Select>
      )}
      {section.from === 'chosen' ? (
        <ProductChoice
          label="Products"
          hint="Up to 12, in this order. While none of them is sold, the newest are shown."
          error={faultAt(faults, `${place}/products`)}
          ids={section.products}
          products={products}
          onChange={(ids) => put({ products: ids })}
        />
      ) : (
        <Select
          label="How many at most"
          value={String(section.most)}
          error={faults[`${place}/most`]}
          onChange={({ target }) => put({ most: Number(target.value) as ProductsSection['most'] })}
        >
          {PRODUCT_COUNTS.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}

function FilmFields(props: SectionProps<FilmSection>) {
  const { section, place, faults, keepsNoFilms, pictures, onPicture, onChange } = props
  const put = (changes: Partial<FilmSection>) => onChange({ ...section, ...changes })
  return (
    <>
      <Field
        label="Heading"
        value={section.heading}
        maxLength={PAGE_LIMITS.heading}
        autoComplete="off"
        hint="It may be empty."
        error={faults[`${place}/heading`]}
        onChange={({ target }) => put({ heading: target.value })}
      />
      <FilmField
        label="Video"
        hint="MP4 (H.264) or WebM, up to 8 MB. It plays when a visitor starts it, with its sound, and is not downloaded before."
        isHeard
        error={faultAt(faults, `${place}/film`)}
        keepsNoFilms={keepsNoFilms}
        value={section.film}
        onChange={(film) => put({ film })}
      />
      <AltPicture
        {...{ faults, pictures, onPicture }}
        label="Image until it plays"
        picture={section.picture}
        place={`${place}/picture`}
        onChange={(picture) => put({ picture })}
      />
      <TextArea
        label="Words below it"
        value={section.text}
        rows={3}
        maxLength={PAGE_LIMITS.text}
        error={faults[`${place}/text`]}
        onChange={({ target }) => put({ text: target.value })}
      />
      <p className={parts.hint}>
        If somebody speaks in it, write here what is said, for those who cannot hear it.
      </p>
    </>
  )
}

/** `chosen` is offered as long as it is chosen, also when it is gone. */
function Options({ choices, chosen }: { choices: Readonly<Record<string, string>>; chosen: string }) {
  return (
    <>
      {Object.entries(choices).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      {chosen !== '' && choices[chosen] === undefined && <option value={chosen}>No longer there</option>}
    </>
  )
}
