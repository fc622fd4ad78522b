import type { ReactNode, SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import SettingButtons from '#web/admin/settings/setting-buttons.tsx'
import SettingConflict from './document-conflict.tsx'
import styles from './document.module.css'
import type { SettingValue, useSetting } from '#web/admin/settings/use-setting.ts'

interface Props {
  setting: ReturnType<typeof useSetting>
  labels: Readonly<Record<string, string>>
  /** The fields of the form together, for screen readers. */
  legend: string
  /** What is wrong: the first of these fields gets the focus. */
  errors: Readonly<Record<string, string>>
  /** A value as the owner reads it where another owner saved a different one. */
  asRead?: (value: SettingValue) => SettingValue
  children: ReactNode
}

const unchanged = (value: SettingValue) => value

/** The form of a setting: its fields are saved together, or discarded. */
export default function SettingChange(props: Props) {
  const { setting, labels, legend, errors, asRead = unchanged, children } = props
  const { busy, isChanged, theirs } = setting
  const form = useFocusOnWrong(errors)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    await setting.save()
  }

  function discard() {
    flushSync(setting.discard)
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }

  return (
    <section className={styles.section} aria-labelledby="form">
      <div className={styles.head}>
        <h2 id="form">Change</h2>
        {isChanged && <p className={styles.unsaved}>Not saved yet</p>}
      </div>
      {theirs && (
        <SettingConflict
          labels={labels}
          mine={asRead(setting.typed)}
          theirs={asRead(theirs.value)}
          onTake={setting.takeTheirs}
          onKeep={setting.keepMine}
        />
      )}
      <form ref={form} noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
        <fieldset className={styles.fields} disabled={busy}>
          <legend className="visually-hidden">{legend}</legend>
          {children}
        </fieldset>
        <SettingButtons setting={setting} onDiscard={discard} />
      </form>
    </section>
  )
}
