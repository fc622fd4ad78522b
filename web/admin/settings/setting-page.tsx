import { useState } from 'react'
import type { SettingVersion } from '#domain/settings/setting.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { fetchPageProps } from '#web/admin/list/fetch-page-props.ts'
import type { PictureView } from '#web/page.ts'
import OldVersion from '#web/admin/document/old-version.tsx'
import { SETTING_FORMS } from './setting-forms.ts'
import SettingForm from './setting-form.tsx'
import RestoreButton from './restore-button.tsx'
import SettingHistory, { type HistoryEntry } from '#web/admin/document/document-history.tsx'
import styles from '#web/admin/document/document.module.css'
import { useSetting, type SettingValue } from './use-setting.ts'

export interface SettingPageProps {
  frame: StaffFrameProps
  name: string
  label: string
  /** The labels of the fields. */
  labels: Readonly<Record<string, string>>
  saved: SettingVersion<SettingValue>
  /** The current value is the default. */
  isAsAtStart: boolean
  /** An older version to look at. */
  old: SettingVersion<SettingValue> | null
  /** The fields that a variable of the environment decides. */
  fixed: Readonly<Record<string, { variable: string; value: string }>>
  /** The names of the products that a version has chosen, by their ids. */
  products: Readonly<Record<string, string>>
  /** The pictures that a version has, by their keys. */
  pictures: Readonly<Record<string, PictureView>>
  /** The store of the pictures when it keeps no films. */
  keepsNoFilms: string | null
  /** Newest first. */
  history: HistoryEntry[]
  /** The last version of this page of the history, when there are older ones. */
  olderThan: number | null
  isOlderPage: boolean
}

/** One setting: its form with a preview, and its history. */
export default function SettingPage(props: SettingPageProps) {
  const { frame, name, label, labels, saved, old, fixed, keepsNoFilms } = props
  const [past, setPast] = useState(props)
  const address = `/admin/settings/${name}`

  async function readAgain() {
    const reply = await fetchPageProps<SettingPageProps>(address, new AbortController().signal)
    if (reply.kind === 'done') setPast(reply.props)
  }

  const setting = useSetting(name, saved, () => void readAgain())

  const products = { ...props.products, ...past.products }
  const pictures = { ...props.pictures, ...past.pictures }
  const canRestore = !setting.busy && !setting.isChanged
  return (
    <StaffFrame frame={frame} title={label} here="/admin/settings">
      <p className={styles.lead}>
        {SETTING_FORMS[name]?.lead} <a href="/admin/settings">All settings</a>
      </p>
      <div className={styles.page}>
        {old && (
          <OldVersion
            {...{ name, labels, old, canRestore, products, pictures }}
            onRestore={() => void setting.restore(old.version)}
          />
        )}
        <SettingForm {...{ name, labels, fixed, setting, products, pictures, keepsNoFilms }} />
        <SettingHistory address={address} page={past} newest={setting.version} hint={setting.isChanged}>
          {(version) => (
            <RestoreButton
              version={version}
              className={styles.back}
              disabled={!canRestore}
              onRestore={setting.restore}
            />
          )}
        </SettingHistory>
      </div>
    </StaffFrame>
  )
}
