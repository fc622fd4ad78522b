import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { IMPORT_REQUESTS, type ImportRequest, type ProductImport } from '#domain/import/import.ts'
import { call } from '#web/admin/call-staff-api.ts'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import FileUpload from './file-upload.tsx'
import ImportTrial from './import-trial.tsx'
import styles from './import.module.css'

/** An import as this screen shows it. `mayUndo`: it is not too long ago. */
export type ShownImport = Pick<
  ProductImport,
  'id' | 'brings' | 'fileName' | 'state' | 'mapping' | 'listed' | 'done' | 'counts'
> & {
  hasPrices: boolean
  at: string
  mayUndo: boolean
}

export interface ImportPageProps {
  frame: StaffFrameProps
  /** The names of the categories of the shop. */
  categories: string[]
  /** The newest first; null when they could not be loaded. */
  imports: ShownImport[] | null
}

const PATH = '/admin/import'
/** How often the progress of a running import is read. */
const REFRESH_MS = 1_500

/** Brings products from another shop, in files that are tried first. */
export default function ImportPage(first: ImportPageProps) {
  const { props, refresh, loading } = useLivePage(first)
  const { frame, imports, categories } = props
  const isWorking = imports?.some(({ state }) => state === 'running' || state === 'undoing') ?? false
  useEffect(() => {
    if (!isWorking || loading) return undefined
    const timer = setTimeout(refresh, REFRESH_MS)
    return () => clearTimeout(timer)
  })
  return (
    <StaffFrame frame={frame} title="Import" here="/admin/dashboard">
      <p className={styles.lead}>
        Bring your products from Shopify, WooCommerce or another shop like this one, a list of counts and
        prices by SKU, barcode or handle, or people who agreed to your emails. Each file is tried first:
        nothing is written before you have seen what would become of it.
      </p>
      <section className={styles.section} aria-labelledby="new-import">
        <h2 id="new-import">New import</h2>
        <FileUpload
          label="Files of products, counts, prices or people (CSV)"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          multiple
          addressOf={(name) => `/api/staff/imports?${String(new URLSearchParams({ name }))}`}
          onSent={refresh}
        />
        <p className={styles.quiet}>
          Old links are imported under <a href="/admin/redirects">Redirects</a>.
        </p>
      </section>
      <section className={styles.section} aria-labelledby="export">
        <h2 id="export">Export</h2>
        <p className={styles.quiet}>
          The products as a table that Shopify and this page read. Or everything that you may see as one ZIP
          file: products, images, orders, customers, subscribers, messages, gift cards, stock and settings.
        </p>
        <div className={styles.buttons}>
          <LinkButton tone="plain" href="/api/staff/products.csv" download>
            Export the products
          </LinkButton>
          <LinkButton tone="plain" href="/api/staff/export.zip" download>
            Export everything
          </LinkButton>
        </div>
      </section>
      {imports === null ? (
        <ListNotLoaded what="imports" href={PATH} />
      ) : (
        imports.map((one) => (
          <section key={one.id} className={styles.section} aria-labelledby={one.id}>
            <h2 id={one.id} tabIndex={-1} className={styles.file}>
              {one.fileName}
            </h2>
            <p className={styles.quiet}>
              {one.at}, {listedWords(one)} in the file
            </p>
            <OneImport current={one} categories={categories} onChange={refresh} />
          </section>
        ))
      )}
    </StaffFrame>
  )
}

function listedWords({ brings, listed }: ShownImport): string {
  if (brings === 'subscribers') return listed === 1 ? '1 address' : `${listed} addresses`
  return listed === 1 ? '1 product' : `${listed} products`
}

interface OneImportProps {
  current: ShownImport
  categories: readonly string[]
  onChange: () => void
}

function OneImport({ current, categories, onChange }: OneImportProps) {
  const { id, state, listed, done, counts, mayUndo } = current
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function ask(wanted: ImportRequest) {
    setBusy(true)
    const answer = await call('PUT /api/staff/imports/:id/state', { params: { id }, body: { state: wanted } })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    flushSync(() => {
      setBusy(false)
      setRefusal(answer.kind === 'done' ? null : (answer.title ?? 'The shop did not respond. Try again.'))
    })
    if (answer.kind === 'done' && wanted === 'running')
      showToast('success', 'The import is running. You may leave this page.')
    document.getElementById(id)?.focus()
    onChange()
  }
  const may = (wanted: ImportRequest) => IMPORT_REQUESTS[wanted].includes(state)

  if (state === 'ready') {
    return (
      <>
        <RefusalBlock message={refusal} />
        <ImportTrial
          current={current}
          categories={categories}
          busy={busy}
          onStart={() => void ask('running')}
        />
      </>
    )
  }
  const undone = counts.undone + counts.kept
  const all = counts.made + counts.changed + undone
  const [at, of] = state === 'undoing' ? [undone, all] : [done, listed]
  return (
    <>
      <RefusalBlock message={refusal} />
      <p role="status">
        {WORDS[state]} {told(counts)}.
      </p>
      {(state === 'running' || state === 'paused' || state === 'undoing') && (
        <progress
          className={styles.progress}
          aria-label={`Progress of ${current.fileName}`}
          max={of}
          value={at}
        />
      )}
      <div className={styles.buttons}>
        {may('paused') && (
          <Button disabled={busy} onClick={() => void ask('paused')}>
            Pause
          </Button>
        )}
        {may('running') && (
          <Button disabled={busy} onClick={() => void ask('running')}>
            Continue
          </Button>
        )}
        {may('undoing') && mayUndo && (
          <Button tone="plain" disabled={busy} onClick={() => void ask('undoing')}>
            Take the import back
          </Button>
        )}
        <LinkButton tone="plain" href={`/api/staff/imports/${id}/report.csv`} download>
          Report
        </LinkButton>
      </div>
    </>
  )
}

const WORDS = {
  reading: '',
  running: 'Running:',
  paused: 'Paused:',
  done: 'Done:',
  undoing: 'Taking it back:',
  undone: 'Taken back:',
} as const

function told({ made, changed, same, wrong, undone, kept }: ShownImport['counts']): string {
  const left = kept === 0 ? '' : `, ${kept} kept because they were changed since`
  if (undone + kept > 0 && made + changed === 0) return `${undone} are as they were${left}`
  return `${made} new, ${changed} changed, ${same} as before, ${wrong} left out`
}
