import { WITHDRAWAL_LIMITS, type Withdrawal } from '#domain/inbox/withdrawal.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './withdrawal-page.module.css'

/** What the page shows: the form, what it states, or that it was received. */
export type WithdrawalStep = FormStep | ConfirmStep | { step: 'received'; time: string }

export type WithdrawalPageProps = { frame: FrameProps } & WithdrawalStep

interface FormStep {
  step: 'form'
  typed: Withdrawal
  errors: Partial<Record<keyof Withdrawal, string>>
}

/** `id`: by which a second press of the button is known. */
interface ConfirmStep {
  step: 'confirm'
  withdrawal: Withdrawal
  id: string
}

/** Where a consumer withdraws from a contract, without an account: Article 11a of Directive 2011/83/EU. */
export default function WithdrawalPage({ frame, ...step }: WithdrawalPageProps) {
  const words = useWords('withdrawal')
  return (
    <PageFrame {...frame}>
      <div className={styles.page}>
        {step.step === 'form' && <Statement {...step} />}
        {step.step === 'confirm' && <Confirmation {...step} />}
        {step.step === 'received' && (
          <>
            <h1>{words.received}</h1>
            <p>{words.receivedAt(step.time)}</p>
            <p>{words.receipt}</p>
            <p>{words.after}</p>
          </>
        )}
      </div>
    </PageFrame>
  )
}

function Statement({ typed, errors }: FormStep) {
  const words = useWords('withdrawal')
  const bind = (name: keyof Withdrawal) => ({
    name,
    defaultValue: typed[name],
    error: errors[name],
    maxLength: WITHDRAWAL_LIMITS[name],
  })
  return (
    <>
      <h1>{words.heading}</h1>
      <p>{words.intro}</p>
      <form className={styles.form} method="post" action="/withdraw" noValidate>
        <Field label={words.name} autoComplete="name" required {...bind('name')} />
        <Field
          label={words.contract}
          hint={words.contractHint}
          required
          autoComplete="off"
          {...bind('contract')}
        />
        <TextArea label={words.part} rows={3} {...bind('part')} />
        <Field label={words.email} type="email" autoComplete="email" required {...bind('email')} />
        <Button type="submit" tone="red">
          {words.next}
        </Button>
      </form>
    </>
  )
}

function Confirmation({ withdrawal, id }: ConfirmStep) {
  const words = useWords('withdrawal')
  const { name, contract, part, email } = withdrawal
  return (
    <>
      <h1>{words.check}</h1>
      <form className={styles.form} method="post" action="/withdraw/confirm">
        <p>{words.statement}</p>
        <dl className={styles.facts}>
          <dt>{words.name}</dt>
          <dd>{name}</dd>
          <dt>{words.contract}</dt>
          <dd>{contract}</dd>
          <dt>{words.partLabel}</dt>
          <dd>{part === '' ? words.whole : part}</dd>
          <dt>{words.email}</dt>
          <dd>{email}</dd>
        </dl>
        {Object.entries({ ...withdrawal, id }).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <div className={styles.actions}>
          <Button type="submit" tone="red">
            {words.confirm}
          </Button>
          <Button type="submit" tone="plain" formAction="/withdraw" name="change" value="yes">
            {words.change}
          </Button>
        </div>
      </form>
    </>
  )
}
