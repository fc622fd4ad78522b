import { useState, type SubmitEvent } from 'react'
import { formatCents } from '#domain/money.ts'
import { COUNTRIES } from '#domain/places/countries.ts'
import { call, type AnsweredValue, type SentBody } from '#web/admin/call-staff-api.ts'
import ProductChoice from '#web/admin/settings/product-choice.tsx'
import { wholeOf } from '#web/admin/typed-numbers.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import TotalList from '#web/ui/total-list.tsx'
import styles from './promotions.module.css'

type Address = 'POST /api/staff/promotions/try'

/** What a promotion would do to a cart, with what is typed beside. `promotion`: as it is typed. */
export default function PromotionTrial({ promotion }: { promotion: () => object }) {
  const [ids, setIds] = useState<string[]>([])
  const [quantity, setQuantity] = useState('1')
  const [country, setCountry] = useState('CA')
  const [answer, setAnswer] = useState<AnsweredValue<Address> | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)

  async function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const reply = await call('POST /api/staff/promotions/try', {
      body: {
        promotion: promotion() as SentBody<Address>['promotion'],
        items: ids.map((productId) => ({ productId, quantity: wholeOf(quantity) })),
        country,
      },
    })
    const isDone = reply.kind === 'done'
    setAnswer(isDone ? reply.value : null)
    setErrors(isDone ? {} : reply.fields)
    if (isDone) return setRefusal(null)
    const isOfPromotion = Object.keys(reply.fields).some((at) => at.startsWith('promotion'))
    setRefusal(
      isOfPromotion
        ? 'Something in the promotion can’t be saved as it is. Press Save to see what.'
        : (reply.title ?? 'The shop did not respond. Please try again.'),
    )
  }

  const wrongQuantity = Object.entries(errors).find(([at]) => at.endsWith('/quantity'))
  return (
    <section className={styles.section} aria-labelledby="trial">
      <h2 id="trial">Try it</h2>
      <p className={styles.quiet}>
        What a cart would get, even before you save: as if the promotion were active, beside the others, for a
        customer whom it is for.
      </p>
      <form className={styles.form} noValidate onSubmit={(event) => void ask(event)}>
        <ProductChoice
          label="In the cart"
          hint={undefined}
          error={errors['items']}
          ids={ids}
          products={{}}
          isUnordered
          onChange={setIds}
        />
        <div className={styles.row}>
          <Field
            label="Pieces of each"
            value={quantity}
            inputMode="numeric"
            autoComplete="off"
            error={wrongQuantity && 'Enter a whole number from 1 to 99.'}
            onChange={({ target }) => setQuantity(target.value)}
          />
          <Select label="Country" value={country} onChange={({ target }) => setCountry(target.value)}>
            {COUNTRIES.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </div>
        <div>
          <Button type="submit" tone="plain">
            Try
          </Button>
        </div>
      </form>
      <div role="status" className={styles.form}>
        {refusal !== null && <p className={styles.error}>{refusal}</p>}
        {answer && (
          <>
            <p>
              <strong>
                {answer.off > 0 ? `It takes off ${formatCents(answer.off)}.` : 'It takes nothing off.'}
              </strong>{' '}
              {answer.why}
            </p>
            <TotalList rows={answer.totals} className={undefined} />
          </>
        )}
      </div>
    </section>
  )
}
