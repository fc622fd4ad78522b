import type { TextState } from '#domain/translations/translation.ts'
import { call, type AnsweredValue } from '#web/admin/call-staff-api.ts'
import inbox from '#web/admin/list/inbox.module.css'
import ListFilters from '#web/admin/list/list-filters.tsx'
import LiveResult from '#web/admin/list/live-result.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import TrialFile, { type FileOutcome } from '#web/admin/list/trial-file.tsx'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Notice from '#web/ui/notice.tsx'
import { filteredAddress, type FilteredList } from '#web/views/filtered-list.ts'
import { translationsAddress } from './translation-address.ts'
import styles from './translations.module.css'

/** The filter of the list. */
export const TEXT_STATES = {
  open: 'Missing or changed',
  missing: 'Missing',
  changed: 'Changed since',
  done: 'Done',
} as const

export interface TranslationsPageProps {
  frame: StaffFrameProps
  language: string
  /** What the language calls itself. */
  name: string
  /** Shoppers can choose it. */
  isSpoken: boolean
  /** Staff may turn it on. */
  maySet: boolean
  counts: Record<TextState, number>
  query: FilteredList<keyof typeof TEXT_STATES>
  total: number
  pages: number
  subjects: { href: string; name: string; kind: string; counts: Record<TextState, number> }[]
}

/** Everything that owners wrote for shoppers, and what of it is missing in a language. */
export default function TranslationsPage(first: TranslationsPageProps) {
  const { props, ...live } = useLivePage(first)
  const { frame, language, name, isSpoken, maySet, counts, query, total, pages, subjects } = props
  const path = translationsAddress(language)
  const addressOf = (page: number) => filteredAddress(path, { ...query, page })
  return (
    <StaffFrame frame={frame} title={`Texts in ${name}`} here="/admin/settings">
      <p className={styles.lead}>
        What you wrote yourself, such as the names of products and your pages. Where a text is missing,
        shoppers read the English one. Buttons, emails and everything else the shop says come translated.{' '}
        {maySet && <a href="/admin/settings/languages">Languages</a>}
      </p>
      {!isSpoken && (
        <Notice>
          <p>
            Shoppers can’t choose {name} yet. Translate first, then{' '}
            {maySet ? <a href="/admin/settings/languages">turn it on</a> : 'ask an owner to turn it on'}.
          </p>
        </Notice>
      )}
      <dl className={styles.counts} aria-label="All texts">
        <Count label="Missing" count={counts.missing} />
        <Count label="Changed since" count={counts.changed} />
        <Count label="Done" count={counts.done} />
      </dl>
      <ListFilters
        label="Texts"
        path={path}
        list={query}
        states={TEXT_STATES}
        placeholder="Part of a text"
        exportPath={`/api/staff/translations/${language}/file.csv`}
        live={live}
      />
      <p role="status" className={inbox.count}>
        {total === 1 ? '1 thing with texts' : `${total} things with texts`}
      </p>
      <LiveResult loading={live.loading}>
        {subjects.length === 0 ? (
          <p className={inbox.empty}>{emptyWords(query, counts)}</p>
        ) : (
          <Table
            caption={`Things with texts, and what of them is in ${name}`}
            columns={[
              { label: 'Thing' },
              { label: 'Kind' },
              { label: 'Missing', align: 'end' },
              { label: 'Changed since', align: 'end' },
              { label: 'Done', align: 'end' },
            ]}
            rows={subjects.map((one) => ({
              key: one.href,
              cells: [
                <a key="name" className={inbox.open} href={one.href} aria-label={`${one.name}, texts`}>
                  {one.name}
                </a>,
                one.kind,
                one.counts.missing === 0 ? '0' : <strong key="missing">{one.counts.missing}</strong>,
                one.counts.changed === 0 ? '0' : <strong key="changed">{one.counts.changed}</strong>,
                one.counts.done,
              ],
            }))}
          />
        )}
      </LiveResult>
      <PageLinks page={query.page} pages={pages} addressOf={addressOf} />
      <section className={styles.section} aria-labelledby="file">
        <h2 id="file">With a translator</h2>
        <p>
          Export the texts as a table, have its column “{name}” filled, and import the file. Rows without a
          translation change nothing.
        </p>
        <TrialFile
          label="Import a file (CSV)"
          send={(body) =>
            call('POST /api/staff/translations/:language/import', { params: { language }, body })
          }
          outcomeOf={importedWords}
          onImported={live.refresh}
        />
      </section>
    </StaffFrame>
  )
}

function importedWords({
  saved,
  same,
  wrong,
  faults,
}: AnsweredValue<'POST /api/staff/translations/:language/import'>): FileOutcome {
  return {
    told: [`${saved} new or changed`, `${same} as before`, `${wrong} left out`].join(', '),
    changesAny: saved > 0,
    faults: faults.map(({ line, text, message }) => ({ at: `Line ${line}`, place: text, message })),
  }
}

function emptyWords(
  { q, state }: TranslationsPageProps['query'],
  { missing, changed }: TranslationsPageProps['counts'],
): string {
  if (q !== '') return 'No text has this.'
  if (state === 'open' && missing + changed === 0) return 'Everything is translated.'
  return state === '' ? 'You haven’t written anything for shoppers yet.' : 'Nothing is in this state.'
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{count.toLocaleString('en-CA')}</dd>
    </div>
  )
}
