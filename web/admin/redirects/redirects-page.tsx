import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Redirect } from '#domain/redirects/redirect.ts'
import { call, type AnsweredValue } from '#web/admin/call-staff-api.ts'
import inbox from '#web/admin/list/inbox.module.css'
import ListFilters from '#web/admin/list/list-filters.tsx'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import LiveResult from '#web/admin/list/live-result.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import TrialFile, { type FileOutcome } from '#web/admin/list/trial-file.tsx'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { offerUndo } from '#web/admin/undo/undo-store.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { filteredAddress, type FilteredList } from '#web/views/filtered-list.ts'
import styles from './redirects.module.css'

export interface RedirectsPageProps {
  frame: StaffFrameProps
  query: FilteredList
  /** Most wanted first. `meant`: the page that shoppers probably looked for. */
  missing: { path: string; hits: number; lastAt: string; meant: string | null }[]
  /** By their old addresses; null when they could not be loaded. */
  list: { redirects: Redirect[]; pages: number; total: number } | null
}

const PATH = '/admin/redirects'
const UNCLEAR = 'It’s not clear whether this worked. Reload the page to check.'

/** Where old links lead, and the addresses that shoppers asked for and did not find. */
export default function RedirectsPage(first: RedirectsPageProps) {
  const { props, ...live } = useLivePage(first)
  const { frame, query, missing, list } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const addressOf = (page: number) => filteredAddress(PATH, { ...query, page })
  const total = list?.total ?? 0

  async function remove(redirect: Redirect) {
    const answer = await call('POST /api/staff/redirects/delete', { body: { from: redirect.from } })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    if (answer.kind === 'refused' && answer.code !== 'not-found') return showToast('error', UNCLEAR)
    live.refresh()
    heading.current?.focus()
    offerUndo(`${redirect.from} leads nowhere now.`, async () => {
      await call('PUT /api/staff/redirects', { body: redirect })
      live.refresh()
    })
  }

  return (
    <StaffFrame frame={frame} title="Redirects" here="/admin/dashboard">
      <p className={styles.lead}>
        Old links, such as those of your former shop, lead shoppers and search engines to the right page. A
        redirect takes effect where this shop has no page of its own.
      </p>
      <Missing pages={missing} onChange={live.refresh} />
      <section className={styles.section} aria-labelledby="new-redirect">
        <h2 id="new-redirect">New redirect</h2>
        <RedirectForm label="New redirect" onSaved={live.refresh} />
        <TrialFile
          label="Import a file (CSV), such as Shopify’s export of redirects"
          send={(body) => call('POST /api/staff/redirects/import', { body })}
          outcomeOf={importedWords}
          onImported={live.refresh}
        />
      </section>
      <h2 ref={heading} tabIndex={-1}>
        All redirects
      </h2>
      <ListFilters
        label="Redirects"
        path={PATH}
        list={query}
        states={{}}
        placeholder="Part of an address"
        exportPath="/api/staff/redirects.csv"
        live={live}
      />
      {list === null ? (
        <ListNotLoaded what="redirects" href={addressOf(query.page)} />
      ) : (
        <>
          <p role="status" className={inbox.count}>
            {total === 1 ? '1 redirect' : `${total} redirects`}
          </p>
          <LiveResult loading={live.loading}>
            {list.redirects.length === 0 ? (
              <p className={inbox.empty}>
                {query.q === '' ? 'No redirects yet.' : 'No redirect has this in an address.'}
              </p>
            ) : (
              <Table
                caption="Redirects, by their old addresses"
                columns={[{ label: 'Old address' }, { label: 'Leads to' }, { label: 'Actions' }]}
                rows={list.redirects.map((redirect) => ({
                  key: redirect.from,
                  cells: [
                    <span key="from" className={styles.address}>
                      {redirect.from}
                    </span>,
                    <a key="to" className={styles.address} href={redirect.to}>
                      {redirect.to}
                    </a>,
                    <div key="actions" className={inbox.actions}>
                      <Button
                        tone="plain"
                        aria-label={`Delete the redirect of ${redirect.from}`}
                        onClick={() => void remove(redirect)}
                      >
                        Delete
                      </Button>
                    </div>,
                  ],
                }))}
              />
            )}
          </LiveResult>
          <PageLinks page={query.page} pages={list.pages} addressOf={addressOf} />
        </>
      )}
    </StaffFrame>
  )
}

