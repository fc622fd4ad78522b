import { useState } from 'react'
import { BLOCKS, PAGE_LIMITS, STORY, type BlockKind } from '#domain/settings/page.ts'
import { keysOf } from '#domain/record-of.ts'
import { SettingConflict } from '#web/admin/document/document-conflict.tsx'
import DocumentForm from '#web/admin/document/document-form.tsx'
import { usePageProps } from '#web/admin/document/document-history.tsx'
import SearchFields from '#web/admin/document/search-fields.tsx'
import { faultAt } from '#web/admin/document/use-document.ts'
import { useOne } from '#web/admin/document/use-list.tsx'
import { handleOf } from '#web/admin/handle-of.ts'
import styles from '#web/admin/promotions/promotions.module.css'
import OrderedList from '#web/admin/settings/ordered-list.tsx'
import TranslationLink from '#web/admin/translations/translation-link.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { PictureView } from '#web/page.ts'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import Select from '#web/ui/select.tsx'
import BlockFields from './block-fields.tsx'
import {
  draftOf,
  newBlock,
  newPage,
  PAGE_FIELDS,
  PAGE_LIST,
  pageOf,
  pageWords,
  type Pages,
} from './page-draft.ts'

export interface PagePageProps {
  frame: StaffFrameProps
  saved: Pages
  /** Of the page, also while it is new. */
  id: string
  /** Null: it is not saved yet. */
  seenAt: string | null
  pictures: Readonly<Record<string, PictureView>>
  timeZone: string
}

/** One page of the shop's own: what it says, where it is, and from when. */
export default function PagePage(props: PagePageProps) {
  const { frame, saved, id, timeZone } = props
  const address = `/admin/pages/${id}`
  const [past, readAgain] = usePageProps(address, props)
  const [uploaded, setUploaded] = useState<Record<string, PictureView>>({})
  const [kind, setKind] = useState<BlockKind>('text')
  const { document, put, theirs } = useOne(
    PAGE_LIST,
    { id, saved },
    {
      draftOf: (own) => (own ? draftOf(own, timeZone) : newPage(id)),
      sentOf: (draft) => pageOf(draft, timeZone),
    },
    readAgain,
  )
  const { draft, faults, conflict } = document
  const pictures = { ...past.pictures, ...uploaded }
  const handle = draft.handle.trim() || handleOf(draft.name) || 'size-guide'
  return (
    <StaffFrame frame={frame} title={draft.name.trim() || 'New page'} here="/admin/settings">
      <p className={styles.lead}>
        <a href="/admin/pages">All pages</a>
      </p>
      <TranslationLink subject={`page:${id}`} />
      <DocumentForm
        document={document}
        title="Page"
        legend="Page"
        buttons={
          past.seenAt !== null && (
            <LinkButton tone="plain" href={`${address}/preview`}>
              Preview what is saved
            </LinkButton>
          )
        }
        conflict={
          conflict && (
            <SettingConflict
              document={document}
              labels={PAGE_FIELDS}
              mine={pageWords(conflict.mine, timeZone)}
              theirs={theirs ? pageWords(theirs, timeZone) : { name: 'This page is deleted.' }}
            />
          )
        }
      >
        <Field
          label={PAGE_FIELDS.name}
          value={draft.name}
          maxLength={PAGE_LIMITS.name}
          autoComplete="off"
          hint="Breadcrumbs and menus show it."
          error={faults['name']}
          onChange={({ target }) => put({ name: target.value })}
        />
        <Field
          label={PAGE_FIELDS.heading}
          value={draft.heading}
          maxLength={PAGE_LIMITS.heading}
          autoComplete="off"
          hint="Empty: its name."
          error={faults['heading']}
          onChange={({ target }) => put({ heading: target.value })}
        />
        {id !== STORY && (
          <Field
            label={PAGE_FIELDS.handle}
            value={draft.handle}
            maxLength={PAGE_LIMITS.handle}
            autoComplete="off"
            autoCapitalize="none"
            placeholder={handleOf(draft.name) || 'size-guide'}
            hint={`It is at /pages/${handle}. Empty: after its name.`}
            error={faults['handle']}
            onChange={({ target }) => put({ handle: target.value })}
          />
        )}
        <h3 className={styles.heading}>{PAGE_FIELDS.blocks}</h3>
        <p className={styles.quiet}>
          Texts are plain. A line that starts with # is a heading, lines that start with - are a list, and an
          empty line begins a new paragraph. **Two asterisks** make words bold, [words](https://shop.example)
          a link.
        </p>
        <OrderedList
          label="Parts of the page"
          list={draft.blocks}
          nameOf={(block) =>
            [BLOCKS[block.kind].label, (block.heading || block.text).slice(0, 60)].filter(Boolean).join(': ')
          }
          onChange={(blocks) => put({ blocks })}
        >
          {(block, at, onChange) => (
            <BlockFields
              {...{ block, faults, pictures, onChange }}
              place={`blocks/${at}`}
              onPicture={(key, view) => setUploaded((before) => ({ ...before, [key]: view }))}
            />
          )}
        </OrderedList>
        <div className={styles.row}>
          <Select
            label="Another part"
            value={kind}
            error={faults['blocks']}
            onChange={({ target }) => setKind(target.value as BlockKind)}
          >
            {keysOf(BLOCKS).map((one) => (
              <option key={one} value={one}>
                {BLOCKS[one].label}
              </option>
            ))}
          </Select>
          <Button
            tone="plain"
            disabled={draft.blocks.length >= PAGE_LIMITS.blocks}
            onClick={() => put({ blocks: [...draft.blocks, newBlock(kind)] })}
          >
            Add
          </Button>
        </div>
        <h3 className={styles.heading}>When</h3>
        <Checkbox checked={draft.isDraft} onChange={({ target }) => put({ isDraft: target.checked })}>
          Draft: only staff see it
        </Checkbox>
        <Field
          label={PAGE_FIELDS.publishedFrom}
          type="datetime-local"
          value={draft.publishedFrom}
          hint={`In the shop’s time zone: ${timeZone}. Empty: at once.`}
          error={faultAt(faults, 'publishedFrom')}
          onChange={({ target }) => put({ publishedFrom: target.value })}
        />
        <SearchFields
          draft={draft}
          labels={PAGE_FIELDS}
          limits={PAGE_LIMITS}
          instead={{ searchTitle: 'its heading', description: 'its first text' }}
          faults={faults}
          className={styles.heading}
          onChange={put}
        />
      </DocumentForm>
    </StaffFrame>
  )
}
