import type { Delivery } from '#domain/orders/order.ts'
import type { TotalRow } from '#domain/orders/order-total.ts'
import type { FrameProps, PictureView } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import Picture from '#web/ui/picture.tsx'
import Button from '#web/ui/button.tsx'
import TotalList from '#web/ui/total-list.tsx'
import OwnChanges, { type OwnChangesProps } from './own-changes.tsx'
import OwnParcels, { OwnPickups, type Parcel } from './own-parcels.tsx'
import { sentence } from '#web/ui/sentence.ts'
import { useWords } from '#web/ui/use-words.ts'
import text from '#web/storefront/order-text.module.css'
import styles from './own-order-page.module.css'

export interface OwnOrderPageProps {
  frame: FrameProps
  order: {
    number: string
    placedOn: string
    heading: string
    /** Empty while something is left to pay: that is shown instead. */
    next: string
    /** What a change of the order costs more, and where it is paid; null when nothing can be paid. */
    balance: { amount: string; href: string } | null
    /** The shopper collects it: there are no parcels. */
    isPickup: boolean
    /** How the shopper gets the items; null when nothing was sent, nor will be. */
    receivedBy: Delivery | null
    /** What was sent, with the tracking, or is ready, oldest first. */
    parcels: Parcel[]
    /** What the shopper picked up, and what is ready; null for an order that is sent. */
    pickups: { taken: string[]; waiting: string[] } | null
    /** What is still to be sent: `2 x Crew Sock, M`. */
    toCome: string[]
    lines: {
      position: number
      name: string
      /** `Size: M, Qty: 2`, or the amount of a gift card. */
      detail: string
      /** To whom gift cards were sent, or will be. */
      gifts: string[]
      /** Since when it ships, where it was sold before it was made. */
      preorder: string
      amount: string
      picture: PictureView | null
    }[]
    totals: TotalRow[]
    /** The refunds, pending or made. */
    refunds: { id: string; amount: string; words: string }[]
    /** Null once the customer data was deleted. */
    delivery: { heading: string; name: string; address: string[]; lines: string[] } | null
    /** What can be decided about pre-ordered items; `said`: what came of it. */
    preorder: PreorderChoice
    /** What its customer can still change; null: nothing. */
    changes: OwnChangesProps | null
    /** What its customer states to withdraw from the contract; null: the law does not say so, or nothing was sent. */
    withdrawal: { name: string; email: string; contract: string } | null
    /** Its invoice and credit notes. */
    documents: { href: string; label: string }[]
    /** Null: nothing was returned, or can be. */
    returns: OwnReturnsProps | null
    /** Where emails about the order go, and what the shopper wrote; null once the customer data was deleted. */
    contact: { email: string; note: string } | null
  }
}

interface PreorderChoice {
  said: string
  /** Something of it has not come in. */
  isAwaited: boolean
  later: string[]
  refund: { isAsked: boolean; amount: string; items: string } | null
}

