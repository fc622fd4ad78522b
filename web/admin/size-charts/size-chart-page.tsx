import { useState } from 'react'
import type { Size } from '#domain/catalog/size.ts'
import type { SizeChart, SizeChartDraft } from '#domain/catalog/size-chart.ts'
import { fetchPageProps } from '#web/admin/list/fetch-page-props.ts'
import RestoreButton from '#web/admin/settings/restore-button.tsx'
import SettingHistory, { type HistoryEntry } from '#web/admin/document/document-history.tsx'
import settings from '#web/admin/document/document.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import ChartEditor from './chart-editor.tsx'
import ChartPreview from './chart-preview.tsx'
import { readableColumns } from './chart-values.ts'
import { useChart } from './use-chart.ts'

export interface SizeChartPageProps {
  frame: StaffFrameProps
  /** The label of the category. */
  label: string
  address: string
  chart: SizeChart
  /** The sizes of the category. Rows of others follow while they have lengths. */
  sizes: readonly Size[]
  /** Where shoppers see the chart. */
  seenAt: string
  /** The chart is as at the start: there is none. */
  isAsAtStart: boolean
  /** An older version to look at. */
  old: { version: number; value: SizeChartDraft } | null
  /** Newest first. */
  history: HistoryEntry[]
  /** The last version of this page of the history, when there are older ones. */
  olderThan: number | null
  isOlderPage: boolean
}

/** The size chart of a category: its form with a preview, and its history. */
export default function SizeChartPage(props: SizeChartPageProps) {
  const { frame, label, address, chart: given, sizes: set, seenAt, old } = props
  const [past, setPast] = useState(props)
  async function readAgain() {
    const reply = await fetchPageProps<SizeChartPageProps>(address, new AbortController().signal)
    if (reply.kind === 'done') setPast(reply.props)
  }
  const measured = [...given.rows, ...past.chart.rows, ...(old?.value.rows ?? [])].map(({ size }) => size)
  const sizes = [...new Set([...set, ...measured])]
  const chart = useChart(given, sizes, () => void readAgain())

  const canRestore = !chart.saving && !chart.isChanged
  const restore = (version: number, words?: string) => (
    <RestoreButton
      version={version}
      words={words}
      className={settings.back}
      disabled={!canRestore}
      onRestore={chart.restore}
    />
  )
  return (
    <StaffFrame frame={frame} title={`Size chart: ${label}`} here="/admin/size-charts">
      <p className={settings.lead}>
        Measured flat, in centimetres with up to one decimal. Customers can read them in inches too. A size
        that is left empty is not shown. <a href="/admin/size-charts">All size charts</a>
      </p>
      <div className={settings.page}>
        {old && (
          <section className={`${settings.section} ${settings.wide}`} aria-labelledby="old">
            <h2 id="old">{old.version === 0 ? 'The default' : `Version ${old.version}`}</h2>
            <ChartPreview chart={old.value} name={`Size chart, version ${old.version}`} />
            <div className={settings.buttons}>
              {restore(old.version, 'this version')}
              <a href={address} className={settings.see}>
                Close
              </a>
            </div>
          </section>
        )}
        <ChartEditor chart={chart} label={label} sizes={sizes} />
        <section className={`${settings.section} ${settings.aside}`} aria-labelledby="preview">
          <div className={settings.head}>
            <h2 id="preview">Preview</h2>
            <a href={seenAt}>See the category in the shop</a>
          </div>
          <ChartPreview chart={readableColumns(chart.columns, sizes)} name="Size chart" />
        </section>
        <SettingHistory address={address} page={past} newest={chart.version} hint={chart.isChanged}>
          {(version) => restore(version)}
        </SettingHistory>
      </div>
    </StaffFrame>
  )
}
