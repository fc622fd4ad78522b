import { useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import documents from '#web/admin/document/document.module.css'
import form from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import styles from './start-page.module.css'

/** What can be removed, by name or by number. */
export interface DemoView {
  products: string[]
  charts: string[]
  categories: string[]
  orders: number
  /** Test orders that stay: they are being paid, or gift cards were bought or used with them. */
  pending: number
  withCards: number
  subscribers: number
}

export interface StartPageProps {
  frame: StaffFrameProps
  steps: { label: string; what: string; href: string; isDone: boolean }[]
  demo: DemoView
  /** The start screens lead here, while something is left. `version`: of that setting. */
  isShown: boolean
  version: number
}

/** What a new shop needs before it sells, and removing what it came with. */
export default function StartPage({ frame, steps, demo, isShown, version }: StartPageProps) {
  const left = steps.filter(({ isDone }) => !isDone).length
  const [refusal, setRefusal] = useState<string | null>(null)

  async function putAway() {
    const answer = await call('PUT /api/staff/settings/:name', {
      params: { name: 'start' },
      body: { version, value: { shown: !isShown } },
    })
    if (answer.kind === 'done') window.location.reload()
    else setRefusal(answer.title ?? 'The shop did not respond. Try again.')
  }

  return (
    <StaffFrame frame={frame} title="Start your shop" here="/admin/settings">
      <p className={documents.lead}>
        {left === 0 ? 'Everything is done.' : `${steps.length - left} of ${steps.length} are done.`} A setting
        is done when you have saved it once, even as it was.
      </p>
      <ol className={documents.settings}>
        {steps.map(({ label, what, href, isDone }) => (
          <li key={label} className={documents.setting}>
            <h2 className={documents.label}>
              <a href={href}>{label}</a>
            </h2>
            <p>{what}</p>
            <p className={isDone ? styles.done : styles.open}>{isDone ? 'Done' : 'To do'}</p>
          </li>
        ))}
      </ol>
      <RemoveDemo demo={demo} />
      {left > 0 && (
        <section className={styles.section}>
          <Button tone="plain" className={form.small} onClick={() => void putAway()}>
            {isShown ? 'Put this list away' : 'Show this list on Products and Overview'}
          </Button>
          <RefusalBlock message={refusal} />
        </section>
      )}
    </StaffFrame>
  )
}

function RemoveDemo({ demo }: { demo: DemoView }) {
  const hydrated = useHydrated()
  const [chosen, setChosen] = useState({
    products: demo.products.length > 0,
    orders: demo.orders > 0,
    subscribers: false,
  })
  const [state, setState] = useState<'open' | 'asking' | 'busy'>('open')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [result, setResult] = useState('')
  const words = [
    ...(chosen.products ? [count(demo.products.length, 'demo product')] : []),
    ...(chosen.orders ? [count(demo.orders, 'test order')] : []),
    ...(chosen.subscribers ? [count(demo.subscribers, 'subscriber')] : []),
  ]
  const isNothing = demo.products.length + demo.orders + demo.subscribers === 0

  async function remove() {
    setState('busy')
    const answer = await call('POST /api/staff/start/remove-demo', { body: chosen })
    setState('open')
    if (answer.kind !== 'done')
      return setRefusal(answer.title ?? 'The shop did not respond. Do it again to finish.')
    const { products, kept, orders, subscribers } = answer.value
    const removed = [
      [products + kept, 'demo product'],
      [orders, 'test order'],
      [subscribers, 'subscriber'],
    ] as const
    const words = removed.filter(([number]) => number > 0).map(([number, of]) => count(number, of))
    setResult(words.length === 0 ? 'Nothing was left to remove.' : `Removed: ${words.join(', ')}.`)
  }

  const box = (name: keyof typeof chosen, label: string, isThere: boolean) =>
    isThere && (
      <Checkbox
        checked={chosen[name]}
        onChange={({ target }) => setChosen({ ...chosen, [name]: target.checked })}
      >
        {label}
      </Checkbox>
    )
  return (
    <section className={styles.section} aria-labelledby="demo">
      <h2 id="demo">Remove the demo</h2>
      {result !== '' && (
        <p role="status" tabIndex={-1} ref={focus}>
          {result}
        </p>
      )}
      {isNothing && <p>There is nothing of the demo, no test order and no subscriber.</p>}
      {!isNothing && result === '' && (
        <>
          {box(
            'products',
            `${count(demo.products.length, 'demo product')} with their pictures`,
            demo.products.length > 0,
          )}
          {demo.products.length > 0 && (
            <p className={documents.quiet}>
              {demo.products.join(', ')}. One that you rename is yours and stays; one of a real order stays in
              that order.
              {demo.charts.length > 0 && ` Their size charts go too: ${demo.charts.join(', ')}.`}
              {demo.categories.length > 0 &&
                ` Nothing else uses these categories, which go too: ${demo.categories.join(', ')}.`}
            </p>
          )}
          {box(
            'orders',
            `${count(demo.orders, 'test order')}, with customer, emails and history`,
            demo.orders > 0,
          )}
          {demo.orders > 0 && <p className={documents.quiet}>What they took from stock goes back.</p>}
          {demo.pending + demo.withCards > 0 && (
            <p className={documents.quiet}>
              {[
                ...(demo.pending > 0 ? [`${count(demo.pending, 'test order')} being paid`] : []),
                ...(demo.withCards > 0
                  ? [`${count(demo.withCards, 'test order')} with gift cards or store credit`]
                  : []),
              ].join(' and ')}{' '}
              stay.
            </p>
          )}
          {box(
            'subscribers',
            `All ${count(demo.subscribers, 'subscriber')} of the newsletter`,
            demo.subscribers > 0,
          )}
          <RefusalBlock message={refusal} />
          <Button
            tone="red"
            disabled={!hydrated || words.length === 0 || state === 'busy'}
            onClick={() => setState('asking')}
          >
            {state === 'busy' ? 'Removing...' : 'Remove'}
          </Button>
        </>
      )}
      {state === 'asking' && (
        <ConfirmDialog
          question="Remove all this?"
          detail={`${words.join(', ')}. There is no undo.`}
          yes="Remove"
          no="Keep"
          onYes={() => void remove()}
          onNo={() => setState('open')}
        />
      )}
    </section>
  )
}

/** The button that was pressed is gone. */
const focus = (element: HTMLElement | null) => element?.focus()

function count(number: number, of: string): string {
  return `${number.toLocaleString('en-CA')} ${of}${number === 1 ? '' : 's'}`
}