/** Keeps or cancels pre-ordered items, by forms that work without a script; cancelling asks once more. */
function PreorderChoices({ said, isAwaited, later, refund }: PreorderChoice) {
  const words = useWords('own-order')
  const preorderWords = useWords('preorder')
  if (said === '' && !isAwaited && refund === null) return null
  const button = (choice: 'keep' | 'ask' | 'refund' | 'no', label: string, tone: 'red' | 'ink' | 'plain') => (
    <Button type="submit" name="preorder" value={choice} tone={tone}>
      {label}
    </Button>
  )
  return (
    <form method="post" className={styles.section} aria-labelledby="preorder">
      <h2 id="preorder">{preorderWords.heading}</h2>
      {said !== '' && <p role="status">{said}</p>}
      {later.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {refund?.isAsked && <p>{preorderWords.sure(refund.items, refund.amount)}</p>}
      <p className={styles.ways}>
        {refund?.isAsked && button('refund', preorderWords.refund(refund.amount), 'red')}
        {refund?.isAsked && button('no', preorderWords.notNow, 'plain')}
        {!refund?.isAsked && later.length > 0 && button('keep', preorderWords.keep, 'ink')}
        {refund && !refund.isAsked && button('ask', preorderWords.cancel, 'plain')}
      </p>
      {isAwaited && refund === null && (
        <p>{sentence(words.questions((text) => <a href="/contact">{text}</a>))}</p>
      )}
    </form>
  )
}

/** The shopper's order page, open to anyone with the link from the confirmation. */
export default function OwnOrderPage({ frame, order }: OwnOrderPageProps) {
  const words = useWords('own-order')
  const withdrawalWords = useWords('withdrawal')
  const documentWords = useWords('documents')
  return (
    <PageFrame {...frame}>
      <article className={styles.order}>
        <header className={styles.header}>
          <p className={text.quiet}>{words.placed(order.number, order.placedOn)}</p>
          <h1>{order.heading}</h1>
          {order.next !== '' && <p>{order.next}</p>}
          {order.balance && (
            <>
              <p>{(order.isPickup ? words.leftToPayForPickup : words.leftToPay)(order.balance.amount)}</p>
              <LinkButton tone="red" className={styles.pay} href={order.balance.href}>
                {words.pay(order.balance.amount)}
              </LinkButton>
            </>
          )}
        </header>
        <div className={styles.column}>
          <PreorderChoices {...order.preorder} />
          {order.pickups ? (
            <OwnPickups {...order.pickups} toCome={order.toCome} />
          ) : (
            <OwnParcels parcels={order.parcels} toCome={order.toCome} />
          )}
          <section aria-labelledby="items" className={styles.section}>
            <h2 id="items">{words.items}</h2>
            <ul className={styles.lines}>
              {order.lines.map((line) => (
                <li key={line.position}>
                  <span className={styles.picture}>
                    <Picture picture={line.picture} sizes="5rem" decorative />
                  </span>
                  <span className={styles.what}>
                    <strong>{line.name}</strong>
                    <span className={text.quiet}>{line.detail}</span>
                    {line.preorder && <span className={text.quiet}>{line.preorder}</span>}
                    {line.gifts.map((gift) => (
                      <span key={gift} className={text.quiet}>
                        {gift}
                      </span>
                    ))}
                  </span>
                  <span>{line.amount}</span>
                </li>
              ))}
            </ul>
            <TotalList className={styles.totals} rows={order.totals}>
              {order.refunds.map(({ id, amount, words }) => (
                <div key={id}>
                  <dt>{words}</dt>
                  <dd>{amount}</dd>
                </div>
              ))}
            </TotalList>
          </section>
        </div>
        <div className={styles.column}>
          {order.delivery && (
            <section aria-labelledby="delivery" className={styles.section}>
              <h2 id="delivery">{order.delivery.heading}</h2>
              <address className={styles.address}>
                <span>{order.delivery.name}</span>
                {order.delivery.address.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
              {order.delivery.lines.map((line) => (
                <p key={line} className={text.quiet}>
                  {line}
                </p>
              ))}
            </section>
          )}
          {order.contact && (
            <section aria-labelledby="contact" className={styles.section}>
              <h2 id="contact">{words.emailsGoTo}</h2>
              <p className={styles.written}>{order.contact.email}</p>
            </section>
          )}
          {order.contact && order.contact.note !== '' && (
            <section aria-labelledby="note" className={styles.section}>
              <h2 id="note">{words.yourNote}</h2>
              <p className={styles.written}>{order.contact.note}</p>
            </section>
          )}
          {order.documents.length > 0 && (
            <section aria-labelledby="documents" className={styles.section}>
              <h2 id="documents">{documentWords.heading}</h2>
              <ul className={styles.units}>
                {order.documents.map(({ href, label }) => (
                  <li key={href}>
                    <a className={text.link} href={href}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {order.changes && <OwnChanges {...order.changes} />}
          {order.returns && <OwnReturns {...order.returns} />}
          {order.withdrawal && (
            <form method="post" action="/withdraw">
              {Object.entries(order.withdrawal).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Button type="submit" tone="plain">
                {withdrawalWords.link}
              </Button>
            </form>
          )}
          <p className={text.quiet}>
            {sentence(
              (order.receivedBy === null || order.receivedBy === 'none'
                ? words.questions
                : words.damaged[order.receivedBy])((text) => <a href="/contact">{text}</a>),
            )}
          </p>
        </div>
      </article>
    </PageFrame>
  )
}

export interface OwnReturnsProps {
  href: string
  /** Whether something can still be sent back. */
  isOffered: boolean
  /** What became of each return. */
  said: string[]
}

/** The returns of an order on its page, with the link to them. */
function OwnReturns({ href, isOffered, said }: OwnReturnsProps) {
  const returnWords = useWords('returns')
  return (
    <section aria-labelledby="returns" className={styles.section}>
      <h2 id="returns">{returnWords.title}</h2>
      {said.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>
        <a className={text.link} href={href}>
          {isOffered ? returnWords.link : returnWords.see}
        </a>
      </p>
    </section>
  )
}
