import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import {
  BLOCK_SIGN_WORDS,
  BLOCK_STATES,
  MAX_BLOCK_REASON_LENGTH,
  type BlockSign,
} from '#domain/orders/block.ts'
import { COUNTRIES } from '#domain/places/countries.ts'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import inbox from '#web/admin/list/inbox.module.css'
import ListFilters from '#web/admin/list/list-filters.tsx'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import LiveResult from '#web/admin/list/live-result.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import modal from '#web/admin/modal.module.css'
import Modal from '#web/admin/modal.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { offerUndo } from '#web/admin/undo/undo-store.ts'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { filteredAddress, type FilteredList } from '#web/views/filtered-list.ts'
import styles from './blocks.module.css'

interface ListedBlock {
  id: string
  sign: BlockSign
  /** Empty once it was erased; so is the reason. */
  shown: string
  reason: string
  orderNumber: string | null
  addedBy: string
  addedAt: string
  /** The last day; empty: it never ends. */
  endsOn: string
  /** When it ended; null: it counts. */
  endedAt: string | null
}

export interface BlocksPageProps {
  frame: StaffFrameProps
  query: FilteredList<keyof typeof BLOCK_STATES>
  /** Of the shop. */
  country: string
  /** The order whose customer is to be blocked. */
  from: { number: string; signs: { sign: BlockSign; words: string }[]; reason: string } | null
  /** The latest first; null when they could not be loaded. */
  list: { blocks: ListedBlock[]; pages: number; total: number } | null
}

const PATH = '/admin/blocks'
const UNCLEAR = 'It’s not clear whether this worked. Reload the page to check.'

/** Who is blocked, by email, address and card. */
export default function BlocksPage(first: BlocksPageProps) {
  const { props, ...live } = useLivePage(first)
  const { frame, query, country, from, list } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [changing, setChanging] = useState<ListedBlock | null>(null)
  const addressOf = (page: number) => filteredAddress(PATH, { ...query, page })
  const total = list?.total ?? 0
  const saved = (words: string) => {
    flushSync(() => setChanging(null)) // the toast must be outside the dialog
    showToast('success', words)
    live.refresh()
    heading.current?.focus()
  }

  async function end({ id, reason, endsOn, ...block }: ListedBlock) {
    const answer = await call('DELETE /api/staff/blocks/:id', { params: { id } })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    if (answer.kind === 'refused') return showToast('error', answer.title ?? UNCLEAR)
    live.refresh()
    heading.current?.focus()
    // Without its reason, which was erased, it is not made again.
    if (reason === '') return showToast('success', `${nameOf(block)} is not blocked now.`)
    offerUndo(`${nameOf(block)} is not blocked now.`, async () => {
      await call('PUT /api/staff/blocks/:id', { params: { id }, body: { reason, endsOn } })
      live.refresh()
    })
  }

  return (
    <StaffFrame frame={frame} title="Block list" here="/admin/orders">
      <p className={styles.lead}>
        An order of somebody on this list is held until somebody has looked at it: see{' '}
        <a href="/admin/orders?state=to-review">Orders to review</a>.
        {frame.permissions.includes('settings.write') && (
          <>
            {' '}
            <a href="/admin/settings/block-list">What else follows</a>, and what disputes do, you choose.
          </>
        )}{' '}
        Nobody is told that they are on it.
      </p>
      {from === null ? (
        <NewBlock country={country} onSaved={saved} />
      ) : (
        <OrderBlock key={from.number} from={from} onSaved={saved} />
      )}
      <h2 ref={heading} tabIndex={-1}>
        Everybody on the list
      </h2>
      <ListFilters
        label="Block list"
        path={PATH}
        list={query}
        states={BLOCK_STATES}
        placeholder="Email, address, reason or order"
        exportPath={null}
        live={live}
      />
      {list === null ? (
        <ListNotLoaded what="block list" href={addressOf(query.page)} />
      ) : (
        <>
          <p role="status" className={inbox.count}>
            {total === 1 ? '1 entry' : `${total} entries`}
          </p>
          <LiveResult loading={live.loading}>
            {list.blocks.length === 0 ? (
              <p className={inbox.empty}>
                {query.q === '' && query.state === '' ? 'Nobody is blocked.' : 'Nobody on the list matches.'}
              </p>
            ) : (
              <Table
                caption="Block list, latest first"
                columns={[
                  { label: 'Who' },
                  { label: 'Reason' },
                  { label: 'Until', isBrief: true },
                  { label: 'Added', isBrief: true },
                  { label: 'Actions' },
                ]}
                rows={list.blocks.map((block) => ({
                  key: block.id,
                  cells: [
                    <span key="who" className={styles.who}>
                      <span className={styles.quiet}>{BLOCK_SIGN_WORDS[block.sign]}</span>{' '}
                      {block.shown || 'Erased; still recognized'}
                    </span>,
                    <span key="reason" className={styles.who}>
                      {block.reason || 'Erased'}
                      {block.orderNumber !== null && (
                        <>
                          {' '}
                          <a href={`/admin/orders/${block.orderNumber}`}>{block.orderNumber}</a>
                        </>
                      )}
                    </span>,
                    block.endedAt === null ? block.endsOn || 'For good' : `Ended ${block.endedAt}`,
                    <span key="added" className={styles.who}>
                      {block.addedAt}, by {block.addedBy}
                    </span>,
                    <div key="actions" className={inbox.actions}>
                      <Button
                        tone="plain"
                        aria-label={
                          block.endedAt === null
                            ? `Change the block of ${nameOf(block)}`
                            : `Block again: ${nameOf(block)}`
                        }
                        onClick={() => setChanging(block)}
                      >
                        {block.endedAt === null ? 'Change' : 'Block again'}
                      </Button>
                      {block.endedAt === null && (
                        <Button
                          tone="plain"
                          aria-label={`Remove ${nameOf(block)} from the list`}
                          onClick={() => void end(block)}
                        >
                          Remove
                        </Button>
                      )}
                    </div>,
                  ],
                }))}
              />
            )}
          </LiveResult>
          <PageLinks page={query.page} pages={list.pages} addressOf={addressOf} />
        </>
      )}
      {changing && <ChangeDialog block={changing} onClose={() => setChanging(null)} onSaved={saved} />}
    </StaffFrame>
  )
}

