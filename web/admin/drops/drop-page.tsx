import { useState } from 'react'
import type { Drop } from '#domain/drops/drop.ts'
import { keysOf } from '#domain/record-of.ts'
import { DROP_LIMITS } from '#domain/settings/drops.ts'
import { SettingConflict } from '#web/admin/document/document-conflict.tsx'
import DocumentForm from '#web/admin/document/document-form.tsx'
import { usePageProps } from '#web/admin/document/document-history.tsx'
import { faultAt } from '#web/admin/document/use-document.ts'
import { useOne } from '#web/admin/document/use-list.tsx'
import styles from '#web/admin/promotions/promotions.module.css'
import PictureField from '#web/admin/settings/media/picture-field.tsx'
import ProductChoice from '#web/admin/settings/product-choice.tsx'
import { handleOf } from '#web/admin/handle-of.ts'
import TranslationLink from '#web/admin/translations/translation-link.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { PictureView } from '#web/page.ts'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import type { RefusedOfDrop } from '#operations/drops/list-refused.ts'
import Guests from './guests.tsx'
import Refused from './refused.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import Select from '#web/ui/select.tsx'
import TextArea from '#web/ui/text-area.tsx'
import {
  draftOf,
  DROP_FIELDS,
  DROP_LIST,
  dropOf,
  dropWords,
  GATES,
  newDrop,
  ROOM_FIELDS,
  type DropDraft,
  type Drops,
} from './drop-draft.ts'

export interface DropPageProps {
  frame: StaffFrameProps
  saved: Drops
  /** Of the drop, also while it is new. */
  id: string
  /** A new one begins as a copy of this one. */
  copied: Drop | null
  /** Of its products, by id. */
  names: Readonly<Record<string, string>>
  pictures: Readonly<Record<string, PictureView>>
  timeZone: string
  /** Null: it is not saved yet. */
  pressLink: string | null
  /** What its limit per person has refused; null: it is not saved yet. */
  refused: RefusedOfDrop | null
  /** How many are to be told of it. */
  asked: number
  /** How many addresses have early access. */
  guests: number
  /** What is different with some of its products. */
  misfits: readonly string[]
}

const GATE_HINTS: Readonly<Record<DropDraft['gate'], string>> = {
  none: 'From the time that it is sold.',
  room: 'Who is there at the start gets a place by lot, later ones follow.',
  draw: 'People enter until the time that it is sold from; then winners are drawn by lot, who have some hours to pay. What they do not pay goes to the next.',
}

