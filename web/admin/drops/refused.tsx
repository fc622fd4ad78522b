import type { BuyerSign } from '#domain/drops/buyer.ts'
import { clockTime } from '#domain/shop-time.ts'
import type { RefusedOfDrop } from '#operations/drops/list-refused.ts'
import Table from '#web/admin/list/table.tsx'
import styles from '#web/admin/promotions/promotions.module.css'

const SIGN_WORDS: Readonly<Record<BuyerSign, string>> = {
  email: 'Same email address',
  address: 'Same delivery address',
  device: 'Same browser',
  card: 'Same card, refunded',
}

/** How many people the limit per person has refused by what. */
export function RefusedCounts({ counts }: Pick<RefusedOfDrop, 'counts'>) {
  return (
    <ul className={styles.plainList}>
      {counts.map((one) => (
        <li key={one.sign}>
          {SIGN_WORDS[one.sign]}: {persons(one.people)}, {times(one.times)}
        </li>
      ))}
    </ul>
  )
}

/** What the limit per person has refused, and the orders that those people have. */
export default function Refused({
  refused: { counts, latest },
  timeZone,
}: {
  refused: RefusedOfDrop
  timeZone: string
}) {
  const people = counts.reduce((sum, one) => sum + one.people, 0)
  return (
    <section className={styles.section} aria-labelledby="refused">
      <h2 id="refused">Refused by the limit</h2>
      {people === 0 ? (
        <p className={styles.quiet}>Nobody yet.</p>
      ) : (
        <>
          <RefusedCounts counts={counts} />
          <Table
            caption="Refused lately"
            columns={COLUMNS}
            rows={latest.map(({ sign, times: count, lastAt, orders }, at) => ({
              key: String(at),
              cells: [
                clockTime(lastAt, timeZone).replace('T', ' '),
                SIGN_WORDS[sign],
                times(count),
                orders.length === 0
                  ? 'None that counts'
                  : orders.map((number) => (
                      <a key={number} href={`/admin/orders/${number}`}>
                        {number}{' '}
                      </a>
                    )),
              ],
            }))}
          />
        </>
      )}
    </section>
  )
}

const COLUMNS = [
  { label: 'Last' },
  { label: 'Why', isBrief: true },
  { label: 'How often' },
  { label: 'Their orders' },
]
const persons = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-CA')} people`)
const times = (count: number) => (count === 1 ? 'once' : `${count.toLocaleString('en-CA')} times`)
