import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { addedWords, type ProductImport } from '#domain/import/import.ts'
import type { ImportMapping, OptionRole } from '#domain/import/mapping.ts'
import { call, type AnsweredValue } from '#web/admin/call-staff-api.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import FileUpload from './file-upload.tsx'
import styles from './import.module.css'

type Trial = AnsweredValue<'POST /api/staff/imports/:id/trial'>

const ROLES: Record<OptionRole, string> = { size: 'Sizes', color: 'Colours', name: 'Products of their own' }

interface ImportTrialProps {
  current: Pick<ProductImport, 'id' | 'brings' | 'fileName' | 'mapping'> & { hasPrices: boolean }
  categories: readonly string[]
  busy: boolean
  onStart: () => void
}

/** What importing a file would do, and what can be corrected before. */
export default function ImportTrial({ current, categories, busy, onStart }: ImportTrialProps) {
  const { id } = current
  const [mapping, setMapping] = useState<ImportMapping>(current.mapping)
  const [tax, setTax] = useState(String(current.mapping.taxPercent))
  const [trial, setTrial] = useState<Trial | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [trying, setTrying] = useState(true)
  const [isChanged, setChanged] = useState(false)
  const result = useRef<HTMLDivElement>(null)
  const change = (part: Partial<ImportMapping>) => {
    setChanged(true)
    setMapping((all) => ({ ...all, ...part }))
  }

  async function attempt(wanted: ImportMapping) {
    const answer = await call('POST /api/staff/imports/:id/trial', { params: { id }, body: wanted })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    setTrying(false)
    setRefusal(answer.kind === 'done' ? null : (answer.title ?? 'The shop did not respond. Try again.'))
    if (answer.kind === 'refused') return
    setTrial(answer.value)
    setChanged(false)
  }
  useEffect(() => {
    void attempt(current.mapping)
    // oxlint-disable-next-line react/exhaustive-deps -- once: staff try it again themselves
  }, [])

  const typed = () => ({ ...mapping, taxPercent: Number(tax.replace(',', '.')) || 0 })

  async function tryAgain(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTrying(true)
    await attempt(typed())
    result.current?.focus()
  }

  if (trial === null)
    return refusal === null ? <p role="status">Trying the file…</p> : <RefusalBlock message={refusal} />
  const { counts, results, options, named, locations, unused, archive } = trial
  const writes = counts.made + counts.changed
  const isPeople = current.brings === 'subscribers'
  return (
    <>
      <div ref={result} tabIndex={-1} className={styles.trial}>
        <RefusalBlock message={refusal} />
        <p role="status">
          Tried, and not yet written: {counts.made} new, {counts.changed} changed, {counts.same} as before,{' '}
          {counts.wrong} left out.
        </p>
        {trial.categories.length > 0 && (
          <ul>
            {trial.categories.map(({ label, isNew, sizes }) => (
              <li key={label}>
                {isNew ? `The category ${label} is added` : `${label} get more sizes`}: {sizes.join(', ')}
              </li>
            ))}
          </ul>
        )}
        {results.length > 0 && (
          <ul aria-label="What is to be known">
            {results.flatMap(({ outcome, name, notes }) =>
              notes.map(({ line, column, message }) => (
                <li key={`${line} ${column} ${message}`}>
                  Line {line}
                  {column && `, ${column}`}: {message}{' '}
                  {name !== '' && <span className={styles.quiet}>({name})</span>}
                  {outcome === 'wrong' && <strong> Left out.</strong>}
                </li>
              )),
            )}
          </ul>
        )}
        {archive !== null && (
          <p>
            In the ZIP file: {archive.files === 1 ? '1 file' : `${archive.files} files`}, {archive.used} used.
          </p>
        )}
        {locations.length > 0 && <p>{addedWords(locations)}</p>}
        {unused.length > 0 && (
          <p className={styles.quiet}>
            Not taken over: {unused.join(', ')}.
            {isPeople && ' Of people the shop keeps the email and the consent; the rest comes with orders.'}
          </p>
        )}
      </div>
      {current.brings === 'products' && (
        <FileUpload
          label="A ZIP file with its images"
          hint="For images that the file names without an address, or whose addresses are gone."
          accept=".zip,application/zip"
          addressOf={() => `/api/staff/imports/${id}/pictures`}
          onSent={() => {
            setTrying(true)
            void attempt(typed())
          }}
        />
      )}
      <form
        className={styles.form}
        aria-label={`Correct the import of ${current.fileName}`}
        noValidate
        method="post"
        onSubmit={(event) => void tryAgain(event)}
      >
        {options.map(({ name, role }) => (
          <Select
            key={name}
            label={`The option ${name} becomes`}
            value={mapping.options[name.toLowerCase()] ?? role ?? ''}
            onChange={({ target }) =>
              change({ options: { ...mapping.options, [name.toLowerCase()]: target.value as OptionRole } })
            }
          >
            {role === null && <option value="">Sizes, unless there are others</option>}
            {Object.entries(ROLES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        ))}
        {named.map((name) => (
          <Select
            key={name}
            label={name === '' ? 'Products without a category' : `The category ${name}`}
            value={mapping.categories[name] ?? ''}
            onChange={({ target }) => change({ categories: { ...mapping.categories, [name]: target.value } })}
          >
            <option value="">{name === '' ? 'Other' : 'As in the file'}</option>
            {categories.map((label) => (
              <option key={label} value={label}>
                {label}
              </option>
            ))}
          </Select>
        ))}
        {isPeople && <ConsentFields mapping={mapping} onChange={change} />}
        {current.hasPrices && (
          <Field
            label="Tax in its prices, in percent"
            hint="It is taken off. 0: prices are without taxes, as here."
            inputMode="decimal"
            value={tax}
            onChange={({ target }) => {
              setChanged(true)
              setTax(target.value)
            }}
          />
        )}
        {current.brings === 'products' && (
          <>
            <Checkbox
              checked={mapping.pictures}
              onChange={({ target }) => change({ pictures: target.checked })}
            >
              Fetch the images from their addresses
            </Checkbox>
            <Checkbox
              checked={mapping.asDrafts}
              onChange={({ target }) => change({ asDrafts: target.checked })}
            >
              New products stay drafts
            </Checkbox>
            <Checkbox
              checked={mapping.replacesCounts}
              onChange={({ target }) => change({ replacesCounts: target.checked })}
            >
              Its stock replaces that of products that are here
            </Checkbox>
          </>
        )}
        <div className={styles.buttons}>
          <Button disabled={busy || trying || isChanged || writes === 0} onClick={onStart}>
            Import
          </Button>
          <Button type="submit" tone="plain" disabled={busy || trying}>
            Try again
          </Button>
        </div>
      </form>
    </>
  )
}

/** What the file does not say of the consent of its people. */
function ConsentFields({
  mapping,
  onChange,
}: {
  mapping: ImportMapping
  onChange: (part: Partial<ImportMapping>) => void
}) {
  return (
    <>
      <Field
        label="Where these people agreed to your emails"
        hint="Such as: Checkout of the former shop. Kept as the proof of consent, where the file names no source."
        maxLength={100}
        autoComplete="off"
        value={mapping.consentSource}
        onChange={({ target }) => onChange({ consentSource: target.value })}
      />
      <Field
        label="On which day"
        type="date"
        hint="The latest by which they had agreed, where the file has no times."
        value={mapping.consentAt}
        onChange={({ target }) => onChange({ consentAt: target.value })}
      />
      <Checkbox
        className={styles.wide}
        checked={mapping.allAgreed}
        onChange={({ target }) => onChange({ allAgreed: target.checked })}
      >
        Everybody in this file agreed (only for files without a column for it)
      </Checkbox>
    </>
  )
}
