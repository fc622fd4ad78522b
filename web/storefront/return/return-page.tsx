import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Barcode from '#web/ui/barcode.tsx'
import Button from '#web/ui/button.tsx'
import Notice from '#web/ui/notice.tsx'
import Select from '#web/ui/select.tsx'
import TextArea from '#web/ui/text-area.tsx'
import TotalList from '#web/ui/total-list.tsx'
import { useWords } from '#web/ui/use-words.ts'
import type { BarcodeView } from '#web/views/packing/slip-view.ts'
import type { QrCodeView } from '#web/views/staff/qr-code.ts'
import text from '#web/storefront/order-text.module.css'
import ReturnPhotos, { type OwnPhotos } from './return-photos.tsx'
import styles from './return-page.module.css'

/** The form, what it asks for, or nothing: everything came back, or is not here yet. */
export type ReturnStep = { error?: string } & (FormStep | CheckStep | { step: 'none' })

/** A product that can be taken instead, with the values and names of its sizes. */
interface Offer {
  label: string
  sizes: [string, string][]
}

interface FormStep {
  step: 'form'
  /** Of the return that it asks for. */
  id: string
  photos: OwnPhotos | null
  until: string
  lines: {
    position: number
    name: string
    most: number
    quantity: string
    reason: string
    exchange: string
    offers: Offer[]
  }[]
  /** What can be chosen, each with its words. */
  reasons: [string, string][]
  wishes: [string, string][]
  wish: string
  methods: [string, string][]
  method: string
  note: string
}

interface CheckStep {
  step: 'check'
  items: string[]
  sums: [string, string][]
  /** What becomes of it. */
  notes: string[]
  /** Why staff decide first; empty: it is accepted at once. */
  review: string[]
  /** The form, for the second button. */
  fields: Record<string, string>
}

export type ReturnPageProps = {
  frame: FrameProps
  number: string
  orderHref: string
  error: string
  /** Newest first. */
  returns: OwnReturn[]
} & ReturnStep

interface OwnReturn {
  id: string
  number: string
  heading: string
  next: string
  /** What staff wrote about it. */
  answer: string
  items: string[]
  /** What is wanted instead, and whether it is held. */
  instead: string[]
  held: string
  mayCancel: boolean
  photos: OwnPhotos
  /** What goes into the parcel, while it is to be sent. */
  slip: {
    barcode: BarcodeView
    label: string
    /** Where the PDF of the label is; null: there is none. */
    labelHref: string | null
    /** The label as a code to scan; null: it is none. */
    qr: QrCodeView | null
    instructions: string
    from: string[]
  } | null
}

/** Where a customer returns items of an order, without a script, and sees what becomes of it. */
export default function ReturnPage({ frame, number, orderHref, error, returns, ...step }: ReturnPageProps) {
  const words = useWords('returns')
  return (
    <PageFrame {...frame}>
      <div className={styles.page}>
        <div>
          <p className={text.quiet}>{words.ofOrder(number)}</p>
          <h1>{words.title}</h1>
        </div>
        <a className={text.link} href={orderHref}>
          {words.backToOrder}
        </a>
        {error && <Notice urgent>{error}</Notice>}
        {step.step === 'check' && <Check {...step} />}
        {step.step !== 'check' && returns.map((one) => <Own key={one.id} {...one} />)}
        {step.step === 'form' && <Ask {...step} />}
      </div>
    </PageFrame>
  )
}

