import { useState } from 'react'
import { COLLECTION_LIMITS, collectionPath, type Collection } from '#domain/catalog/collection.ts'
import { SHOP_SORTS, type ShopSort } from '#domain/catalog/shop-list.ts'
import { SettingConflict } from '#web/admin/document/document-conflict.tsx'
import DocumentForm from '#web/admin/document/document-form.tsx'
import { usePageProps } from '#web/admin/document/document-history.tsx'
import SearchFields from '#web/admin/document/search-fields.tsx'
import { faultAt } from '#web/admin/document/use-document.ts'
import { useOne } from '#web/admin/document/use-list.tsx'
import { handleOf } from '#web/admin/handle-of.ts'
import { AltPicture } from '#web/admin/pages/block-fields.tsx'
import styles from '#web/admin/promotions/promotions.module.css'
import ProductChoice from '#web/admin/settings/product-choice.tsx'
import parts from '#web/admin/settings/parts.module.css'
import TranslationLink from '#web/admin/translations/translation-link.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { PictureView } from '#web/page.ts'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import Select from '#web/ui/select.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { sorts } from '#words/en/catalogue.ts'
import {
  COLLECTION_FIELDS,
  COLLECTION_LIST,
  collectionWords,
  draftOf,
  sentOf,
  type CollectionDraft,
  type Collections,
} from './collection-draft.ts'

interface Choice {
  value: string
  label: string
}

export interface CollectionPageProps {
  frame: StaffFrameProps
  saved: Collections
  /** Of the collection, also while it is new. */
  id: string
  /** What a new one begins as. */
  copied: Collection | null
  isSaved: boolean
  categories: readonly Choice[]
  /** Those of the products, and those that were chosen. */
  colors: readonly string[]
  names: Readonly<Record<string, string>>
  pictures: Readonly<Record<string, PictureView>>
}

