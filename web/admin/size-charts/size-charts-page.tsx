import { useState, type SubmitEvent } from 'react'
import { SIZE_CHART_LIMITS } from '#domain/catalog/size-chart.ts'
import { call } from '#web/admin/call-staff-api.ts'
import settings from '#web/admin/document/document.module.css'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import { chartAddress } from './chart-address.ts'
import { usedBy } from './chart-values.ts'
import styles from './size-charts-page.module.css'

export interface SizeChartsPageProps {
  frame: StaffFrameProps
  /**
   * One for each category, in the order of the shop, then those that products name. `changed`: when and by whom; blank
   * while there is no chart. `products`: how many name it; null: it is of a category.
   */
  charts: { href: string; label: string; measurements: string[]; changed: string; products: number | null }[]
  categories: { value: string; label: string }[]
}

/** All size charts, each on a separate screen: of the categories, and of products that name one. */
export default function SizeChartsPage({ frame, charts, categories }: SizeChartsPageProps) {
  const own = charts.filter(({ products }) => products !== null)
  return (
    <StaffFrame frame={frame} title="Size charts" here="/admin/size-charts">
      <p className={settings.lead}>
        A chart for each category, on the page of each of its products. A category without measurements says
        that its chart is coming soon.
      </p>
      <Charts heading="h2" charts={charts.filter(({ products }) => products === null)} />
      <section className={styles.own} aria-labelledby="own">
        <h2 id="own">Charts of single products</h2>
        <p className={settings.lead}>
          For pieces that are cut differently from the rest of their category. Choose one in the form of a
          product, under Colour and fit, or for many products at once.
        </p>
        {own.length > 0 && <Charts heading="h3" charts={own} />}
        <AddChart categories={categories} />
      </section>
    </StaffFrame>
  )
}

function Charts({
  heading: Heading,
  charts,
}: Pick<SizeChartsPageProps, 'charts'> & { heading: 'h2' | 'h3' }) {
  return (
    <ul className={settings.settings}>
      {charts.map(({ href, label, measurements, changed, products }) => (
        <li key={href} className={settings.setting}>
          <Heading className={settings.label}>
            <a href={href}>{label}</a>
          </Heading>
          <p>{measurements.join(', ') || 'No measurements yet.'}</p>
          {products !== null && <p>{usedBy(products)}</p>}
          {changed !== '' && <p className={settings.quiet}>{changed}</p>}
        </li>
      ))}
    </ul>
  )
}

function AddChart({ categories }: Pick<SizeChartsPageProps, 'categories'>) {
  const [name, setName] = useState('')
  const [sizesOf, setSizesOf] = useState(categories[0]?.value ?? '')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const form = useFocusOnWrong(faults)

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return setFaults({ name: 'Enter a name, such as Relaxed hoodie.' })
    setBusy(true)
    const answer = await call('POST /api/staff/size-charts', { body: { name, sizesOf } })
    if (answer.kind === 'done') return window.location.assign(chartAddress(answer.value.category))
    if (answer.code === 'signed-out') return window.location.replace('/admin')
    setBusy(false)
    const { fields, title } = answer
    setFaults(
      Object.keys(fields).length > 0 ? fields : { name: title ?? 'The shop did not respond. Try again.' },
    )
  }

  return (
    <form ref={form} className={styles.add} noValidate aria-busy={busy} onSubmit={(event) => void add(event)}>
      <Field
        label="Name of another chart"
        hint="Only staff see it."
        autoComplete="off"
        maxLength={SIZE_CHART_LIMITS.name}
        value={name}
        error={faults['name']}
        onChange={({ target }) => {
          setName(target.value)
          setFaults({})
        }}
      />
      <Select
        label="Sizes and first measurements of"
        hint="It begins as a copy of this chart."
        value={sizesOf}
        error={faults['sizesOf']}
        onChange={({ target }) => setSizesOf(target.value)}
      >
        {categories.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Button type="submit" disabled={busy}>
        {busy ? 'Adding...' : 'Add size chart'}
      </Button>
    </form>
  )
}
