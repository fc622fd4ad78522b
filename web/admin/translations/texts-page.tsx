import { useId } from 'react'
import {
  translatedTexts,
  type OwnText,
  type TranslatedText,
  type Translation,
} from '#domain/translations/translation.ts'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { call } from '#web/admin/call-staff-api.ts'
import DocumentConflict from '#web/admin/document/document-conflict.tsx'
import DocumentForm from '#web/admin/document/document-form.tsx'
import DocumentHistory, {
  OldVersion,
  usePageProps,
  type VersionsProps,
} from '#web/admin/document/document-history.tsx'
import { useDocument } from '#web/admin/document/use-document.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import { describedBy, FieldFrame } from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import { textsAddress, translationsAddress } from './translation-address.ts'
import styles from './translations.module.css'

interface Value {
  texts: Translation[]
}

export interface TextsPageProps extends VersionsProps<Value> {
  frame: StaffFrameProps
  language: string
  languageName: string
  /** The IETF tag of the language. */
  tag: string
  subject: string
  name: string
  kind: string
  texts: OwnText[]
  /** Another thing with a text that is missing or changed since. */
  next: { href: string; name: string } | null
}

/** A translation as it is typed. `isRight`: it holds of a text that changed since. */
interface Typed {
  text: string
  isRight: boolean
}
type Draft = Readonly<Record<string, Typed>>

const MESSAGES = {
  saved: 'Texts saved',
  changed: 'Someone else changed these texts. Reload the page to see the current version.',
  failed: 'Failed to save the texts. Please try again.',
}

const STATES = { missing: 'Missing', changed: 'Changed since', done: 'Done' } as const

/** The texts of one thing beside their translations, and the history of these. */
export default function TextsPage(props: TextsPageProps) {
  const { frame, language, languageName, tag, subject, name, kind, texts, saved, old, next } = props
  const address = textsAddress(language, subject)
  const [past, readAgain] = usePageProps(address, props)
  const params = { language, subject }
  const shown = (value: Value) => translatedTexts(texts, value.texts)
  const document = useDocument<SettingVersion<Value>, Draft, Translation[]>(
    {
      draftOf: ({ value }) =>
        Object.fromEntries(
          shown(value).map((one) => [one.field, { text: one.translation, isRight: one.state !== 'changed' }]),
        ),
      sentOf: (draft) => sentTexts(shown(past.saved.value), draft),
      save: (sent, version) =>
        call('PUT /api/staff/translations/:language/:subject', { params, body: { version, texts: sent } }),
      undo: (body) => call('POST /api/staff/translations/:language/:subject/undo', { params, body }),
      messages: MESSAGES,
    },
    saved,
    readAgain,
  )
  const { draft, edit } = document
  const labels = new Map(texts.map((one) => [one.field, one.label]))
  return (
    <StaffFrame frame={frame} title={name} here="/admin/settings">
      <p className={styles.lead}>
        {kind} in {languageName}. Where a text is missing, shoppers read the English one.{' '}
        <a href={translationsAddress(language)}>All texts</a>
        {next && (
          <>
            {' · '}
            <a href={next.href}>Next with something missing: {next.name}</a>
          </>
        )}
      </p>
      <div className={styles.page}>
        {old && (
          <OldVersion address={address} document={document} version={old.version}>
            <Texts texts={old.value.texts} labels={labels} />
          </OldVersion>
        )}
        <DocumentForm
          document={document}
          title={`English and ${languageName}`}
          legend={`Texts in ${languageName}`}
          conflict={
            document.conflict && (
              <DocumentConflict document={document} says="Someone else changed these texts.">
                <Texts texts={document.conflict.theirs.value.texts} labels={labels} />
              </DocumentConflict>
            )
          }
        >
          {shown(past.saved.value).map((one) => (
            <TextField
              key={one.field}
              own={one}
              language={languageName}
              tag={tag}
              typed={draft[one.field] ?? { text: '', isRight: true }}
              error={document.faults[one.field]}
              onType={(typed) => edit((all) => ({ ...all, [one.field]: typed }))}
            />
          ))}
        </DocumentForm>
        <DocumentHistory address={address} page={past} document={document} />
      </div>
    </StaffFrame>
  )
}

/** A translation that was typed anew, or is said to be right, is for the text as it is now. */
function sentTexts(shown: readonly TranslatedText[], draft: Draft): Translation[] {
  return shown.flatMap(({ field: name, text, translation, state, was }) => {
    const typed = draft[name]
    if (!typed || typed.text.trim() === '') return []
    const isOld = state === 'changed' && typed.text === translation && !typed.isRight
    return [{ field: name, text: typed.text, source: isOld ? was : text }]
  })
}

interface TextFieldProps {
  own: TranslatedText
  language: string
  tag: string
  typed: Typed
  error: string | undefined
  onType: (typed: Typed) => void
}

function TextField({ own, language, tag, typed, error, onType }: TextFieldProps) {
  const id = useId()
  const { label, text, isLong, most, state, was, translation } = own
  const rows = Math.min(20, Math.max(3, text.split('\n').length + Math.ceil(text.length / 60)))
  const input = {
    id,
    lang: tag,
    className: field.input,
    value: typed.text,
    ...describedBy(id, error, undefined),
    onChange: ({ target }: { target: { value: string } }) => onType({ ...typed, text: target.value }),
  }
  return (
    <div className={styles.text}>
      <div className={styles.own}>
        <p className={styles.head}>
          {label}
          <span className={styles.state} data-state={state}>
            {STATES[state]}
          </span>
        </p>
        <p className={styles.english}>{text}</p>
        {state === 'changed' && <p className={styles.was}>Translated when it read: {was}</p>}
      </div>
      <div className={styles.typed}>
        <FieldFrame
          id={id}
          label={`${label}, ${language}`}
          error={error}
          hint={undefined}
          className={undefined}
        >
          {isLong ? (
            <textarea {...input} rows={rows} maxLength={2 * most} />
          ) : (
            <input {...input} maxLength={2 * most} autoComplete="off" />
          )}
        </FieldFrame>
        {state === 'changed' && typed.text === translation && (
          <Checkbox
            checked={typed.isRight}
            onChange={({ target }) => onType({ ...typed, isRight: target.checked })}
          >
            Still right
          </Checkbox>
        )}
        {typed.text === '' && (
          <Button tone="plain" onClick={() => onType({ text, isRight: true })}>
            Same as in English<span className="visually-hidden">: {label}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

function Texts(props: { texts: readonly Translation[]; labels: ReadonlyMap<string, string> }) {
  if (props.texts.length === 0) return <p>Nothing is translated.</p>
  return (
    <dl className={styles.old}>
      {props.texts.map((one) => (
        <div key={one.field}>
          <dt>{props.labels.get(one.field) ?? one.field}</dt>
          <dd>{one.text}</dd>
        </div>
      ))}
    </dl>
  )
}
