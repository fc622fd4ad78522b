import { useEffect, useState } from 'react'
import { ISSUE_BLOCKS, ISSUE_LIMITS, type IssueBlock, type IssueBlockKind } from '#domain/newsletter/issue.ts'
import { keysOf } from '#domain/record-of.ts'
import type { Category } from '#domain/catalog/category.ts'
import { toProductId } from '#domain/ids.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { SettingConflict } from '#web/admin/document/document-conflict.tsx'
import DocumentForm from '#web/admin/document/document-form.tsx'
import { faultAt, useDocument, type Faults } from '#web/admin/document/use-document.ts'
import BlockFields from '#web/admin/pages/block-fields.tsx'
import { newBlock } from '#web/admin/pages/page-draft.ts'
import { Choices } from '#web/admin/promotions/items-field.tsx'
import parts from '#web/admin/promotions/promotions.module.css'
import OrderedList from '#web/admin/settings/ordered-list.tsx'
import ProductChoice from '#web/admin/settings/product-choice.tsx'
import type { PictureView } from '#web/page.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import {
  blockWords,
  newsletterKind,
  newsletterWords,
  NEWSLETTER_FIELDS,
  segmentOf,
  subscriberWords,
  type NewsletterDraft,
  type ShownNewsletter,
} from './newsletter-draft.ts'
import styles from './newsletter.module.css'

/** A newsletter, and what it takes to write it. */
export interface Written {
  newsletter: ShownNewsletter
  /** How many subscribers would get it now. */
  matching: number
  timeZone: string
  /** Labels by value. */
  categories: Readonly<Record<string, string>>
  sizes: string[]
  countries: { code: string; name: string }[]
  /** Names by code. */
  languages: Readonly<Record<string, string>>
  /** Of products, by id. */
  names: Readonly<Record<string, string>>
  pictures: Readonly<Record<string, PictureView>>
}

interface Props extends Written {
  onSaved: () => void
}

