import { charging } from '#domain/charged-currency.ts'
import { use } from 'react'
import { faultAt, type Faults } from '#web/admin/document/use-document.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import ItemsField, { Choices } from './items-field.tsx'
import { newPieces, newStep, type PiecesDraft, type PromotionDraft } from './promotion-draft.ts'
import { NamesContext } from './promotion-names.ts'
import { KIND_WORDS } from './promotion-words.ts'
import styles from './promotions.module.css'

interface Props {
  draft: PromotionDraft
  faults: Faults
  put: (changes: Partial<PromotionDraft>) => void
}

/** What a promotion takes off: its kind, and the fields of that kind. */
export default function EffectFields({ draft, faults, put }: Props) {
  return (
    <>
      <Select
        label="What shoppers get"
        value={draft.kind}
        onChange={({ target }) => put({ kind: target.value as PromotionDraft['kind'] })}
      >
        {Object.entries(KIND_WORDS).map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </Select>
      <FieldsOfKind draft={draft} faults={faults} put={put} />
    </>
  )
}

function FieldsOfKind({ draft, faults, put }: Props) {
  const { methods } = use(NamesContext)
  const percent = (label: string) => (
    <Field
      label={label}
      value={draft.percent}
      inputMode="decimal"
      autoComplete="off"
      placeholder="10"
      error={faults['effect/milliPercent']}
      onChange={({ target }) => put({ percent: target.value })}
    />
  )
  const dollars = (label: string, error: string | undefined, hint?: string) => (
    <Field
      label={label}
      value={draft.amount}
      inputMode="decimal"
      autoComplete="off"
      placeholder="10.00"
      hint={hint}
      error={error}
      onChange={({ target }) => put({ amount: target.value })}
    />
  )
  const items = (
    <ItemsField
      label="Off which items"
      items={draft.items}
      error={faultAt(faults, 'effect/items')}
      onChange={(chosen) => put({ items: chosen })}
    />
  )
  switch (draft.kind) {
    case 'percent':
      return (
        <>
          {percent('Percentage off (%)')}
          {items}
        </>
      )
    case 'amount':
      return (
        <>
          {dollars(
            `Amount off (${charging.currency})`,
            faults['effect/amount'],
            draft.items.isAll ? 'Once off the order.' : 'Off each chosen piece.',
          )}
          {items}
        </>
      )
    case 'steps':
      return <Steps draft={draft} faults={faults} put={put} />
    case 'shipping':
      return (
        <>
          <Select
            label="How much off shipping"
            value={draft.isAllShipping ? 'all' : 'some'}
            onChange={({ target }) => put({ isAllShipping: target.value === 'all' })}
          >
            <option value="all">All of it: free shipping</option>
            <option value="some">An amount</option>
          </Select>
          {!draft.isAllShipping &&
            dollars(`Amount off shipping (${charging.currency})`, faults['effect/off'])}
          {Object.keys(methods).length > 0 && (
            <Choices
              label="For which shipping methods"
              hint="Choose none for all of them."
              options={methods}
              chosen={draft.methods}
              onChange={(chosen) => put({ methods: chosen })}
            />
          )}
        </>
      )
    case 'buy-get':
      return (
        <>
          <Pieces
            legend="Buy"
            pieces={draft.buy}
            place="effect/buy"
            faults={faults}
            onChange={(buy) => put({ buy })}
          />
          <Pieces
            legend="Get"
            pieces={draft.get}
            place="effect/get"
            faults={faults}
            onChange={(get) => put({ get })}
          />
          <div className={styles.row}>
            {percent('Percentage off what they get (100 is free)')}
            <Field
              label="At most, times in an order"
              value={draft.mostTimes}
              inputMode="numeric"
              autoComplete="off"
              placeholder="No limit"
              error={faults['effect/mostTimes']}
              onChange={({ target }) => put({ mostTimes: target.value })}
            />
          </div>
          <p className={styles.quiet}>Of what can be free, the cheapest pieces are.</p>
        </>
      )
    case 'bundle':
      return (
        <>
          {draft.parts.map((part, at) => (
            <Pieces
              key={part.key}
              legend={`Part ${at + 1} of the bundle`}
              pieces={part}
              place={`effect/parts/${at}`}
              faults={faults}
              onChange={(changed) => put({ parts: draft.parts.with(at, changed) })}
              {...(draft.parts.length > 1 && {
                onRemove: () => put({ parts: draft.parts.toSpliced(at, 1) }),
              })}
            />
          ))}
          {faults['effect/parts'] && <p className={styles.error}>{faults['effect/parts']}</p>}
          <div>
            <Button tone="plain" onClick={() => put({ parts: [...draft.parts, newPieces()] })}>
              Add a part
            </Button>
          </div>
          {dollars(`Price of the bundle (${charging.currency})`, faults['effect/price'])}
        </>
      )
  }
}

function Steps({ draft, faults, put }: Props) {
  const { steps } = draft
  return (
    <>
      {steps.map((step, at) => (
        <div key={step.key} className={styles.row}>
          <Field
            label={`From (${charging.currency})`}
            value={step.from}
            inputMode="decimal"
            autoComplete="off"
            placeholder="200.00"
            error={faults[`effect/steps/${at}/from`]}
            onChange={({ target }) => put({ steps: steps.with(at, { ...step, from: target.value }) })}
          />
          <Field
            label="Percentage off (%)"
            value={step.percent}
            inputMode="decimal"
            autoComplete="off"
            placeholder="10"
            error={faults[`effect/steps/${at}/milliPercent`]}
            onChange={({ target }) => put({ steps: steps.with(at, { ...step, percent: target.value }) })}
          />
          {steps.length > 1 && (
            <Button tone="plain" onClick={() => put({ steps: steps.toSpliced(at, 1) })}>
              Remove<span className="visually-hidden"> step {at + 1}</span>
            </Button>
          )}
        </div>
      ))}
      {faults['effect/steps'] && <p className={styles.error}>{faults['effect/steps']}</p>}
      <div>
        <Button tone="plain" onClick={() => put({ steps: [...steps, newStep()] })}>
          Add a step
        </Button>
      </div>
    </>
  )
}

interface PiecesProps {
  legend: string
  pieces: PiecesDraft
  /** Of its fields: `effect/buy`. */
  place: string
  faults: Faults
  onChange: (pieces: PiecesDraft) => void
  onRemove?: () => void
}

function Pieces({ legend, pieces, place, faults, onChange, onRemove }: PiecesProps) {
  return (
    <fieldset className={styles.part}>
      <legend>{legend}</legend>
      <div className={styles.row}>
        <Field
          label="Pieces"
          value={pieces.quantity}
          inputMode="numeric"
          autoComplete="off"
          error={faults[`${place}/quantity`]}
          onChange={({ target }) => onChange({ ...pieces, quantity: target.value })}
        />
        {onRemove && (
          <Button tone="plain" onClick={onRemove}>
            Remove<span className="visually-hidden"> {legend}</span>
          </Button>
        )}
      </div>
      <ItemsField
        label="Of which items"
        items={pieces.items}
        error={faultAt(faults, `${place}/items`)}
        onChange={(items) => onChange({ ...pieces, items })}
      />
    </fieldset>
  )
}
