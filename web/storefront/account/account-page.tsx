import { MAX_EMAIL_LENGTH } from '#domain/email.ts'
import type { OwnMails } from '#operations/accounts/own-data.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Trap from '#web/storefront/trap.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { useWords } from '#web/ui/use-words.ts'
import text from '#web/storefront/order-text.module.css'
import styles from './account-page.module.css'

/** How far somebody is who is not signed in. */
export type SignInStep =
  | { step: 'email'; error?: string }
  | { step: 'digits'; sent: string; error?: string }
  | LinkStep
  | { step: 'ended'; heading: string; text: string }

/** `asksEmail`: the link was asked for in another browser. */
interface LinkStep {
  step: 'link'
  token: string
  heading: string
  text: string
  asksEmail?: true
  error?: string
}

/** What the shop has for a customer. */
export interface OwnPlace {
  email: string
  orders: {
    number: string
    placed: string
    heading: string
    items: string[]
    total: string
    href: string
    parcels: { href: string; label: string }[]
    documents: { href: string; label: string; name: string }[]
  }[]
  /** How their pieces fit, with what they wrote to it, and what became of that. */
  answers: { id: string; name: string; answer: string; words: string; becomes: string }[]
  /** There are older orders, which are not shown. */
  isCut: boolean
  credit: string | null
  mails: OwnMails
  /** How a form went; empty: there was none. */
  said: string
  /** They are asked whether to delete their data. */
  isErasing: boolean
}

export interface AccountPageProps {
  frame: FrameProps
  /** One of both. */
  signIn: SignInStep | null
  place: OwnPlace | null
}

/** A customer's place, without a password: plain forms, which work without a script. */
export default function AccountPage({ frame, signIn, place }: AccountPageProps) {
  return (
    <PageFrame {...frame}>
      <div className={styles.page}>
        {signIn && <SignIn {...signIn} />}
        {place && <Place {...place} />}
      </div>
    </PageFrame>
  )
}

function SignIn(step: SignInStep) {
  const words = useWords('account')
  if (step.step === 'ended')
    return (
      <>
        <h1>{step.heading}</h1>
        <p>{step.text}</p>
        <p>
          <LinkButton href="/account">{words.askAgain}</LinkButton>
        </p>
      </>
    )
  if (step.step === 'link') return <LinkForm {...step} />
  if (step.step === 'digits')
    return (
      <>
        <h1>{words.checkMail}</h1>
        <p role="status">{step.sent}</p>
        <form className={styles.form} method="post" action="/account/digits">
          <Field
            label={words.digits}
            name="digits"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            required
            error={step.error}
          />
          <Button type="submit" tone="red">
            {words.enter}
          </Button>
        </form>
        <p className={text.quiet}>{words.spam}</p>
        <p>
          <a className={text.link} href="/account">
            {words.otherEmail}
          </a>
        </p>
      </>
    )
  return (
    <>
      <h1>{words.heading}</h1>
      <p>{words.intro}</p>
      <form className={styles.form} method="post" action="/account/ask">
        <Field
          label={words.email}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
          required
          error={step.error}
        />
        <Trap label={words.leaveEmpty} />
        <Button type="submit" tone="red">
          {words.send}
        </Button>
      </form>
      <p className={text.quiet}>{words.notNeeded}</p>
    </>
  )
}

function LinkForm({ token, heading, text, asksEmail, error }: LinkStep) {
  const words = useWords('account')
  return (
    <>
      <h1>{heading}</h1>
      <p>{text}</p>
      <form className={styles.form} method="post" action="/account/open">
        <input type="hidden" name="token" value={token} />
        {asksEmail && (
          <Field
            label={words.email}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={MAX_EMAIL_LENGTH}
            required
            error={error}
          />
        )}
        <Button type="submit" tone="red">
          {words.enter}
        </Button>
      </form>
    </>
  )
}

