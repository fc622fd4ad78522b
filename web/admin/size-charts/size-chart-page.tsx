import { useState } from 'react'
import type { Size } from '#domain/catalog/size.ts'
import type { ChartKey, SizeChartDraft } from '#domain/catalog/size-chart.ts'
import { call } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import settings from '#web/admin/document/document.module.css'
import DocumentHistory, {
  OldVersion,
  usePageProps,
  type VersionsProps,
} from '#web/admin/document/document-history.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import TranslationLink from '#web/admin/translations/translation-link.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import ChartEditor from './chart-editor.tsx'
import ChartPreview from './chart-preview.tsx'
import { readableColumns, usedBy } from './chart-values.ts'
import styles from './size-charts-page.module.css'
import { useChart } from './use-chart.ts'

export interface SizeChartPageProps extends VersionsProps<SizeChartDraft> {
  frame: StaffFrameProps
  category: ChartKey
  label: string
  address: string
  /** The sizes of its category. Rows of others follow while they have lengths. */
  sizes: readonly Size[]
  /** Where shoppers see the chart. */
  seenAt: string
  /** The products that name the chart; null: it is of a category. */
  uses: { id: string; name: string; isArchived: boolean }[] | null
}

/** The size chart of a category, or of products that name it: its form with a preview, and its history. */
export default function SizeChartPage(props: SizeChartPageProps) {
  const { frame, category, address, saved, sizes: set, seenAt, old } = props
  const [past, readAgain] = usePageProps(address, props)
  const { label } = past
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
      <TranslationLink key={past.saved.version} subject="size-charts" />
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
          <ChartPreview chart={readableColumns(chart.draft.columns, sizes)} name="Size chart" />
        </section>
        <DocumentHistory address={address} page={past} document={chart} />
        {past.uses && <ChartUses category={category} label={past.label} uses={past.uses} />}
      </div>
    </StaffFrame>
  )
}

const MAX_SHOWN = 100

/** Which products have the chart, and removing it. */
function ChartUses({
  category,
  label,
  uses,
}: {
  category: ChartKey
  label: string
  uses: NonNullable<SizeChartPageProps['uses']>
}) {
  const [isRemoving, setRemoving] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const names = uses.slice(0, 5).map(({ name }) => name)
  const others = uses.length - names.length

  async function remove() {
    setBusy(true)
    const answer = await call('DELETE /api/staff/size-charts/:category', { params: { category } })
    if (answer.kind === 'done' || answer.code === 'not-found')
      return window.location.assign('/admin/size-charts')
    if (answer.code === 'signed-out') return window.location.replace('/admin')
    setBusy(false)
    setRemoving(false)
    setRefusal(answer.title ?? 'The shop did not respond. Try again.')
  }

  return (
    <section className={settings.section} aria-labelledby="uses">
      <h2 id="uses">Products</h2>
      <p>{usedBy(uses.length)}</p>
      {uses.length > 0 && (
        <ul className={styles.uses}>
          {uses.slice(0, MAX_SHOWN).map(({ id, name, isArchived }) => (
            <li key={id}>
              {isArchived ? `${name} (deleted)` : <a href={`/admin/products/${id}/preview`}>{name}</a>}
            </li>
          ))}
          {uses.length > MAX_SHOWN && <li>and {(uses.length - MAX_SHOWN).toLocaleString('en-CA')} more</li>}
        </ul>
      )}
      <RefusalBlock message={refusal} />
      <div className={settings.buttons}>
        <Button tone="plain" disabled={busy} onClick={() => setRemoving(true)}>
          Remove size chart
        </Button>
      </div>
      {isRemoving && (
        <ConfirmDialog
          question={`Remove the size chart ${label}?`}
          detail={
            uses.length === 0
              ? 'No product uses it.'
              : `${names.join(', ')}${others > 0 ? ` and ${others.toLocaleString('en-CA')} more` : ''} will show the chart of their category instead.`
          }
          yes="Remove"
          no="Keep it"
          busy={busy}
          onYes={() => void remove()}
          onNo={() => setRemoving(false)}
        />
      )}
    </section>
  )
}
