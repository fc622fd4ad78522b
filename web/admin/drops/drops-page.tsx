import { useRef, useState, type ReactNode } from 'react'
import type { Drop } from '#domain/drops/drop.ts'
import { clockTime } from '#domain/shop-time.ts'
import { call } from '#web/admin/call-staff-api.ts'
import DocumentHistory, {
  OldVersion,
  usePageProps,
  type VersionsProps,
} from '#web/admin/document/document-history.tsx'
import { useDocument, type DocumentKind } from '#web/admin/document/use-document.ts'
import Table from '#web/admin/list/table.tsx'
import styles from '#web/admin/promotions/promotions.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { offerUndo } from '#web/admin/undo/undo-store.ts'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { saveDrop, stateWords, type Drops } from './drop-draft.ts'

export interface DropsPageProps extends VersionsProps<{ drops: readonly Drop[] }> {
  frame: StaffFrameProps
  now: number
  timeZone: string
}

const ADDRESS = '/admin/drops'
const CHANGED = 'Someone else has changed the drops since. Here they are as they are now.'
const FAILED = 'This could not be saved. Please try again.'

/** Every drop with its moments, the next one first. */
export default function DropsPage(first: DropsPageProps) {
  const [props, readAgain] = usePageProps(ADDRESS, first)
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { frame, saved, old, now, timeZone } = props
  const time = (at: number) => clockTime(at, timeZone).replace('T', ' ')
  const drops = saved.value.drops.toSorted((one, other) => other.soldFrom - one.soldFrom)

  async function remove({ id, name }: Drop) {
    setBusy(true)
    const answer = await saveDrop(saved, id, null)
    setBusy(false)
    readAgain()
    if (answer.kind === 'refused') return void showToast('error', refusalWords(answer), 6_000)
    const { version } = answer.value
    offerUndo(`${name} deleted. Its products keep their schedule`, () =>
      putBack({ version, to: version - 1 }),
    )
    heading.current?.focus()
  }

  async function putBack(body: { version: number; to: number }) {
    const answer = await call('POST /api/staff/drops/undo', { body })
    readAgain()
    if (answer.kind === 'done') showToast('success', 'As it was before')
    else showToast('error', refusalWords(answer), 6_000)
  }

  return (
    <StaffFrame frame={frame} title="Drops" here={ADDRESS}>
      {old && (
        <Versions key={`old ${saved.version}`} page={props} onRestored={readAgain}>
          <ul className={styles.plainList}>
            {old.value.drops.map((one) => (
              <li key={one.id}>
                <strong>{one.name}</strong> · shown from {time(one.publicFrom)} · sold from{' '}
                {time(one.soldFrom)}
              </li>
            ))}
            {old.value.drops.length === 0 && <li>No drops.</li>}
          </ul>
        </Versions>
      )}
      <section className={styles.list} aria-labelledby="drops">
        <div className={styles.head}>
          <h2 id="drops" ref={heading} tabIndex={-1}>
            {drops.length === 0 ? 'No drops yet' : drops.length === 1 ? '1 drop' : `${drops.length} drops`}
          </h2>
          <LinkButton tone="plain" href={`${ADDRESS}/new`}>
            New drop
          </LinkButton>
        </div>
        {drops.length === 0 ? (
          <p className={styles.quiet}>
            A drop has a page with a countdown, before its products are shown and sold. Until they are shown,
            nothing of them is in the shop.
          </p>
        ) : (
          <Table
            caption="Drops"
            columns={COLUMNS}
            rows={drops.map((one) => ({
              key: one.id,
              cells: [
                <a key="name" href={`${ADDRESS}/${one.id}`}>
                  {one.name}
                </a>,
                <span key="state" className={styles.state}>
                  {stateWords(one, now)}
                </span>,
                time(one.publicFrom),
                time(one.soldFrom),
                String(one.products.length),
                <div key="actions" className={styles.actions}>
                  <LinkButton tone="plain" href={`${ADDRESS}/${one.id}/preview`}>
                    Preview<span className="visually-hidden"> {one.name}</span>
                  </LinkButton>
                  <LinkButton tone="plain" href={`${ADDRESS}/new?copy=${one.id}`}>
                    Duplicate<span className="visually-hidden"> {one.name}</span>
                  </LinkButton>
                  <Button tone="plain" disabled={busy} onClick={() => void remove(one)}>
                    Delete<span className="visually-hidden"> {one.name}</span>
                  </Button>
                </div>,
              ],
            }))}
          />
        )}
      </section>
      <Versions key={saved.version} page={props} onRestored={readAgain} />
    </StaffFrame>
  )
}

const COLUMNS = [
  { label: 'Name' },
  { label: 'State', isBrief: true },
  { label: 'Shown from' },
  { label: 'Sold from' },
  { label: 'Products', align: 'end' as const },
  { label: 'Actions' },
]

function refusalWords({ code, title }: { code: string; title: string | null }): string {
  return code === 'changed-meanwhile' ? CHANGED : (title ?? FAILED)
}

const DOCUMENT: DocumentKind<Drops, Drops['value'], Drops['value']> = {
  draftOf: ({ value }) => value,
  sentOf: (value) => value,
  save: () => Promise.reject(new Error('Drops are edited one by one')),
  undo: (body) => call('POST /api/staff/drops/undo', { body }),
  messages: { saved: '', changed: CHANGED, failed: FAILED },
}

/** The history of the drops, or an older version with what it was. */
function Versions(props: { page: DropsPageProps; onRestored: () => void; children?: ReactNode }) {
  const { page, onRestored, children } = props
  const document = useDocument(DOCUMENT, page.saved, onRestored)
  return page.old && children ? (
    <OldVersion address={ADDRESS} document={document} version={page.old.version}>
      {children}
    </OldVersion>
  ) : (
    <DocumentHistory address={ADDRESS} page={page} document={document} />
  )
}
