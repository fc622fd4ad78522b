import { useId, useState, type SubmitEvent } from 'react'
import type { entryMeaning } from '#domain/gift-cards/gift-card.ts'
import { spacedGiftCode } from '#domain/gift-cards/gift-code.ts'
import { signedCents } from '#domain/money.ts'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import inbox from '#web/admin/list/inbox.module.css'
import Table from '#web/admin/list/table.tsx'
import Modal from '#web/admin/modal.tsx'
import modal from '#web/admin/modal.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { centsOf } from '#web/admin/typed-numbers.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import GiftCardFace from '#web/ui/gift-card/gift-card-face.tsx'
import Notice from '#web/ui/notice.tsx'
import * as words from '#words/en/gift-card.ts'
import type { GiftCardView } from './gift-card-view.ts'
import styles from '#web/admin/record.module.css'

export interface GiftCardPageProps {
  frame: StaffFrameProps
  /** Null when there is no such card. */
  card: GiftCardView | null
  /** Newest first. */
  history: {
    number: number
    at: string
    kind: ReturnType<typeof entryMeaning>
    amount: string
    balance: string
    reason: string
    by: string
  }[]
}

const LIST = '/admin/gift-cards'
const KINDS: Readonly<Record<ReturnType<typeof entryMeaning>, string>> = {
  ...words.entries,
  adjust: 'Changed by staff',
}
const COLUMNS = [
  { label: 'When', isBrief: true },
  { label: 'What' },
  { label: 'Amount', align: 'end' as const },
  { label: 'Left', align: 'end' as const },
  { label: 'By' },
]

/** What is asked before a change of a card. */
type Task = 'adjust' | 'end' | 'disable' | 'enable' | 'send' | 'code'

/** One gift card, or the store credit of a customer, with its history and what staff may do about it. */
export default function GiftCardPage({ frame, card, history }: GiftCardPageProps) {
  const [task, setTask] = useState<Task | null>(null)
  const [code, setCode] = useState<string | null>(null)
  return (
    <StaffFrame frame={frame} title="Gift cards" here={LIST}>
      <a className={`${inbox.open} ${styles.back}`} href={LIST}>
        All gift cards
      </a>
      {card === null ? (
        <p className={inbox.empty}>This gift card doesn’t exist.</p>
      ) : (
        <div className={styles.page}>
          <section className={styles.section} aria-labelledby="card">
            <h2 id="card">{card.name}</h2>
            <div hidden={code === null} className={styles.page}>
              {code !== null && <Notice>Print the card or copy its code now: it is shown this once.</Notice>}
              <GiftCardFace
                label="Gift card"
                amount={card.balance}
                code={spacedGiftCode(code ?? '')}
                note={words.howToUse}
              />
              <div className={styles.actions}>
                <Button onClick={() => print()}>Print</Button>
              </div>
            </div>
            <dl className={styles.facts}>
              <dt>Status</dt>
              <dd>{card.state}</dd>
              <dt>Left</dt>
              <dd>{card.balance}</dd>
              <dt>For</dt>
              <dd>{[card.recipient, card.email].filter(Boolean).join(', ') || 'Nobody in particular'}</dd>
              {card.sending !== '' && (
                <>
                  <dt>Email</dt>
                  <dd>{card.sending}</dd>
                </>
              )}
              {card.order !== null && (
                <>
                  <dt>Order</dt>
                  <dd>
                    <a href={`/admin/orders/${card.order}`}>{card.order}</a>
                  </dd>
                </>
              )}
              <dt>Issued</dt>
              <dd>{card.issuedAt}</dd>
            </dl>
            <div className={styles.actions}>
              <Button tone="plain" onClick={() => setTask('adjust')}>
                Change balance
              </Button>
              {!card.isEmpty && (
                <Button tone="plain" onClick={() => setTask('end')}>
                  End
                </Button>
              )}
              <Button tone="plain" onClick={() => setTask(card.isActive ? 'disable' : 'enable')}>
                {card.isActive ? 'Disable' : 'Enable'}
              </Button>
              {!card.isCredit && card.isActive && !card.isEmpty && (
                <>
                  <Button tone="plain" onClick={() => setTask('send')}>
                    {card.sending.startsWith('Sent') ? 'Send again' : 'Send'}
                  </Button>
                  <Button tone="plain" onClick={() => setTask('code')}>
                    New code to print
                  </Button>
                </>
              )}
            </div>
          </section>
          <section className={`${styles.section} ${styles.history}`} aria-labelledby="history">
            <h2 id="history">History</h2>
            <Table
              caption="History, newest first"
              columns={COLUMNS}
              rows={history.map((entry) => ({
                key: String(entry.number),
                cells: [
                  entry.at,
                  <span key="what">
                    {KINDS[entry.kind]}
                    {entry.reason !== '' && <span className={styles.quiet}> {entry.reason}</span>}
                  </span>,
                  entry.amount,
                  entry.balance,
                  entry.by,
                ],
              }))}
            />
          </section>
          {task && (
            <TaskDialog
              card={card}
              task={task}
              onDone={(made) => {
                setTask(null)
                if (made === null) window.location.reload()
                else setCode(made)
              }}
              onNo={() => setTask(null)}
            />
          )}
        </div>
      )}
    </StaffFrame>
  )
}

