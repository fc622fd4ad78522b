import { useState, type SubmitEvent } from 'react'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import type { PictureView } from '#web/page.ts'
import { flushSync } from 'react-dom'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import SettingConflict from './setting-conflict.tsx'
import SettingField from './setting-field.tsx'
import { SETTING_FORMS } from './setting-forms.ts'
import SettingPreview from './setting-preview.tsx'
import styles from './settings-page.module.css'
import type { useSetting } from './use-setting.ts'

interface Props {
  name: string
  labels: Readonly<Record<string, string>>
  fixed: Readonly<Record<string, { variable: string; value: string }>>
  products: Readonly<Record<string, string>>
  /** The pictures of saved versions, by their keys. */
  pictures: Readonly<Record<string, PictureView>>
  /** The store of the pictures when it keeps no films. */
  keepsNoFilms: string | null
  setting: ReturnType<typeof useSetting>
}

/** The fields of a setting, saved together, with a preview of what is typed. */
export default function SettingForm(props: Props) {
  const { name, labels, fixed, products, keepsNoFilms, setting } = props
  const [uploaded, setUploaded] = useState<Record<string, PictureView>>({})
  const { typed, errors, busy, theirs } = setting
  const form = useFocusOnWrong(errors)
  const pictures = { ...props.pictures, ...uploaded }
  const files = {
    pictures,
    keepsNoFilms,
    onPicture: (key: string, view: PictureView) => setUploaded((known) => ({ ...known, [key]: view })),
  }
  const { fields = {}, seenAt } = SETTING_FORMS[name] ?? {}
  const decided = Object.entries(fixed).map(([field, { value }]) => [field, value])
  const offered = Object.entries(fields).filter(
    ([field, { needs = field, kind }]) =>
      needs === field || typed[needs] !== null || (kind === 'picture' && typed[field] !== null),
  )
  const shown = { ...typed, ...Object.fromEntries(decided) }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    await setting.save()
  }

  function discard() {
    flushSync(setting.discard)
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }

  return (
    <>
      <section className={styles.section} aria-labelledby="form">
        <div className={styles.head}>
          <h2 id="form">Change</h2>
          {setting.isChanged && <p className={styles.unsaved}>Not saved yet</p>}
        </div>
        {theirs && (
          <SettingConflict
            labels={labels}
            mine={typed}
            theirs={theirs.value}
            onTake={setting.takeTheirs}
            onKeep={setting.keepMine}
          />
        )}
        <form ref={form} noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
          <fieldset className={styles.fields} disabled={busy}>
            <legend className="visually-hidden">{Object.values(labels).join(', ')}</legend>
            {offered.map(([field, how]) => (
              <SettingField
                key={field}
                label={labels[field] ?? field}
                how={how}
                fixed={fixed[field]}
                value={typed[field]}
                error={errors[field]}
                faults={setting.faults}
                products={products}
                files={files}
                onType={(value) => setting.type(field, value)}
              />
            ))}
          </fieldset>
          <RefusalBlock message={setting.refusal} />
          <div className={styles.buttons}>
            <Button type="submit" disabled={busy || !setting.isChanged}>
              {busy ? 'Saving...' : 'Save'}
            </Button>
            {setting.isChanged && (
              <Button tone="plain" disabled={busy} onClick={discard}>
                Discard changes
              </Button>
            )}
          </div>
        </form>
      </section>
      <section className={`${styles.section} ${styles.aside}`} aria-labelledby="preview">
        <div className={styles.head}>
          <h2 id="preview">Preview</h2>
          {seenAt && <a href={seenAt}>See it in the shop</a>}
        </div>
        <SettingPreview {...{ name, labels, products, pictures }} value={shown} />
      </section>
    </>
  )
}
