import inbox from '#web/admin/list/inbox.module.css'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import LiveResult from '#web/admin/list/live-result.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Select from '#web/ui/select.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './feeds.module.css'

/** The feeds, and a page of the products that lack something. `country`, `kind`: empty for all. */
export interface ShownFeeds {
  products: number
  countries: { code: string; name: string }[]
  country: string
  feeds: { name: string; language: string; url: string; rows: number }[]
  lacks: { kind: string; label: string; words: string; isNeeded: boolean; products: number }[]
  kind: string
  /** `href` null: the role may not add it. */
  faulty: { id: string; name: string; lacks: { label: string; href: string | null }[] }[]
  pages: number
  total: number
}

export interface FeedsPageProps {
  frame: StaffFrameProps
  page: number
  /** Null: they could not be checked. */
  feeds: ShownFeeds | null
}

const PATH = '/admin/feeds'

function addressOf(query: { country: string; kind: string; page?: number }): string {
  const { page = 1, ...chosen } = query
  const parts = Object.entries({ ...chosen, page: page > 1 ? String(page) : '' })
  const given = new URLSearchParams(parts.filter(([, value]) => value !== ''))
  return given.size > 0 ? `${PATH}?${given}` : PATH
}

const countOf = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`

/** Where other sites read the products, and what the rows of products lack. */
export default function FeedsPage(first: FeedsPageProps) {
  const { props, ...live } = useLivePage(first)
  const { frame, page, feeds } = props
  return (
    <StaffFrame frame={frame} title="Feeds" here="/admin/dashboard">
      <p className={styles.lead}>
        Google, Facebook, Instagram and TikTok fetch your products from these addresses, as often as you tell
        them to. Each has what is published now, one row for each size, in the currency that you charge. Gift
        cards are in none.
      </p>
      {feeds === null ? (
        <ListNotLoaded what="feeds" href={PATH} />
      ) : (
        <>
          <Addresses
            feeds={feeds}
            onCountry={(country) => live.narrow(addressOf({ ...feeds, country, page: 1 }))}
          />
          <section className={styles.section} aria-labelledby="missing">
            <h2 id="missing">What is missing</h2>
            {feeds.lacks.length === 0 ? (
              <p className={inbox.empty}>
                {feeds.products === 0
                  ? 'No product is published yet.'
                  : 'Nothing: every row has what the channels ask for.'}
              </p>
            ) : (
              <>
                <Lacks lacks={feeds.lacks} />
                <Select
                  label="Show products with"
                  className={styles.choice}
                  value={feeds.kind}
                  onChange={({ target }) =>
                    live.narrow(addressOf({ country: feeds.country, kind: target.value }))
                  }
                >
                  <option value="">Anything missing</option>
                  {feeds.lacks.map(({ kind, label }) => (
                    <option key={kind} value={kind}>
                      {label}
                    </option>
                  ))}
                </Select>
                <p role="status" className={inbox.count}>
                  {countOf(feeds.total, 'product')}
                </p>
                <LiveResult loading={live.loading}>
                  <Faulty products={feeds.faulty} />
                </LiveResult>
                <PageLinks
                  page={page}
                  pages={feeds.pages}
                  addressOf={(one) => addressOf({ country: feeds.country, kind: feeds.kind, page: one })}
                />
              </>
            )}
          </section>
        </>
      )}
    </StaffFrame>
  )
}

function Addresses({ feeds, onCountry }: { feeds: ShownFeeds; onCountry: (country: string) => void }) {
  const copy = (url: string) =>
    navigator.clipboard.writeText(url).then(
      () => showToast('success', 'The address is copied.'),
      () => showToast('error', 'The address could not be copied. Select it instead.'),
    )
  return (
    <section className={styles.section} aria-labelledby="addresses">
      <h2 id="addresses">Addresses</h2>
      {feeds.countries.length > 1 && (
        <Select
          label="For customers in"
          className={styles.choice}
          hint="Lists only what is sent there, and what that costs."
          value={feeds.country}
          onChange={({ target }) => onCountry(target.value)}
        >
          <option value="">Every country of the shipping zones</option>
          {feeds.countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Table
        caption="Feeds, with their addresses"
        columns={[
          { label: 'Feed', isBrief: true },
          { label: 'Language', isBrief: true },
          { label: 'Address' },
          { label: 'Rows', align: 'end', isBrief: true },
          { label: 'Actions' },
        ]}
        rows={feeds.feeds.map(({ name, language, url, rows }) => ({
          key: url,
          cells: [
            name,
            language,
            <a key="url" className={styles.address} href={url} translate="no">
              {url}
            </a>,
            rows.toLocaleString('en'),
            <div key="actions" className={inbox.actions}>
              <Button
                tone="plain"
                aria-label={`Copy the address for ${name} in ${language}`}
                onClick={() => void copy(url)}
              >
                Copy
              </Button>
            </div>,
          ],
        }))}
      />
    </section>
  )
}

function Lacks({ lacks }: Pick<ShownFeeds, 'lacks'>) {
  return (
    <ul className={styles.lacks}>
      {lacks.map(({ kind, label, words, isNeeded, products }) => (
        <li key={kind}>
          <strong>{label}</strong>: {countOf(products, 'product')}. {words}
          {!isNeeded && ' It is listed all the same.'}
        </li>
      ))}
    </ul>
  )
}

function Faulty({ products }: { products: ShownFeeds['faulty'] }) {
  return (
    <Table
      caption="Products that lack something"
      columns={[{ label: 'Product' }, { label: 'Missing' }]}
      rows={products.map(({ id, name, lacks }) => ({
        key: id,
        cells: [
          <a key="name" href={`/product/${encodeURIComponent(id)}`}>
            {name}
          </a>,
          <ul key="lacks" className={styles.missing}>
            {lacks.map(({ label, href }) => (
              <li key={label}>
                {href === null ? (
                  label
                ) : (
                  <a href={href} aria-label={`${label}: add it to ${name}`}>
                    {label}
                  </a>
                )}
              </li>
            ))}
          </ul>,
        ],
      }))}
    />
  )
}
