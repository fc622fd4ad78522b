import { useState } from 'react'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { isDefaultTaxRate, TAX, type TaxSetting } from '#domain/settings/tax.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import { fetchPageProps } from '#web/admin/list/fetch-page-props.ts'
import RestoreButton from '#web/admin/settings/restore-button.tsx'
import SettingHistory, { type HistoryEntry } from '#web/admin/document/document-history.tsx'
import styles from '#web/admin/document/document.module.css'
import { useSetting, type SettingValue } from '#web/admin/settings/use-setting.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Notice from '#web/ui/notice.tsx'
import TaxForm from './tax-form.tsx'
import TaxPreview from './tax-preview.tsx'

export interface TaxPageProps {
  frame: StaffFrameProps
  saved: SettingVersion<TaxSetting>
  /** The saved value is the default. */
  isAsAtStart: boolean
  /** An older version to look at. */
  old: SettingVersion<TaxSetting> | null
  /** In the shop's time zone. */
  today: ShopDay
  /** Newest first. */
  history: HistoryEntry[]
  /** The last version of this page of the history, when there are older ones. */
  olderThan: number | null
  isOlderPage: boolean
}

const ADDRESS = `/admin/settings/${TAX.name}`

/** The taxes of the shop: how they are charged, registrations, the table of rates, and an example. */
export default function TaxPage(props: TaxPageProps) {
  const { frame, saved, old, today } = props
  const [past, setPast] = useState(props)
  async function readAgain() {
    const reply = await fetchPageProps<TaxPageProps>(ADDRESS, new AbortController().signal)
    if (reply.kind === 'done') setPast(reply.props)
  }

  const first = { version: saved.version, value: { ...saved.value } as SettingValue }
  const setting = useSetting(TAX.name, first, () => void readAgain())
  const typed = setting.typed as unknown as TaxSetting

  const canRestore = !setting.busy && !setting.isChanged
  const restore = (version: number, words?: string) => (
    <RestoreButton
      version={version}
      words={words}
      className={styles.back}
      disabled={!canRestore}
      onRestore={setting.restore}
    />
  )
  return (
    <StaffFrame frame={frame} title="Taxes" here="/admin/settings">
      <p className={styles.lead}>
        What the shop charges, by an order’s destination and date. Orders keep the rates they were placed
        under. Ask your accountant what you have to charge. <a href="/admin/settings">All settings</a>
      </p>
      {isDefaultTaxRate(typed) && (
        <Notice>
          <p>
            <strong>2% is not a Canadian rate.</strong> It is only a starting value. Choose “By destination”
            and tick your registrations to charge Canadian taxes.
          </p>
        </Notice>
      )}
      <div className={styles.page}>
        {old && (
          <section className={`${styles.section} ${styles.wide}`} aria-labelledby="old">
            <h2 id="old">{old.version === 0 ? 'The default' : `Version ${old.version}`}</h2>
            <TaxPreview setting={old.value} today={today} />
            <div className={styles.buttons}>
              {restore(old.version, 'this version')}
              <a href={ADDRESS} className={styles.see}>
                Close
              </a>
            </div>
          </section>
        )}
        <TaxForm setting={setting} typed={typed} today={today} />
        <div className={styles.page}>
          <section className={`${styles.section} ${styles.wide}`} aria-labelledby="preview">
            <h2 id="preview">What a cart of 100 CAD costs</h2>
            <TaxPreview setting={typed} today={today} />
          </section>
          <div className={styles.wide}>
            <SettingHistory address={ADDRESS} page={past} newest={setting.version} hint={setting.isChanged}>
              {(version) => restore(version)}
            </SettingHistory>
          </div>
        </div>
      </div>
    </StaffFrame>
  )
}