const ASKED: Readonly<Record<Task, { question: string; detail: string; yes: string }>> = {
  adjust: {
    question: 'Change the balance?',
    detail:
      'By an amount in dollars: -10 takes ten dollars off. It is in the books, and in the history for good.',
    yes: 'Change balance',
  },
  end: {
    question: 'End what is left?',
    detail: 'The balance goes to zero, and the shop owes nothing on it any more. It stays in the history.',
    yes: 'End',
  },
  disable: {
    question: 'Disable it?',
    detail: 'Nobody can pay with it any more. Its balance stays, and it can be enabled again.',
    yes: 'Disable',
  },
  enable: { question: 'Enable it?', detail: 'It can be paid with again.', yes: 'Enable' },
  send: {
    question: 'Send this card?',
    detail: 'The email has a new code. A code that was sent or printed before stops working.',
    yes: 'Send',
  },
  code: {
    question: 'Make a new code?',
    detail: 'You see it once, to print it. A code that was sent or printed before stops working.',
    yes: 'Make a new code',
  },
}

interface DialogProps {
  card: GiftCardView
  task: Task
  /** `code`: the new one; null: the card changed. */
  onDone: (code: string | null) => void
  onNo: () => void
}

/** Asks for a reason, or where to send the card, and does it. */
function TaskDialog({ card, task, onDone, onNo }: DialogProps) {
  const id = useId()
  const { question, detail, yes } = ASKED[task]
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [email, setEmail] = useState(card.email)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)

  async function carryOut(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const answer = await ask()
    setBusy(false)
    if (answer.kind === 'done') {
      const made = answer.value as { code?: string } | null
      return onDone(made?.code ?? null)
    }
    if (answer.code === 'signed-out') return window.location.replace('/admin')
    setErrors(answer.fields)
    const isShown = Object.keys(answer.fields).length > 0
    setRefusal(
      isShown ? null : (answer.title ?? 'It’s not clear whether this worked. Reload the page to check.'),
    )
  }

  function ask(): Promise<StaffAnswer<unknown>> {
    const params = { id: card.id }
    switch (task) {
      case 'adjust': {
        const [, minus = '', size = ''] = /^\s*([-−]?)(.*)$/.exec(amount) ?? []
        const cents = centsOf(size)
        const body = { amount: cents < 0 ? 0 : minus === '' ? cents : -cents, reason }
        return call('POST /api/staff/gift-cards/:id/adjust', { params, body: body as never })
      }
      case 'end': {
        const body = { amount: signedCents(-card.balanceCents), reason }
        return call('POST /api/staff/gift-cards/:id/adjust', { params, body })
      }
      case 'disable':
        return call('POST /api/staff/gift-cards/:id/disable', { params, body: { reason } })
      case 'enable':
        return call('POST /api/staff/gift-cards/:id/enable', { params, body: { reason } })
      case 'send':
        return call('POST /api/staff/gift-cards/:id/send', { params, body: { email } })
      case 'code':
        return call('POST /api/staff/gift-cards/:id/code', { params })
    }
  }

  const needsReason = task !== 'send' && task !== 'code'
  return (
    <Modal
      role="alertdialog"
      labelledBy={`${id}-question`}
      describedBy={`${id}-detail`}
      className={modal.small}
      onDismiss={() => !busy && onNo()}
    >
      <form className={modal.form} method="post" noValidate onSubmit={(event) => void carryOut(event)}>
        <h2 id={`${id}-question`}>{question}</h2>
        <p id={`${id}-detail`}>{detail}</p>
        {task === 'adjust' && (
          <Field
            label="By how many dollars"
            name="amount"
            inputMode="text"
            autoComplete="off"
            required
            error={errors['amount']}
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        )}
        {needsReason && (
          <Field
            label="Reason"
            name="reason"
            autoComplete="off"
            required
            maxLength={200}
            hint="Kept for good: no names of customers."
            error={errors['reason']}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        {task === 'send' && (
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="off"
            required
            error={errors['email']}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
        <RefusalBlock message={refusal} />
        <div className={modal.buttons}>
          <Button tone="plain" disabled={busy} onClick={onNo}>
            Cancel
          </Button>
          <Button type="submit" tone="red" disabled={busy}>
            {yes}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
