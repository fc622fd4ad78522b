import { chargedUnit } from '#domain/currency.ts'
import { useId, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { PRICE_ENDINGS, type ProductEdit } from '#domain/catalog/product-edit.ts'
import { call, type AnsweredValue, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import { useCategories, useCharts } from '#web/admin/categories.ts'
import { Options } from '#web/admin/list/filter-fields.tsx'
import { inParts } from '#web/admin/list/in-parts.ts'
import RefusedList, { RefusedDialog } from '#web/admin/list/refused-list.tsx'
import selecting from '#web/admin/list/selection.module.css'
import modal from '#web/admin/modal.module.css'
import Modal from '#web/admin/modal.tsx'
import dialog from '#web/admin/order/order-dialog.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { centsOf, scaled } from '#web/admin/typed-numbers.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import { showToast } from '#web/ui/toast.tsx'

const WHAT = {
  price: 'Price',
  compareAt: 'Compare-at price',
  category: 'Category',
  sizeChart: 'Size chart',
  publish: 'Publish',
  unpublish: 'Make drafts',
  delete: 'Delete',
  remove: 'Delete for good',
}
const WHAT_ARCHIVED = { restore: 'Restore', remove: WHAT.remove }
const HOW_PRICE = {
  set: 'Set to',
  'lower-percent': 'Lower by percent',
  'raise-percent': 'Raise by percent',
  'lower-amount': 'Lower by an amount',
  'raise-amount': 'Raise by an amount',
}
const HOW_COMPARED = { price: 'The price it has now', set: 'Set to', none: 'None' }

interface Said {
  what: keyof typeof WHAT | 'restore'
  howPrice: keyof typeof HOW_PRICE
  howCompared: keyof typeof HOW_COMPARED
  typed: string
  ending: keyof typeof PRICE_ENDINGS
  category: string
  sizeChart: string
}

/** What staff said, as the shop takes it. Null: the number cannot be read. */
function editOf({
  what,
  howPrice,
  howCompared,
  typed,
  ending,
  category,
  sizeChart,
}: Said): ProductEdit | null {
  switch (what) {
    case 'price': {
      const size = howPrice.endsWith('percent') ? scaled(typed, 1_000) : centsOf(typed)
      if (size < 0) return null
      const by = howPrice.startsWith('lower') ? -size : size
      const how = howPrice === 'set' ? 'set' : howPrice.endsWith('percent') ? 'percent' : 'amount'
      return { field: 'price', how, by, ending }
    }
    case 'compareAt': {
      const to = howCompared === 'set' ? centsOf(typed) : howCompared
      return typeof to === 'number' && to < 0 ? null : { field: 'compareAt', to }
    }
    case 'category':
      return { field: 'category', to: category }
    case 'sizeChart':
      return { field: 'sizeChart', to: sizeChart }
    case 'publish':
    case 'unpublish':
      return { field: 'published', to: what === 'publish' }
    case 'delete':
    case 'restore':
      return { field: 'archived', to: what === 'delete' }
    case 'remove':
      return { field: 'removed' }
  }
}

type Reviewed = AnsweredValue<'POST /api/staff/selected-products/review'>['products']
type Result = AnsweredValue<'POST /api/staff/selected-products'>

interface Props {
  ids: readonly string[]
  /** They are deleted products. */
  isArchived: boolean
  /** Only these stay selected. */
  onKeep: (ids: readonly string[]) => void
  onClose: (isChanged: boolean) => void
}

/** Changes many products: what, what each would have, and what was refused. */
export default function EditDialog({ ids, isArchived, onKeep, onClose }: Props) {
  const id = useId()
  const categories = useCategories()
  const [said, setSaid] = useState<Said>({
    what: isArchived ? 'restore' : 'price',
    howPrice: 'set',
    howCompared: 'price',
    typed: '',
    ending: '',
    category: categories[0]?.value ?? '',
    sizeChart: '',
  })
  const [wrong, setWrong] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<number | null>(null)
  const [review, setReview] = useState<Reviewed | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [isChanged, setIsChanged] = useState(false)
  const say = (change: Partial<Said>) => {
    setSaid({ ...said, ...change })
    setWrong(null)
  }
  const close = () => busy === null && onClose(isChanged)
  const nameOf = (one: string) => review?.find((product) => product.id === one)?.name ?? one
  const rowsOf = (refused: readonly { id: string; reason: string }[]) =>
    refused.map((one) => ({
      name: nameOf(one.id),
      href: `/admin/products/${one.id}/stock`,
      reason: one.reason,
    }))
  const changing = review?.filter(({ refusal, before, after }) => refusal === null && before !== after) ?? []
  const refusals =
    review?.flatMap((one) => (one.refusal === null ? [] : { ...one, reason: one.refusal })) ?? []

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy !== null) return
    const edit = editOf(said)
    if (edit === null) return setWrong('Enter a number, such as 19.99.')
    setFailure(null)
    setBusy(0)
    if (review === null) await preview(edit)
    else await apply(edit)
  }

  async function preview(edit: ProductEdit) {
    const asked = await inParts(ids, (part) =>
      call('POST /api/staff/selected-products/review', {
        body: { products: part.map((one) => ({ id: one })), edit },
      }),
    )
    setBusy(null)
    if (asked.refused) setFailure(failureWords(asked.refused))
    else setReview(asked.values.flatMap(({ products }) => products))
  }

  async function apply(edit: ProductEdit) {
    const asked = await inParts(changing, (part, done) => {
      setBusy(done)
      const products = part.map(({ id: one, version }) => ({ id: one, version }))
      return call('POST /api/staff/selected-products', { body: { products, edit } })
    })
    const sum: Result = { done: 0, already: 0, refused: [...refusals] }
    for (const { done, already, refused } of asked.values) {
      sum.done += done
      sum.already += already
      sum.refused.push(...refused)
    }
    flushSync(() => {
      setBusy(null)
      setIsChanged(isChanged || sum.done > 0)
    })
    if (asked.refused)
      return setFailure(`${failureWords(asked.refused)} ${asked.done} were done. Press the button again.`)
    if (sum.refused.length > 0) return setResult(sum)
    flushSync(() => onClose(true)) // the toast must be outside the dialog
    showToast('success', resultWords(sum), 6_000)
  }

  if (result) {
    return (
      <RefusedDialog
        title={resultWords(result)}
        label="Refused products"
        rows={rowsOf(result.refused)}
        onSelectOnly={() => {
          onKeep(result.refused.map((one) => one.id))
          onClose(true)
        }}
        onClose={() => onClose(true)}
      />
    )
  }

  return (
    <Modal labelledBy={`${id}-title`} className={modal.medium} onDismiss={close}>
      <form
        className={modal.form}
        noValidate
        aria-busy={busy !== null}
        onSubmit={(event) => void submit(event)}
      >
        <h2 id={`${id}-title`}>Change {counted(ids.length)}</h2>
        {review === null ? (
          <fieldset className={dialog.fields} disabled={busy !== null}>
            <legend className="visually-hidden">What to change</legend>
            <EditFields said={said} wrong={wrong} isArchived={isArchived} onSay={say} />
          </fieldset>
        ) : (
          <>
            <p role="status">
              {changing.length === 0 ? 'Nothing would change.' : `${counted(changing.length)} would change.`}
            </p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
            <ul className={selecting.refused} aria-label="What would change" tabIndex={0}>
              {changing.map(({ id: one, name, before, after, warning }) => (
                <li key={one}>
                  <strong>{name}</strong>: {before} → {after}
                  {warning && <span className={selecting.warning}>{warning}</span>}
                </li>
              ))}
            </ul>
            {refusals.length > 0 && (
              <>
                <p>{counted(refusals.length)} will be left out:</p>
                <RefusedList label="Left out" rows={rowsOf(refusals)} />
              </>
            )}
          </>
        )}
        <RefusalBlock message={failure} />
        <div className={modal.buttons}>
          <Button
            tone="plain"
            disabled={busy !== null}
            onClick={() => (review === null ? close() : setReview(null))}
          >
            {review === null ? 'Cancel' : 'Back'}
          </Button>
          <Button
            tone="red"
            type="submit"
            disabled={busy !== null || (review !== null && changing.length === 0)}
          >
            {review === null
              ? busy === null
                ? 'Preview'
                : 'Reading...'
              : busy === null
                ? `Change ${counted(changing.length)}`
                : `${busy} of ${changing.length} done...`}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function EditFields({
  said,
  wrong,
  isArchived,
  onSay,
}: {
  said: Said
  wrong: string | null
  isArchived: boolean
  onSay: (change: Partial<Said>) => void
}) {
  const categories = useCategories()
  const charts = useCharts()
  const number = (label: string) => (
    <Field
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={said.typed}
      error={wrong ?? undefined}
      onChange={({ target }) => onSay({ typed: target.value })}
    />
  )
  return (
    <>
      <Select
        label="What"
        value={said.what}
        onChange={({ target }) => onSay({ what: target.value as Said['what'], typed: '' })}
      >
        <Options of={Object.entries(isArchived ? WHAT_ARCHIVED : WHAT)} />
      </Select>
      {said.what === 'restore' && <p>They are restored as they were.</p>}
      {said.what === 'remove' && <p>For products that were never ordered or delivered. There is no undo.</p>}
      {said.what === 'price' && (
        <>
          <Select
            label="How"
            value={said.howPrice}
            onChange={({ target }) => onSay({ howPrice: target.value as Said['howPrice'] })}
          >
            <Options of={Object.entries(HOW_PRICE)} />
          </Select>
          {number(said.howPrice.endsWith('percent') ? 'Percent' : chargedUnit())}
          {said.howPrice !== 'set' && (
            <Select
              label="Ending"
              value={said.ending}
              onChange={({ target }) => onSay({ ending: target.value as Said['ending'] })}
            >
              <Options of={Object.entries(PRICE_ENDINGS)} />
            </Select>
          )}
        </>
      )}
      {said.what === 'compareAt' && (
        <>
          <Select
            label="Compare with"
            value={said.howCompared}
            onChange={({ target }) => onSay({ howCompared: target.value as Said['howCompared'] })}
          >
            <Options of={Object.entries(HOW_COMPARED)} />
          </Select>
          {said.howCompared === 'set' && number(chargedUnit())}
        </>
      )}
      {said.what === 'category' && (
        <Select
          label="Category"
          value={said.category}
          onChange={({ target }) => onSay({ category: target.value })}
        >
          <Options of={categories.map(({ value, label }) => [value, label])} />
        </Select>
      )}
      {said.what === 'sizeChart' && (
        <Select
          label="Size chart"
          hint="Charts beside those of the categories are written under Size charts."
          value={said.sizeChart}
          onChange={({ target }) => onSay({ sizeChart: target.value })}
        >
          <Options
            of={[
              ['', 'That of its category'],
              ...charts.map(({ value, label }): [string, string] => [value, label]),
            ]}
          />
        </Select>
      )}
    </>
  )
}

function counted(count: number): string {
  return count === 1 ? '1 product' : `${count.toLocaleString('en-CA')} products`
}

function resultWords({ done, already }: Result): string {
  return `${counted(done)} changed${already > 0 ? `; nothing was to be done for ${already}` : ''}.`
}

function failureWords({ code, title }: Extract<StaffAnswer<never>, { kind: 'refused' }>): string {
  if (code === 'signed-out')
    return 'You are signed out. Sign in from another tab, then press the button again.'
  return title ?? 'The shop did not respond.'
}