/** One collection: what is said of it, where it is, and which products it has. */
export default function CollectionPage(props: CollectionPageProps) {
  const { frame, saved, id, copied } = props
  const address = `/admin/collections/${id}`
  const [past, readAgain] = usePageProps(address, props)
  const [uploaded, setUploaded] = useState<Record<string, PictureView>>({})
  const { document, put, theirs } = useOne(
    COLLECTION_LIST,
    { id, saved },
    {
      draftOf: (own) =>
        own || copied === null
          ? draftOf(own, id)
          : draftOf({ ...copied, id, name: `${copied.name} copy`, handle: '', isDraft: true }, id),
      sentOf,
    },
    readAgain,
  )
  const { draft, faults, conflict } = document
  const { rule } = draft
  const labels = {
    ...past.names,
    ...Object.fromEntries(past.categories.map(({ value, label }) => [value, label])),
  }
  const handle = draft.handle.trim() || handleOf(draft.name) || 'new-in'
  const ask = (changes: Partial<CollectionDraft['rule']>) => put({ rule: { ...rule, ...changes } })
  return (
    <StaffFrame frame={frame} title={draft.name.trim() || 'New collection'} here="/admin/dashboard">
      <p className={styles.lead}>
        <a href={COLLECTION_LIST.address}>All collections</a>
      </p>
      <TranslationLink subject={`collection:${id}`} />
      <DocumentForm
        document={document}
        title="Collection"
        legend="Collection"
        buttons={
          past.isSaved && (
            <LinkButton tone="plain" href={`${address}/preview`}>
              Preview what is saved
            </LinkButton>
          )
        }
        conflict={
          conflict && (
            <SettingConflict
              document={document}
              labels={COLLECTION_FIELDS}
              mine={collectionWords(draft, labels)}
              theirs={theirs ? collectionWords(theirs, labels) : { name: 'This collection is deleted.' }}
            />
          )
        }
      >
        <Field
          label={COLLECTION_FIELDS.name}
          value={draft.name}
          maxLength={COLLECTION_LIMITS.name}
          autoComplete="off"
          error={faults['name']}
          onChange={({ target }) => put({ name: target.value })}
        />
        <Field
          label={COLLECTION_FIELDS.handle}
          value={draft.handle}
          maxLength={COLLECTION_LIMITS.handle}
          autoComplete="off"
          autoCapitalize="none"
          placeholder={handleOf(draft.name) || 'new-in'}
          hint={`It is at ${collectionPath(handle)}. Empty: after its name.`}
          error={faults['handle']}
          onChange={({ target }) => put({ handle: target.value })}
        />
        <TextArea
          label={COLLECTION_FIELDS.words}
          value={draft.words}
          rows={3}
          maxLength={COLLECTION_LIMITS.words}
          error={faults['words']}
          onChange={({ target }) => put({ words: target.value })}
        />
        <AltPicture
          label="Image above the products"
          picture={draft.picture}
          place="picture"
          faults={faults}
          pictures={{ ...past.pictures, ...uploaded }}
          onPicture={(key, view) => setUploaded((before) => ({ ...before, [key]: view }))}
          onChange={(picture) => put({ picture })}
        />
        <h3 className={styles.heading}>Products</h3>
        <Select
          label="Its products are chosen"
          value={draft.isByRule ? 'rule' : 'hand'}
          onChange={({ target }) => put({ isByRule: target.value === 'rule' })}
        >
          <option value="hand">By hand, in their order</option>
          <option value="rule">By a rule</option>
        </Select>
        {draft.isByRule ? (
          <>
            <p className={styles.quiet}>
              It has all products for which everything below holds that is filled in. Drafts, and what is not
              published yet, are never among them.
            </p>
            <Choices
              label="Category"
              choices={past.categories}
              chosen={rule.categories}
              error={faultAt(faults, 'rule/categories')}
              onChange={(categories) => ask({ categories })}
            />
            {past.colors.length > 0 && (
              <Choices
                label="Colour"
                choices={past.colors.map((value) => ({ value, label: value }))}
                chosen={rule.colors}
                error={faultAt(faults, 'rule/colors')}
                onChange={(colors) => ask({ colors })}
              />
            )}
            <div className={styles.row}>
              <Field
                label="Price from"
                inputMode="decimal"
                autoComplete="off"
                value={rule.priceFrom}
                error={faults['rule/priceFrom']}
                onChange={({ target }) => ask({ priceFrom: target.value })}
              />
              <Field
                label="Price up to"
                inputMode="decimal"
                autoComplete="off"
                value={rule.priceTo}
                error={faults['rule/priceTo']}
                onChange={({ target }) => ask({ priceTo: target.value })}
              />
              <Field
                label="New within days"
                inputMode="numeric"
                autoComplete="off"
                hint="Since it was added or published."
                value={rule.newDays}
                error={faults['rule/newDays']}
                onChange={({ target }) => ask({ newDays: target.value })}
              />
            </div>
            <Checkbox checked={rule.isReduced} onChange={({ target }) => ask({ isReduced: target.checked })}>
              Reduced: the price is lower than the compare-at price
            </Checkbox>
            {faults['rule'] && <p className={parts.error}>{faults['rule']}</p>}
            <Select
              label={COLLECTION_FIELDS.sort}
              value={draft.sort}
              error={faults['sort']}
              onChange={({ target }) => put({ sort: target.value as ShopSort })}
            >
              {SHOP_SORTS.map(({ value }) => (
                <option key={value} value={value}>
                  {sorts[value]}
                </option>
              ))}
            </Select>
          </>
        ) : (
          <ProductChoice
            label={COLLECTION_FIELDS.products}
            hint={`Up to ${COLLECTION_LIMITS.products}, in this order. What is not published is left out.`}
            error={faultAt(faults, 'products')}
            ids={draft.products}
            products={past.names}
            most={COLLECTION_LIMITS.products}
            onChange={(products) => put({ products })}
          />
        )}
        <h3 className={styles.heading}>When</h3>
        <Checkbox checked={draft.isDraft} onChange={({ target }) => put({ isDraft: target.checked })}>
          Draft: only staff see it
        </Checkbox>
        <SearchFields
          draft={draft}
          labels={COLLECTION_FIELDS}
          limits={COLLECTION_LIMITS}
          instead={{ searchTitle: 'its name', description: 'its words' }}
          faults={faults}
          className={styles.heading}
          onChange={put}
        />
      </DocumentForm>
    </StaffFrame>
  )
}

interface ChoicesProps {
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

function Choices({ label, choices, chosen, error, onChange }: ChoicesProps) {
  return (
    <fieldset className={parts.group}>
      <legend>{label}</legend>
      <div className={styles.row}>
        {choices.map(({ value, label: words }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          >
            {words}
          </Checkbox>
        ))}
      </div>
      {error && <p className={parts.error}>{error}</p>}
    </fieldset>
  )
}
