import type { Picture } from '#domain/catalog/product.ts'
import { BLOCKS, PAGE_LIMITS, type BlockItem, type PageBlock } from '#domain/settings/page.ts'
import { faultAt, type Faults } from '#web/admin/document/use-document.ts'
import PictureField from '#web/admin/settings/media/picture-field.tsx'
import OrderedList from '#web/admin/settings/ordered-list.tsx'
import type { PictureView } from '#web/page.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import TextArea from '#web/ui/text-area.tsx'

/** The pictures that a form knows, by their keys. */
export interface KnownPictures {
  pictures: Readonly<Record<string, PictureView>>
  onPicture: (key: string, view: PictureView) => void
}

interface Props extends KnownPictures {
  block: PageBlock
  /** Where its faults are: `blocks/2`. */
  place: string
  faults: Faults
  onChange: (block: PageBlock) => void
}

/** What a part of a page shows. */
export default function BlockFields({ block, place, faults, onChange, ...known }: Props) {
  const { kind, heading, text, picture, items } = block
  const { has, text: label = 'Text', item } = BLOCKS[kind]
  const put = (changes: Partial<PageBlock>) => onChange({ ...block, ...changes })
  return (
    <>
      {has.includes('heading') && (
        <Field
          label="Heading"
          value={heading}
          maxLength={PAGE_LIMITS.heading}
          autoComplete="off"
          error={faults[`${place}/heading`]}
          onChange={({ target }) => put({ heading: target.value })}
        />
      )}
      {has.includes('picture') && (
        <AltPicture
          {...known}
          label="Image to show"
          picture={picture}
          place={`${place}/picture`}
          faults={faults}
          onChange={(changed) => put({ picture: changed })}
        />
      )}
      {has.includes('text') &&
        (kind === 'line' ? (
          <Field
            label={label}
            value={text}
            maxLength={PAGE_LIMITS.heading}
            autoComplete="off"
            error={faults[`${place}/text`]}
            onChange={({ target }) => put({ text: target.value })}
          />
        ) : (
          <TextArea
            label={label}
            value={text}
            rows={kind === 'text' ? 6 : 3}
            maxLength={PAGE_LIMITS.text}
            error={faults[`${place}/text`]}
            onChange={({ target }) => put({ text: target.value })}
          />
        ))}
      {item && (
        <>
          <OrderedList
            label={item.one}
            list={items}
            nameOf={(one, at) => one.name.trim() || `${item.one} ${at + 1}`}
            onChange={(changed) => put({ items: changed })}
          >
            {(one, at, change) => {
              const within = `${place}/items/${at}`
              return (
                <>
                  <Field
                    label={item.name}
                    value={one.name}
                    maxLength={PAGE_LIMITS.itemName}
                    autoComplete="off"
                    error={faults[`${within}/name`]}
                    onChange={({ target }) => change({ ...one, name: target.value })}
                  />
                  <TextArea
                    label={item.text}
                    value={one.text}
                    rows={2}
                    maxLength={PAGE_LIMITS.itemText}
                    error={faults[`${within}/text`]}
                    onChange={({ target }) => change({ ...one, text: target.value })}
                  />
                  {item.hasPicture && (
                    <AltPicture
                      {...known}
                      label="Portrait"
                      picture={one.picture}
                      place={`${within}/picture`}
                      faults={faults}
                      onChange={(changed) => change({ ...one, picture: changed })}
                    />
                  )}
                </>
              )
            }}
          </OrderedList>
          <div>
            <Button
              tone="plain"
              disabled={items.length >= PAGE_LIMITS.items}
              onClick={() => put({ items: [...items, NEW_ITEM] })}
            >
              Add a {item.one.toLowerCase()}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

const NEW_ITEM: BlockItem = { name: '', text: '', picture: null }

interface PictureProps extends KnownPictures {
  label: string
  picture: Picture | null
  place: string
  faults: Faults
  onChange: (picture: Picture | null) => void
}

/** A picture with its description. */
export function AltPicture({ label, picture, place, faults, pictures, onPicture, onChange }: PictureProps) {
  return (
    <>
      <PictureField
        label={label}
        hint="JPEG, PNG, WebP or AVIF, up to 25 MB."
        sharp={1_280}
        error={faultAt(faults, place)}
        value={picture}
        view={pictures[picture?.key ?? '']}
        onPicture={onPicture}
        onChange={(stored) => onChange(stored && { ...stored, alt: picture?.alt ?? '' })}
      />
      {picture && (
        <Field
          label="What the image shows"
          value={picture.alt}
          maxLength={PAGE_LIMITS.alt}
          autoComplete="off"
          hint="Read out to people who cannot see it. Empty: it is only decoration."
          error={faults[`${place}/alt`]}
          onChange={({ target }) => onChange({ ...picture, alt: target.value })}
        />
      )}
    </>
  )
}
