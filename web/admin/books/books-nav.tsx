import period from '#web/admin/reports/period-form.module.css'

/** What the screen of the books shows of a period. */
export const BOOK_VIEWS = { journal: 'Journal', accounts: 'Accounts' } as const

/** The screens around the books beside those views. */
const FURTHER = { payouts: '/admin/books/payouts', unmatched: '/admin/books/unmatched' } as const

interface Props {
  /** Null: none of them, such as the entries of one order. */
  here: keyof typeof BOOK_VIEWS | keyof typeof FURTHER | null
  /** What the address of a view keeps. */
  days: Readonly<Record<string, string>>
  unmatched: number
  isOwner: boolean
}

/** Links to everything of the books. */
export default function BooksNav({ here, days, unmatched, isOwner }: Props) {
  const current = (name: Props['here']) => (name === here ? 'page' : undefined)
  const viewsOf = Object.entries(BOOK_VIEWS) as [keyof typeof BOOK_VIEWS, string][]
  return (
    <nav className={period.links} aria-label="Books">
      {viewsOf.map(([name, label]) => (
        <a
          key={name}
          href={`/admin/books?${new URLSearchParams({ view: name, ...days })}`}
          aria-current={current(name)}
        >
          {label}
        </a>
      ))}
      <a href={FURTHER.payouts} aria-current={current('payouts')}>
        Payouts
      </a>
      {(unmatched > 0 || here === 'unmatched') && (
        <a href={FURTHER.unmatched} aria-current={current('unmatched')}>
          Unmatched{unmatched > 0 && ` (${unmatched})`}
        </a>
      )}
      <a href={`/admin/reports?${new URLSearchParams({ report: 'tax-return', ...days })}`}>Tax return</a>
      {isOwner && <a href="/admin/settings/accounts">Chart of accounts</a>}
    </nav>
  )
}