const nameOf = ({ sign, shown }: Pick<ListedBlock, 'sign' | 'shown'>) =>
  shown || `the erased ${BLOCK_SIGN_WORDS[sign].toLowerCase()}`

interface Terms {
  reason: string
  endsOn: string
}

/** A form of this screen: what is typed, its errors, and sending it. */
function useForm<Typed extends Terms>(
  start: Typed,
  send: (typed: Typed) => Promise<StaffAnswer<unknown, unknown>>,
  onDone: (typed: Typed) => void,
) {
  const [typed, setTyped] = useState(start)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const element = event.currentTarget
    setBusy(true)
    const answer = await send(typed)
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    const fields = answer.kind === 'done' ? {} : answer.fields
    const isOfField = Object.keys(fields).length > 0
    flushSync(() => {
      setBusy(false)
      setErrors(fields)
      setRefusal(answer.kind === 'done' || isOfField ? null : (answer.title ?? UNCLEAR))
      if (answer.kind === 'done') setTyped(start)
    })
    if (answer.kind === 'done') return onDone(typed)
    element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const set = (changes: Partial<Typed>) => setTyped((all) => ({ ...all, ...changes }))
  const bind = (name: keyof Typed & string) => ({
    name,
    error: errors[name],
    value: String(typed[name]),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value } as Partial<Typed>),
  })
  return { typed, errors, refusal, busy, set, bind, submit }
}

type Form<Typed extends Terms> = ReturnType<typeof useForm<Typed>>

function TermFields<Typed extends Terms>({ bind, refusal }: Pick<Form<Typed>, 'bind' | 'refusal'>) {
  return (
    <>
      <Field
        label="Reason"
        maxLength={MAX_BLOCK_REASON_LENGTH}
        hint="Only staff see it."
        {...bind('reason')}
      />
      <Field label="Last day (optional)" type="date" hint="Empty: for good." {...bind('endsOn')} />
      <RefusalBlock message={refusal} />
    </>
  )
}