/** What shoppers asked for and did not find, each with the page that they probably meant. */
function importedWords({
  made,
  changed,
  same,
  wrong,
  faults,
}: AnsweredValue<'POST /api/staff/redirects/import'>): FileOutcome {
  return {
    told: [`${made} new`, `${changed} changed`, `${same} as before`, `${wrong} left out`].join(', '),
    changesAny: made + changed > 0,
    faults: faults.map(({ line, from, message }) => ({
      at: `Row ${line}`,
      place: from || 'without an old address',
      message,
    })),
  }
}

function Missing({ pages, onChange }: { pages: RedirectsPageProps['missing']; onChange: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  if (pages.length === 0) return null

  async function ignore(path: string, isIgnored: boolean): Promise<void> {
    const answer = await call('POST /api/staff/missing-pages', { body: { path, isIgnored } })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    if (answer.kind === 'refused') {
      showToast('error', UNCLEAR)
      return
    }
    onChange()
    heading.current?.focus()
    if (isIgnored) offerUndo(`${path} is ignored.`, () => ignore(path, false))
  }

  return (
    <section className={styles.section} aria-labelledby="missing">
      <h2 id="missing" ref={heading} tabIndex={-1}>
        Not found
      </h2>
      <p className={styles.quiet}>Addresses that were asked for most in the last 90 days and lead nowhere.</p>
      <ul className={styles.missing}>
        {pages.map(({ path, hits, lastAt, meant }) => (
          <li key={path}>
            <p>
              <strong className={styles.address}>{path}</strong>{' '}
              <span className={styles.quiet}>
                {hits === 1 ? 'once' : `${hits} times`}, last {lastAt}
              </span>
            </p>
            <RedirectForm
              label={`Redirect ${path}`}
              from={path}
              to={meant ?? ''}
              onSaved={() => {
                onChange()
                heading.current?.focus()
              }}
            >
              <Button tone="plain" aria-label={`Ignore ${path}`} onClick={() => void ignore(path, true)}>
                Ignore
              </Button>
            </RedirectForm>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RedirectFormProps {
  label: string
  /** The old address, when it is given. */
  from?: string
  to?: string
  onSaved: () => void
  /** Further buttons. */
  children?: React.ReactNode
}

function RedirectForm({ label, from, to = '', onSaved, children }: RedirectFormProps) {
  const start = { from: from ?? '', to }
  const [typed, setTyped] = useState<Redirect>(start)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const bind = (name: keyof Redirect) => ({
    name,
    error: errors[name],
    value: typed[name],
    autoComplete: 'off',
    autoCapitalize: 'none',
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((all) => ({ ...all, [name]: target.value })),
  })

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setBusy(true)
    const answer = await call('PUT /api/staff/redirects', { body: typed })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    flushSync(() => {
      setBusy(false)
      setErrors(answer.kind === 'done' ? {} : answer.fields)
      if (answer.kind === 'done') setTyped(start)
    })
    if (answer.kind === 'done') {
      showToast('success', `${answer.value.from} leads to ${answer.value.to}.`)
      return onSaved()
    }
    if (Object.keys(answer.fields).length === 0) return showToast('error', answer.title ?? UNCLEAR)
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return (
    <form
      aria-label={label}
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => void save(event)}
    >
      {from === undefined && (
        <Field label="Old address" placeholder="/products/red-hoodie" {...bind('from')} />
      )}
      <Field label="Leads to" placeholder="/product/red-hoodie" {...bind('to')} />
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy}>
          Redirect
        </Button>
        {children}
      </div>
    </form>
  )
}
