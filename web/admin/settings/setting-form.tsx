import { useState } from 'react'
import type { MenuLink } from '#domain/settings/menus.ts'
import type { Setting } from '#domain/settings/setting.ts'
import type { PictureView } from '#web/page.ts'
import { SettingConflict } from '#web/admin/document/document-conflict.tsx'
import DocumentForm from '#web/admin/document/document-form.tsx'
import { faultAt } from '#web/admin/document/use-document.ts'
import SettingField from './setting-field.tsx'
import type { SectionChoices } from './sections/section-words.ts'
import SettingPreview from './setting-preview.tsx'
import styles from '#web/admin/document/document.module.css'
import type { SettingValue, useSetting } from './use-setting.ts'

interface Props {
  name: string
  seenAt: string | undefined
  fields: Setting<SettingValue>['fields']
  labels: Readonly<Record<string, string>>
  fixed: Readonly<Record<string, { variable: string; value: string }>>
  products: Readonly<Record<string, string>>
  places: readonly MenuLink[]
  choices: SectionChoices
  /** The pictures of saved versions, by their keys. */
  pictures: Readonly<Record<string, PictureView>>
  /** The store of the pictures when it keeps no films. */
  keepsNoFilms: string | null
  setting: ReturnType<typeof useSetting<SettingValue>>
}

/** The fields of a setting, saved together, with a preview of what is typed. */
export default function SettingForm(props: Props) {
  const { name, seenAt, labels, fixed, products, keepsNoFilms, setting } = props
  const [uploaded, setUploaded] = useState<Record<string, PictureView>>({})
  const { draft: typed, faults, conflict } = setting
  const pictures = { ...props.pictures, ...uploaded }
  const files = {
    pictures,
    keepsNoFilms,
    onPicture: (key: string, view: PictureView) => setUploaded((known) => ({ ...known, [key]: view })),
  }
  const decided = Object.entries(fixed).map(([field, { value }]) => [field, value])
  const offered = Object.entries(props.fields).flatMap(([field, how]) => {
    if (typeof how === 'string') return []
    const { needs = field, kind } = how
    const isOffered =
      needs === field || typed[needs] !== null || (kind === 'picture' && typed[field] !== null)
    return isOffered ? [[field, how] as const] : []
  })
  const shown = { ...typed, ...Object.fromEntries(decided) }

  return (
    <>
      <DocumentForm
        document={setting}
        legend={Object.values(labels).join(', ')}
        conflict={
          conflict && (
            <SettingConflict document={setting} labels={labels} mine={typed} theirs={conflict.theirs.value} />
          )
        }
      >
        {offered.map(([field, how]) => (
          <SettingField
            key={field}
            name={field}
            typed={typed}
            how={how}
            fixed={fixed[field]}
            value={typed[field]}
            error={faultAt(faults, field)}
            faults={faults}
            products={products}
            places={props.places}
            choices={props.choices}
            files={files}
            onType={(value) => setting.type(field, value)}
          />
        ))}
      </DocumentForm>
      <section className={`${styles.section} ${styles.aside}`} aria-labelledby="preview">
        <div className={styles.head}>
          <h2 id="preview">Preview</h2>
          {seenAt && <a href={seenAt}>See it in the shop</a>}
        </div>
        <SettingPreview {...{ name, labels, products, pictures }} choices={props.choices} value={shown} />
      </section>
    </>
  )
}
