import Table from '#web/admin/list/table.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './promotions.module.css'

export interface PartnersPageProps {
  frame: StaffFrameProps
  days: { from: string; to: string }
  partners: {
    name: string
    codes: string
    /** Their own page, with its key. */
    link: string
    orders: number
    revenue: string
    discount: string
    refunds: string
    net: string
  }[]
}

/** What came of the codes that belong to people, and a link for each to their own figures. */
export default function PartnersPage({ frame, days, partners }: PartnersPageProps) {
  async function copy({ name, link }: PartnersPageProps['partners'][number]) {
    try {
      await navigator.clipboard.writeText(link)
      showToast('success', `Link for ${name} copied`)
    } catch {
      showToast('error', 'The browser did not allow copying. Copy the address of “Open” instead.')
    }
  }

  return (
    <StaffFrame frame={frame} title="Partners" here="/admin/promotions">
      <p className={styles.lead}>
        <a href="/admin/promotions">All promotions</a>
      </p>
      <form className={styles.period} aria-label="Period" method="get" action="/admin/partners">
        <Field label="Paid from" type="date" name="from" defaultValue={days.from} />
        <Field label="To" type="date" name="to" defaultValue={days.to} />
        <Button type="submit" tone="plain">
          Show
        </Button>
      </form>
      <section className={styles.list} aria-labelledby="partners">
        <div className={styles.head}>
          <h2 id="partners">{partners.length === 0 ? 'No partners yet' : 'What came of their codes'}</h2>
          {partners.length > 0 && (
            <a href={`/api/staff/partners.csv?${new URLSearchParams(days)}`} download>
              Export CSV
            </a>
          )}
        </div>
        {partners.length === 0 ? (
          <p className={styles.quiet}>Say whose code it is in a promotion with a code.</p>
        ) : (
          <Table
            caption="Partners"
            columns={COLUMNS}
            rows={partners.map((one) => ({
              key: one.name,
              cells: [
                one.name,
                one.codes || 'Codes for one use',
                one.orders.toLocaleString('en-CA'),
                one.revenue,
                one.discount,
                one.refunds,
                one.net,
                <div key="link" className={styles.actions}>
                  <Button tone="plain" onClick={() => void copy(one)}>
                    Copy<span className="visually-hidden"> the link for {one.name}</span>
                  </Button>
                  <a href={one.link} className={styles.open}>
                    Open<span className="visually-hidden"> the page of {one.name}</span>
                  </a>
                </div>,
              ],
            }))}
          />
        )}
      </section>
      <p className={styles.quiet}>
        Orders that were paid on these days, with what was refunded of them until now. Revenue is what was
        paid, with tax and shipping; net is what is left of it after refunds. Whoever has the link of a
        partner sees these figures month by month, and no customers; another name in the promotion ends the
        link.
      </p>
    </StaffFrame>
  )
}

const COLUMNS = [
  { label: 'Person' },
  { label: 'Codes' },
  ...['Orders', 'Revenue', 'Discount', 'Refunds', 'Net'].map((label) => ({ label, align: 'end' as const })),
  { label: 'Their page' },
]