function Place({ email, orders, answers, isCut, credit, mails, said, isErasing }: OwnPlace) {
  const words = useWords('account')
  return (
    <>
      <header className={styles.header}>
        <h1>{words.heading}</h1>
        <p className={text.quiet}>{words.signedInAs(email)}</p>
        {said !== '' && <p role="status">{said}</p>}
      </header>
      {orders.length === 0 && <p>{words.noOrders}</p>}
      <ul className={styles.orders}>
        {orders.map(({ number, placed, heading, items, total, href, parcels, documents }) => (
          <li key={number} className={styles.section}>
            <h2>{heading}</h2>
            <p className={text.quiet}>{placed}</p>
            <ul className={styles.items}>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            <p>{total}</p>
            <p className={styles.ways}>
              <a className={text.link} href={href}>
                {words.seeOrder(number)}
              </a>
              {parcels.map((parcel) => (
                <a key={parcel.label} className={text.link} href={parcel.href} rel="noreferrer">
                  {parcel.label}
                </a>
              ))}
              {documents.map((document) => (
                <a key={document.href} className={text.link} href={document.href} aria-label={document.name}>
                  {document.label}
                </a>
              ))}
            </p>
          </li>
        ))}
      </ul>
      {isCut && <p className={text.quiet}>{words.older}</p>}
      {answers.length > 0 && <Answers answers={answers} />}
      {credit !== null && (
        <section className={styles.section} aria-labelledby="credit">
          <h2 id="credit">{words.storeCredit}</h2>
          <p>{words.creditLeft(credit)}</p>
        </section>
      )}
      <p>
        <a className={text.link} href="/saved">
          {words.savedPieces}
        </a>
      </p>
      <Mails {...mails} />
      <Data isErasing={isErasing} />
      <form className={styles.section} method="post" action="/account/sign-out">
        <p className={styles.ways}>
          <Button type="submit" name="where" value="here">
            {words.signOut}
          </Button>
          <Button type="submit" name="where" value="everywhere" tone="plain">
            {words.signOutEverywhere}
          </Button>
        </p>
        <p className={text.quiet}>{words.everywhereNext}</p>
      </form>
    </>
  )
}

function Answers({ answers }: Pick<OwnPlace, 'answers'>) {
  const fit = useWords('fit')
  return (
    <form className={styles.section} method="post" action="/account/answers" aria-labelledby="answers">
      <h2 id="answers">{fit.ownAnswers}</h2>
      {answers.map(({ id, name, answer, words: said, becomes }) => (
        <div key={id}>
          <p>{answer}</p>
          {said !== '' && <p className={text.quiet}>{said}</p>}
          {becomes !== '' && <p className={text.quiet}>{becomes}</p>}
          <Button type="submit" name="answer" value={id} tone="plain" aria-label={fit.deleteAnswerOf(name)}>
            {fit.deleteAnswer}
          </Button>
        </div>
      ))}
    </form>
  )
}

function Mails({ hasNewsletter, reminders, isAskedFit }: OwnMails) {
  const words = useWords('account')
  const fit = useWords('fit')
  return (
    <form className={styles.section} method="post" action="/account/mails" aria-labelledby="mails">
      <h2 id="mails">{words.mails}</h2>
      <p>{hasNewsletter ? words.hasNewsletter : words.noNewsletter}</p>
      {reminders > 0 && <p>{words.reminders(reminders)}</p>}
      {isAskedFit !== null && <p>{isAskedFit ? fit.isAsked : fit.notAsked}</p>}
      <p className={styles.ways}>
        <Button type="submit" name="choice" value={hasNewsletter ? 'leave' : 'join'} tone="plain">
          {hasNewsletter ? words.leave : words.join}
        </Button>
        {reminders > 0 && (
          <Button type="submit" name="choice" value="no-reminders" tone="plain">
            {words.noReminders}
          </Button>
        )}
        {isAskedFit !== null && (
          <Button type="submit" name="choice" value={isAskedFit ? 'no-fit' : 'fit'} tone="plain">
            {isAskedFit ? fit.leave : fit.askMe}
          </Button>
        )}
      </p>
    </form>
  )
}

function Data({ isErasing }: Pick<OwnPlace, 'isErasing'>) {
  const words = useWords('account')
  return (
    <form className={styles.section} method="post" action="/account/erase" aria-labelledby="data">
      <h2 id="data">{words.data}</h2>
      {isErasing && <p>{words.sureToErase}</p>}
      <p className={styles.ways}>
        {isErasing ? (
          <>
            <Button type="submit" name="sure" value="yes" tone="red">
              {words.yesErase}
            </Button>
            <LinkButton href="/account" tone="plain">
              {words.notNow}
            </LinkButton>
          </>
        ) : (
          <>
            <LinkButton href="/account/data.json" tone="plain">
              {words.download}
            </LinkButton>
            <LinkButton href="/account?asked=erase" tone="plain">
              {words.erase}
            </LinkButton>
          </>
        )}
      </p>
    </form>
  )
}