/** Writes a newsletter: what it says, and who gets it. */
export default function Composer(props: Props) {
  const { newsletter, timeZone, languages, names, onSaved } = props
  const [uploaded, setUploaded] = useState<Record<string, PictureView>>({})
  const [kind, setKind] = useState<IssueBlockKind>('text')
  const document = useDocument(newsletterKind(newsletter.id, timeZone), newsletter, onSaved)
  const { draft, faults, conflict, edit } = document
  const put = (changes: Partial<NewsletterDraft>) => edit((before) => ({ ...before, ...changes }))
  return (
    <DocumentForm
      document={document}
      title="Write"
      legend="Newsletter"
      conflict={
        conflict && (
          <SettingConflict
            document={document}
            labels={NEWSLETTER_FIELDS}
            mine={newsletterWords(conflict.mine)}
            theirs={newsletterWords(conflict.theirs)}
          />
        )
      }
    >
      <Field
        label={NEWSLETTER_FIELDS.subject}
        value={draft.subject}
        maxLength={ISSUE_LIMITS.subject}
        autoComplete="off"
        error={faults['subject']}
        onChange={({ target }) => put({ subject: target.value })}
      />
      <Field
        label={NEWSLETTER_FIELDS.preview}
        value={draft.preview}
        maxLength={ISSUE_LIMITS.preview}
        autoComplete="off"
        hint="What inboxes show beside the subject."
        error={faults['preview']}
        onChange={({ target }) => put({ preview: target.value })}
      />
      {keysOf(languages).length > 1 && (
        <Select
          label="Language of prices and of the unsubscribe link"
          value={draft.language}
          onChange={({ target }) => put({ language: target.value })}
        >
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <h3>Content</h3>
      <p className={styles.quiet}>
        Texts are plain. A line that starts with # is a heading, lines that start with - are a list, and an
        empty line begins a new paragraph. **Two asterisks** make words bold, [words](https://shop.example) a
        link.
      </p>
      <OrderedList
        label="Parts of the newsletter"
        list={draft.blocks}
        nameOf={(block) =>
          [ISSUE_BLOCKS[block.kind], blockWords(block).slice(0, 60)].filter(Boolean).join(': ')
        }
        onChange={(blocks) => put({ blocks })}
      >
        {(block, at, onChange) =>
          block.kind === 'products' ? (
            <ProductsFields {...{ block, faults, names, onChange }} place={`blocks/${at}`} />
          ) : (
            <BlockFields
              {...{ block, faults }}
              place={`blocks/${at}`}
              pictures={{ ...props.pictures, ...uploaded }}
              onPicture={(key, view) => setUploaded((before) => ({ ...before, [key]: view }))}
              onChange={(changed) => onChange({ ...changed, kind: block.kind })}
            />
          )
        }
      </OrderedList>
      <div className={parts.row}>
        <Select
          label="Another part"
          value={kind}
          error={faults['blocks']}
          onChange={({ target }) => setKind(target.value as IssueBlockKind)}
        >
          {keysOf(ISSUE_BLOCKS).map((one) => (
            <option key={one} value={one}>
              {ISSUE_BLOCKS[one]}
            </option>
          ))}
        </Select>
        <Button
          tone="plain"
          disabled={draft.blocks.length >= ISSUE_LIMITS.blocks}
          onClick={() => put({ blocks: [...draft.blocks, newPart(kind)] })}
        >
          Add
        </Button>
      </div>
      <h3>Who gets it</h3>
      <SegmentFields
        {...props}
        segment={draft.segment}
        faults={faults}
        onChange={(segment) => put({ segment })}
      />
    </DocumentForm>
  )
}

function newPart(kind: IssueBlockKind): IssueBlock {
  return kind === 'products' ? { kind, heading: '', products: [] } : { ...newBlock(kind), kind }
}

interface ProductsProps {
  block: Extract<IssueBlock, { kind: 'products' }>
  place: string
  faults: Faults
  names: Readonly<Record<string, string>>
  onChange: (block: IssueBlock) => void
}

function ProductsFields({ block, place, faults, names, onChange }: ProductsProps) {
  return (
    <>
      <Field
        label="Heading"
        value={block.heading}
        maxLength={120}
        autoComplete="off"
        error={faults[`${place}/heading`]}
        onChange={({ target }) => onChange({ ...block, heading: target.value })}
      />
      <ProductChoice
        label="Products"
        hint="With the price at the moment of sending. Those that shoppers do not see then are left out."
        error={faultAt(faults, `${place}/products`)}
        ids={block.products}
        products={names}
        most={ISSUE_LIMITS.products}
        onChange={(ids) => onChange({ ...block, products: ids.map(toProductId) })}
      />
    </>
  )
}

interface SegmentProps extends Written {
  segment: NewsletterDraft['segment']
  faults: Faults
  onChange: (segment: NewsletterDraft['segment']) => void
}

const PURCHASES = { any: 'Whatever they bought', bought: 'Who bought', never: 'Who never bought' } as const
const DEBOUNCE_MS = 300

function SegmentFields(props: SegmentProps) {
  const { segment, faults, categories, sizes, countries, languages, names, onChange } = props
  const put = (changes: Partial<NewsletterDraft['segment']>) => onChange({ ...segment, ...changes })
  return (
    <>
      <Select
        label="Purchases"
        value={segment.purchase}
        onChange={({ target }) => put({ purchase: target.value as keyof typeof PURCHASES })}
      >
        {keysOf(PURCHASES).map((one) => (
          <option key={one} value={one}>
            {PURCHASES[one]}
          </option>
        ))}
      </Select>
      {segment.purchase !== 'any' && (
        <>
          <ProductChoice
            label="One of these products"
            hint="Products and categories empty: anything."
            error={faultAt(faults, 'segment/products')}
            ids={segment.products}
            products={names}
            most={ISSUE_LIMITS.choices}
            isUnordered
            onChange={(ids) => put({ products: ids.map(toProductId) })}
          />
          <Choices
            label="Or of these categories"
            options={categories}
            chosen={segment.categories}
            onChange={(chosen) => put({ categories: chosen as Category[] })}
          />
          <div className={parts.row}>
            <Select
              label="In the size"
              value={segment.size}
              error={faults['segment/size']}
              onChange={({ target }) => put({ size: target.value })}
            >
              <option value="">Any size</option>
              {sizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </Select>
            <Field
              label="Since"
              type="date"
              value={segment.since}
              hint="Empty: ever."
              error={faults['segment/since']}
              onChange={({ target }) => put({ since: target.value })}
            />
          </div>
        </>
      )}
      <div className={parts.row}>
        <Select
          label="Ordered to"
          value={segment.country}
          error={faults['segment/country']}
          onChange={({ target }) => put({ country: target.value })}
        >
          <option value="">Any country, or no order</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        {keysOf(languages).length > 1 && (
          <Select
            label="Ordered in"
            value={segment.language}
            onChange={({ target }) => put({ language: target.value })}
          >
            <option value="">Any language, or no order</option>
            {Object.entries(languages).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </div>
      <Matching {...props} />
    </>
  )
}

/** How many would get it as it is typed. */
function Matching({ segment, matching, timeZone }: SegmentProps) {
  const typed = JSON.stringify(segmentOf(segment, timeZone))
  const [counted, setCounted] = useState<{ typed: string; count: number | null }>({ typed, count: matching })
  useEffect(() => {
    if (counted.typed === typed) return undefined
    const timer = setTimeout(() => {
      const body = { segment: JSON.parse(typed) as ReturnType<typeof segmentOf> }
      void call('POST /api/staff/newsletters/count', { body }).then((answer) =>
        setCounted({ typed, count: answer.kind === 'done' ? answer.value.count : null }),
      )
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, counted.typed])
  return (
    <p role="status">
      {counted.typed !== typed
        ? 'Counting...'
        : counted.count === null
          ? 'They could not be counted.'
          : `${subscriberWords(counted.count)} match.`}
    </p>
  )
}
