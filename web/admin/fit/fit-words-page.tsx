import { useState } from 'react'
import {
  WORDS_STATE_WORDS,
  WORDS_STATES,
  WORDS_TRANSITIONS,
  type Fit,
  type StaffDecision,
  type WordsState,
} from '#domain/fit/fit.ts'
import type { ReportedFit } from '#operations/fit/moderate-fit-words.ts'
import { call } from '#web/admin/call-staff-api.ts'
import inbox from '#web/admin/list/inbox.module.css'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import returns from '#web/admin/returns/returns.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { FitWordsView } from '#web/views/fit/fit-words-view.ts'

export interface FitWordsPageProps {
  frame: StaffFrameProps
  state: WordsState | ''
  /** Newest first. */
  list: { words: FitWordsView[]; page: number; pages: number; total: number }
  /** Null: this role sees no reports. */
  products: ReportedFit[] | null
}

const PATH = '/admin/fit'
const FIT_WORDS: Record<Fit, string> = { small: 'Runs small', true: 'True to size', large: 'Runs large' }
const DECISION_WORDS: Record<StaffDecision, string> = {
  published: 'Publish',
  refused: 'Refuse',
  'taken-down': 'Take down',
}
const COLUMNS = [
  { label: 'Words', isBrief: true },
  { label: 'Product', isBrief: true },
  { label: 'Written' },
  { label: 'Status' },
  { label: 'Actions', isBrief: true },
]
const REPORT_COLUMNS = [
  { label: 'Product', isBrief: true },
  { label: 'Size', isBrief: true },
  { label: 'Small' },
  { label: 'True' },
  { label: 'Large' },
  { label: 'Returned as too small' },
  { label: 'Returned as too large' },
]

const addressOf = (state: WordsState | '', page = 1) => {
  const query = new URLSearchParams({ ...(state && { state }), ...(page > 1 && { page: String(page) }) })
  return query.size === 0 ? PATH : `${PATH}?${query}`
}

/** What customers wrote about how pieces fit, to be published or not, and what all of them answered. */
export default function FitWordsPage({ frame, state, list, products }: FitWordsPageProps) {
  const [latest, setLatest] = useState(list.words)
  const [words, setWords] = useState(list.words)
  const [busy, setBusy] = useState(false)
  if (latest !== list.words) {
    setLatest(list.words)
    setWords(list.words)
  }
  const mayDecide = frame.permissions.includes('messages.write')

  async function decide({ id, version }: FitWordsView, decision: StaffDecision) {
    setBusy(true)
    const answer = await call('POST /api/staff/fit-words/:id/decide', {
      params: { id },
      body: { version, decision },
    })
    setBusy(false)
    const now = answer.kind === 'refused' ? answer.current : answer.value
    if (now) setWords((all) => all.map((one) => (one.id === id ? now : one)))
    if (answer.kind === 'refused')
      showToast('error', answer.title ?? 'It’s not clear whether this worked. Reload the page to check.')
    else showToast('success', `${WORDS_STATE_WORDS[decision]}.`)
  }

  return (
    <StaffFrame frame={frame} title="How it fits" here="/admin/overview">
      <nav aria-label="Status" className={returns.states}>
        {(['', ...WORDS_STATES] as const).map((one) => (
          <a key={one} href={addressOf(one)} aria-current={one === state ? 'page' : undefined}>
            {one === '' ? 'All' : WORDS_STATE_WORDS[one]}
          </a>
        ))}
      </nav>
      <p className={inbox.count}>
        {list.total === 1 ? '1 customer wrote something' : `${list.total} customers wrote something`}
      </p>
      {words.length === 0 ? (
        <p className={inbox.empty}>
          No words here. Customers are asked as <a href="/admin/settings/fit">How it fits</a> in Settings
          says.
        </p>
      ) : (
        <Table
          caption="What customers wrote, newest first"
          columns={mayDecide ? COLUMNS : COLUMNS.slice(0, -1)}
          rows={words.map((one) => ({ key: one.id, cells: cells(one) }))}
        />
      )}
      <PageLinks page={list.page} pages={list.pages} addressOf={(page) => addressOf(state, page)} />
      {products && products.length > 0 && (
        <Table
          caption="What buyers answered, and what came back"
          columns={REPORT_COLUMNS}
          rows={products.flatMap(({ id, name, sizes }) =>
            sizes.map(({ size, answers, returned }) => ({
              key: `${id} ${size}`,
              cells: [
                <a key="product" href={`/admin/products/${id}/preview`}>
                  {name}
                </a>,
                size,
                answers.small,
                answers.true,
                answers.large,
                returned.small,
                returned.large,
              ],
            })),
          )}
        />
      )}
    </StaffFrame>
  )

  function cells(one: FitWordsView) {
    const { words: said, name, fit, product, size, order, at, state: is } = one
    return [
      <div key="words">
        <p className={returns.written}>{said}</p>
        {`${name === '' ? 'Without a name' : name}: ${FIT_WORDS[fit]}`}
      </div>,
      <div key="product">
        {product.name}, {size}
        <div>
          <a href={`/admin/orders/${order}`} className={returns.number}>
            {order}
          </a>
        </div>
      </div>,
      at,
      WORDS_STATE_WORDS[is],
      ...(mayDecide
        ? [
            <div key="actions" className={inbox.actions}>
              {WORDS_TRANSITIONS[is].map((decision) => (
                <Button
                  key={decision}
                  tone={decision === 'published' ? 'red' : 'plain'}
                  disabled={busy}
                  aria-label={`${DECISION_WORDS[decision]} what was written about ${product.name}, ${size}, in ${order}`}
                  onClick={() => void decide(one, decision)}
                >
                  {DECISION_WORDS[decision]}
                </Button>
              ))}
            </div>,
          ]
        : []),
    ]
  }
}