function Own({
  id,
  number,
  heading,
  next,
  answer,
  items,
  instead,
  held,
  photos,
  mayCancel,
  slip,
}: OwnReturn) {
  const words = useWords('returns')
  return (
    <section
      className={styles.own}
      aria-labelledby={`return-${number}`}
      data-slip={slip !== null || undefined}
    >
      <h2 id={`return-${number}`}>{heading}</h2>
      <p className={text.quiet}>{words.returnOf(number)}</p>
      <p>{next}</p>
      {answer && <p className={styles.written}>{answer}</p>}
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {instead.length > 0 && (
        <>
          <h3>{words.insteadOfIt}</h3>
          <ul>
            {instead.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          {held && <p>{held}</p>}
        </>
      )}
      {(photos.mayChange || photos.ids.length > 0) && <ReturnPhotos key={id} {...photos} />}
      {slip && (
        <>
          {(slip.label || slip.labelHref) && <h3>{words.label}</h3>}
          {slip.labelHref && (
            <p>
              <a className={text.link} href={slip.labelHref} download>
                {words.labelFile}
              </a>
            </p>
          )}
          {slip.label && (
            <p className={styles.written}>
              {slip.label.startsWith('https://') ? <a href={slip.label}>{slip.label}</a> : slip.label}
            </p>
          )}
          {slip.qr && (
            <svg
              className={styles.qr}
              viewBox={`0 0 ${slip.qr.size} ${slip.qr.size}`}
              shapeRendering="crispEdges"
              role="img"
              aria-label={words.labelCode(slip.label)}
            >
              <path d={slip.qr.path} />
            </svg>
          )}
          {slip.instructions && (
            <>
              <h3>{words.instructions}</h3>
              <p className={styles.written}>{slip.instructions}</p>
            </>
          )}
          <h3>{words.slip}</h3>
          <Barcode label={words.barcode(number)} view={slip.barcode} />
          <p className={styles.written}>{[number, ...slip.from].join('\n')}</p>
        </>
      )}
      <form method="post" className={styles.actions}>
        {slip && (
          <Button tone="ink" onClick={() => print()}>
            {words.print}
          </Button>
        )}
        {mayCancel && (
          <Button type="submit" tone="plain" name="cancel" value={id}>
            {words.cancel}
          </Button>
        )}
      </form>
    </section>
  )
}

function Ask({ id, photos, until, lines, reasons, wishes, wish, methods, method, note }: FormStep) {
  const words = useWords('returns')
  return (
    <form method="post" className={styles.form}>
      <h2>{words.ask}</h2>
      <p>{until}</p>
      {lines.map(({ position, name, most, quantity, reason, exchange, offers }) => (
        <fieldset key={position} className={styles.line}>
          <legend>{name}</legend>
          <Select label={words.howMany(name)} name={`quantity-${position}`} defaultValue={quantity}>
            {Array.from({ length: most + 1 }, (_, units) => (
              <option key={units}>{units}</option>
            ))}
          </Select>
          <Select label={words.why} name={`reason-${position}`} defaultValue={reason}>
            <option value="">{words.chooseReason}</option>
            {reasons.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
          {offers.length > 0 && (
            <Select
              className={styles.instead}
              label={words.instead(name)}
              hint={words.onlyForExchange}
              name={`exchange-${position}`}
              defaultValue={exchange}
            >
              <option value="">{words.chooseInstead}</option>
              {offers.map(({ label, sizes }) => (
                <optgroup key={label} label={label}>
                  {sizes.map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          )}
        </fieldset>
      ))}
      <Choices legend={words.wish} name="wish" chosen={wish} choices={wishes} />
      {methods.length > 0 && (
        <Choices legend={words.method} name="method" chosen={method} choices={methods} />
      )}
      <input type="hidden" name="id" value={id} />
      {photos && <ReturnPhotos {...photos} />}
      <TextArea label={words.note} name="note" rows={3} defaultValue={note} maxLength={1_000} />
      <Button type="submit" tone="red" name="step" value="check">
        {words.next}
      </Button>
    </form>
  )
}

function Choices({
  legend,
  name,
  chosen,
  choices,
}: {
  legend: string
  name: string
  chosen: string
  choices: [string, string][]
}) {
  return (
    <fieldset className={styles.line}>
      <legend>{legend}</legend>
      {choices.map(([value, text]) => (
        <label key={value} className={styles.choice}>
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

function Check({ items, sums, notes, review, fields }: CheckStep) {
  const words = useWords('returns')
  return (
    <form method="post" className={styles.form}>
      <h2>{words.check}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <TotalList className={styles.sums} rows={sums} />
      {notes.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {review.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.actions}>
        <Button type="submit" tone="red">
          {words.confirm}
        </Button>
        <Button type="submit" tone="plain" name="change" value="yes">
          {words.change}
        </Button>
      </div>
    </form>
  )
}
