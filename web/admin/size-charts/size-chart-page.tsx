import type { Category } from '#domain/catalog/category.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { SizeChartDraft } from '#domain/catalog/size-chart.ts'
import settings from '#web/admin/document/document.module.css'
import DocumentHistory, {
  OldVersion,
  usePageProps,
  type VersionsProps,
} from '#web/admin/document/document-history.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import ChartEditor from './chart-editor.tsx'
import ChartPreview from './chart-preview.tsx'
import { readableColumns } from './chart-values.ts'
import { useChart } from './use-chart.ts'

export interface SizeChartPageProps extends VersionsProps<SizeChartDraft> {
  frame: StaffFrameProps
  category: Category
  label: string
  address: string
  /** The sizes of the category. Rows of others follow while they have lengths. */
  sizes: readonly Size[]
  /** Where shoppers see the chart. */
  seenAt: string
}

/** The size chart of a category: its form with a preview, and its history. */
export default function SizeChartPage(props: SizeChartPageProps) {
  const { frame, category, label, address, saved, sizes: set, seenAt, old } = props
  const [past, readAgain] = usePageProps(address, props)
  const charts = [saved.value, past.saved.value, ...(old ? [old.value] : [])]
  const measured = charts.flatMap(({ rows }) => rows.map(({ size }) => size))
  const sizes = [...new Set([...set, ...measured])]
  const chart = useChart(category, saved, sizes, readAgain)

  return (
    <StaffFrame frame={frame} title={`Size chart: ${label}`} here="/admin/size-charts">
      <p className={settings.lead}>
        Measured flat, in centimetres with up to one decimal. Customers can read them in inches too. A size
        that is left empty is not shown. <a href="/admin/size-charts">All size charts</a>
      </p>
      <div className={settings.page}>
        {old && (
          <OldVersion address={address} document={chart} version={old.version}>
            <ChartPreview chart={old.value} name={`Size chart, version ${old.version}`} />
          </OldVersion>
        )}
        <ChartEditor chart={chart} label={label} sizes={sizes} />
        <section className={`${settings.section} ${settings.aside}`} aria-labelledby="preview">
          <div className={settings.head}>
            <h2 id="preview">Preview</h2>
            <a href={seenAt}>See the category in the shop</a>
          </div>
          <ChartPreview chart={readableColumns(chart.draft, sizes)} name="Size chart" />
        </section>
        <DocumentHistory address={address} page={past} document={chart} />
      </div>
    </StaffFrame>
  )
}