type Saved = (words: string) => void

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Blocks an email address, or a postal address. */
function NewBlock({ country, onSaved }: { country: string; onSaved: Saved }) {
  const start = {
    sign: 'email' as 'email' | 'address',
    email: '',
    address: '',
    postal: '',
    country,
    reason: '',
    endsOn: '',
  }
  const { typed, busy, set, bind, submit, refusal } = useForm(
    start,
    ({ sign, email, address, postal, country: code, ...terms }) =>
      call('POST /api/staff/blocks', {
        body:
          sign === 'email' ? { sign, email, ...terms } : { sign, address, postal, country: code, ...terms },
      }),
    (done) => onSaved(`${done.sign === 'email' ? done.email : done.address} is blocked.`),
  )
  return (
    <Frame title="Block somebody">
      <form className={form.stack} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <Select
          label="By"
          name="sign"
          value={typed.sign}
          onChange={({ target }) => set({ sign: target.value === 'email' ? 'email' : 'address' })}
        >
          <option value="email">Email address</option>
          <option value="address">Postal address</option>
        </Select>
        {typed.sign === 'email' ? (
          <Field
            label="Email"
            type="email"
            hint="Other spellings of it are recognized, too."
            autoCapitalize="none"
            {...bind('email')}
          />
        ) : (
          <>
            <Field label="Street and number" {...bind('address')} />
            <Field label="Postal code" {...bind('postal')} />
            <Select label="Country" {...bind('country')}>
              {COUNTRIES.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </>
        )}
        <TermFields bind={bind} refusal={refusal} />
        <p className={styles.quiet}>To block a card, begin at an order that was paid with it.</p>
        <div className={styles.buttons}>
          <Button type="submit" disabled={busy}>
            Block
          </Button>
        </div>
      </form>
    </Frame>
  )
}

/** Blocks the customer of an order. */
function OrderBlock({ from, onSaved }: { from: NonNullable<BlocksPageProps['from']>; onSaved: Saved }) {
  const { number, signs, reason } = from
  const { typed, errors, busy, set, bind, submit, refusal } = useForm(
    { signs: signs.map(({ sign }) => sign), reason, endsOn: '' },
    (body) => call('POST /api/staff/orders/:number/blocks', { params: { number }, body }),
    () => onSaved(`The customer of ${number} is blocked.`),
  )
  if (signs.length === 0) {
    return (
      <Frame title={`Block the customer of ${number}`}>
        <p>
          The data of this customer was deleted. <a href={`/admin/orders/${number}`}>Back to the order</a>
        </p>
      </Frame>
    )
  }
  return (
    <Frame title={`Block the customer of ${number}`}>
      <form className={form.stack} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <fieldset className={form.group} aria-describedby={errors['signs'] ? `${number}-signs` : undefined}>
          <legend>By</legend>
          {signs.map(({ sign, words }) => (
            <Checkbox
              key={sign}
              checked={typed.signs.includes(sign)}
              onChange={({ target }) =>
                set({
                  signs: target.checked
                    ? [...typed.signs, sign]
                    : typed.signs.filter((other) => other !== sign),
                })
              }
            >
              <span className={styles.who}>
                {BLOCK_SIGN_WORDS[sign]}: {words}
              </span>
            </Checkbox>
          ))}
          {errors['signs'] && (
            <p id={`${number}-signs`} role="alert" className={styles.error}>
              {errors['signs']}
            </p>
          )}
        </fieldset>
        <TermFields bind={bind} refusal={refusal} />
        <div className={styles.buttons}>
          <Button type="submit" disabled={busy}>
            Block
          </Button>
          <a className={inbox.open} href={`/admin/orders/${number}`}>
            Back to the order
          </a>
        </div>
      </form>
    </Frame>
  )
}

/** Changes why somebody is blocked, and until when. */
function ChangeDialog({
  block,
  onClose,
  onSaved,
}: {
  block: ListedBlock
  onClose: () => void
  onSaved: Saved
}) {
  const id = useId()
  const isOver = block.endedAt !== null
  const { busy, bind, submit, refusal } = useForm(
    { reason: block.reason, endsOn: isOver ? '' : block.endsOn },
    (body) => call('PUT /api/staff/blocks/:id', { params: { id: block.id }, body }),
    () => onSaved(`${nameOf(block)} is blocked.`),
  )
  return (
    <Modal labelledBy={id} className={modal.medium} onDismiss={onClose}>
      <form className={modal.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <h2 id={id} className={styles.who}>
          {isOver ? 'Block again' : 'Change the block'}: {nameOf(block)}
        </h2>
        <TermFields bind={bind} refusal={refusal} />
        <div className={modal.buttons}>
          <Button tone="plain" disabled={busy} onClick={onClose}>
            Back
          </Button>
          <Button tone="red" type="submit" disabled={busy}>
            {isOver ? 'Block again' : 'Save'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