/** One drop: its page, its moments and its products. */
export default function DropPage(props: DropPageProps) {
  const { frame, saved, id, copied, timeZone } = props
  const address = `/admin/drops/${id}`
  const [past, readAgain] = usePageProps(address, props)
  const [uploaded, setUploaded] = useState<Record<string, PictureView>>({})

  /** A copy has no products: each is of one drop. */
  function firstDraft(own: Drop | undefined): DropDraft {
    if (own) return draftOf(own, timeZone)
    if (!copied) return newDrop(id)
    return {
      ...draftOf(copied, timeZone),
      id,
      name: `Copy of ${copied.name}`,
      handle: '',
      isDraft: true,
      products: [],
    }
  }

  const { document, put, theirs } = useOne(
    DROP_LIST,
    { id, saved },
    { draftOf: firstDraft, sentOf: (draft) => dropOf(draft, timeZone) },
    readAgain,
  )
  const { draft, faults, conflict } = document
  const moment = (field: 'publicFrom' | 'soldFrom') => ({
    label: DROP_FIELDS[field],
    type: 'datetime-local',
    value: draft[field],
    error: faults[field],
    onChange: ({ target }: { target: HTMLInputElement }) => put({ [field]: target.value }),
  })
  return (
    <StaffFrame frame={frame} title={draft.name.trim() || 'New drop'} here="/admin/drops">
      <p className={styles.lead}>
        <a href="/admin/drops">All drops</a>
      </p>
      <TranslationLink key={past.saved.version} subject={`drop:${id}`} />
      <div className={styles.page}>
        <DocumentForm
          document={document}
          title="Drop"
          legend="Drop"
          conflict={
            conflict && (
              <SettingConflict
                document={document}
                labels={DROP_FIELDS}
                mine={dropWords(conflict.mine, past.names, timeZone)}
                theirs={theirs ? dropWords(theirs, past.names, timeZone) : { name: 'This drop is deleted.' }}
              />
            )
          }
        >
          <Field
            label="Name"
            value={draft.name}
            maxLength={DROP_LIMITS.name}
            autoComplete="off"
            hint="Shoppers read it before they see the products."
            error={faults['name']}
            onChange={({ target }) => put({ name: target.value })}
          />
          <Field
            label="Address"
            value={draft.handle}
            maxLength={DROP_LIMITS.handle}
            autoComplete="off"
            placeholder={handleOf(draft.name) || 'winter-drop'}
            hint={`Its page is /drop/${draft.handle.trim() || handleOf(draft.name) || 'winter-drop'}. Empty: after its name.`}
            error={faults['handle']}
            onChange={({ target }) => put({ handle: target.value })}
          />
          <TextArea
            label="Words"
            value={draft.words}
            rows={5}
            maxLength={DROP_LIMITS.words}
            error={faults['words']}
            onChange={({ target }) => put({ words: target.value })}
          />
          <PictureField
            label="Image of its page"
            hint="JPEG, PNG, WebP or AVIF. It is in link previews too, from the time that the page is public."
            error={faultAt(faults, 'picture')}
            value={draft.picture}
            view={{ ...past.pictures, ...uploaded }[draft.picture?.key ?? '']}
            onPicture={(key, view) => setUploaded((before) => ({ ...before, [key]: view }))}
            onChange={(picture) => put({ picture })}
          />
          {draft.picture && (
            <Field
              label="What the image shows"
              value={draft.alt}
              maxLength={DROP_LIMITS.alt}
              autoComplete="off"
              error={faults['picture/alt']}
              onChange={({ target }) => put({ alt: target.value })}
            />
          )}
          <h3 className={styles.heading}>When</h3>
          <div className={styles.row}>
            <Field {...moment('publicFrom')} />
            <Field {...moment('soldFrom')} />
          </div>
          <p className={styles.quiet}>
            In the shop’s time zone: {timeZone}. Saving gives its products these times. Until they are shown,
            nothing of them is in the shop; between the two they are seen and cannot be bought.
          </p>
          <Checkbox checked={draft.hasEarly} onChange={({ target }) => put({ hasEarly: target.checked })}>
            Early access: who has a password or is on a list buys before the sale
          </Checkbox>
          {draft.hasEarly && (
            <div className={styles.row}>
              <Field
                label="Early access from"
                type="datetime-local"
                value={draft.early.from}
                error={faults['early/from']}
                onChange={({ target }) => put({ early: { ...draft.early, from: target.value } })}
              />
              <Field
                label="Password"
                value={draft.early.password}
                maxLength={DROP_LIMITS.password}
                autoComplete="off"
                placeholder="None"
                hint="Many may share it. Another one ends what this one opened."
                error={faults['early/password']}
                onChange={({ target }) => put({ early: { ...draft.early, password: target.value } })}
              />
            </div>
          )}
          <Checkbox checked={draft.isDraft} onChange={({ target }) => put({ isDraft: target.checked })}>
            Draft: only staff see its page
          </Checkbox>
          <h3 className={styles.heading}>How</h3>
          <Select
            label="Its pieces are sold"
            value={draft.gate}
            hint={GATE_HINTS[draft.gate]}
            error={faults['draw']}
            onChange={({ target }) => put({ gate: target.value as DropDraft['gate'] })}
          >
            {keysOf(GATES).map((gate) => (
              <option key={gate} value={gate}>
                {GATES[gate]}
              </option>
            ))}
          </Select>
          {draft.gate === 'draw' && (
            <>
              <div className={styles.row}>
                <Field
                  label="Entries from"
                  type="datetime-local"
                  value={draft.draw.entriesFrom}
                  error={faults['draw/entriesFrom']}
                  onChange={({ target }) => put({ draw: { ...draft.draw, entriesFrom: target.value } })}
                />
                <Field
                  label="Hours to pay"
                  inputMode="numeric"
                  autoComplete="off"
                  value={draft.draw.payHours}
                  error={faults['draw/payHours']}
                  onChange={({ target }) => put({ draw: { ...draft.draw, payHours: target.value } })}
                />
              </div>
              <Checkbox
                checked={draft.draw.showsCounts}
                onChange={({ target }) => put({ draw: { ...draft.draw, showsCounts: target.checked } })}
              >
                Its page tells how many pieces and entries there are
              </Checkbox>
              <Checkbox
                checked={draft.draw.checksCard}
                onChange={({ target }) => put({ draw: { ...draft.draw, checksCard: target.checked } })}
              >
                Check a card when somebody enters: it is not charged, and enters once
              </Checkbox>
            </>
          )}
          {draft.gate === 'room' && (
            <div className={styles.row}>
              {keysOf(ROOM_FIELDS).map((field) => (
                <Field
                  key={field}
                  label={ROOM_FIELDS[field]}
                  inputMode="numeric"
                  autoComplete="off"
                  value={draft.room[field]}
                  error={faults[`room/${field}`]}
                  onChange={({ target }) => put({ room: { ...draft.room, [field]: target.value } })}
                />
              ))}
            </div>
          )}
          <h3 className={styles.heading}>What</h3>
          <ProductChoice
            label="Products"
            hint={`Up to ${DROP_LIMITS.products}, in this order.`}
            error={faultAt(faults, 'products')}
            ids={draft.products}
            products={past.names}
            most={DROP_LIMITS.products}
            onChange={(products) => put({ products })}
          />
          <h3 className={styles.heading}>For whom</h3>
          <div className={styles.row}>
            <Field
              label={DROP_FIELDS.perPerson}
              value={draft.perPerson}
              inputMode="numeric"
              autoComplete="off"
              placeholder="No limit"
              error={faults['perPerson']}
              onChange={({ target }) => put({ perPerson: target.value })}
            />
            <Field
              label={DROP_FIELDS.payMinutes}
              value={draft.payMinutes}
              inputMode="numeric"
              autoComplete="off"
              placeholder="As usual"
              error={faults['payMinutes']}
              onChange={({ target }) => put({ payMinutes: target.value })}
            />
          </div>
          <p className={styles.quiet}>
            Of all its products together. Orders with the same email address, delivery address, browser or
            card are of one person. With minutes to pay, pieces are held no longer on the first day, one order
            of each browser at a time, and fewer for each network; what is not paid is free again at once.
          </p>
        </DocumentForm>
        {past.pressLink !== null && (
          <div className={styles.aside}>
            <section className={styles.section} aria-labelledby="before">
              <h2 id="before">Before its time</h2>
              <p>
                {past.asked === 1 ? '1 person is' : `${past.asked.toLocaleString('en-CA')} people are`} to be
                told 15 minutes before {draft.gate === 'draw' ? 'entries open' : 'the sale'}.
              </p>
              {past.misfits.length > 0 && (
                <ul className={styles.plainList}>
                  {past.misfits.map((words) => (
                    <li key={words}>{words}</li>
                  ))}
                </ul>
              )}
              <LinkButton tone="plain" href={`${address}/preview`}>
                Preview
              </LinkButton>
              {past.saved.value.drops.some((one) => one.id === id && one.room !== null) && (
                <LinkButton tone="plain" href={`${address}/room`}>
                  Waiting room, live
                </LinkButton>
              )}
              <LinkButton tone="plain" href={`${address}/rehearsal`}>
                Rehearse this drop
              </LinkButton>
              <LinkButton tone="plain" href={`${address}/report`}>
                Report
              </LinkButton>
              {past.saved.value.drops.some((one) => one.id === id && one.draw !== null) && (
                <LinkButton tone="plain" href={`${address}/draw`}>
                  Draw, live
                </LinkButton>
              )}
              <Field
                label="Link for the press"
                value={past.pressLink}
                readOnly
                hint="Whoever has it sees the page with all products. Another address of the drop ends it."
                onFocus={({ target }) => target.select()}
              />
            </section>
            {draft.hasEarly && <Guests id={id} count={past.guests} />}
            {past.refused && draft.perPerson !== '' && <Refused refused={past.refused} timeZone={timeZone} />}
          </div>
        )}
      </div>
    </StaffFrame>
  )
}
