import { useRef } from 'react'
import { pagePath, type ShopPage } from '#domain/settings/page.ts'
import { usePageProps, type VersionsProps } from '#web/admin/document/document-history.tsx'
import { ListHistory, useList } from '#web/admin/document/use-list.tsx'
import Table from '#web/admin/list/table.tsx'
import styles from '#web/admin/promotions/promotions.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { PAGE_LIST, stateWords } from './page-draft.ts'

export interface PagesPageProps extends VersionsProps<{ pages: readonly ShopPage[] }> {
  frame: StaffFrameProps
  now: number
}

const ADDRESS = PAGE_LIST.address

/** Every page of the shop's own. */
export default function PagesPage(first: PagesPageProps) {
  const [props, readAgain] = usePageProps(ADDRESS, first)
  const heading = useRef<HTMLHeadingElement>(null)
  const { frame, saved, old, now } = props
  const { busy, change } = useList(PAGE_LIST, saved, readAgain)
  const { pages } = saved.value

  async function remove({ id, name }: ShopPage) {
    const isRemoved = await change(id, null, `${name} deleted. Menus leave it out`)
    if (isRemoved) heading.current?.focus()
  }

  return (
    <StaffFrame frame={frame} title="Pages" here="/admin/settings">
      <p className={styles.lead}>
        The story of the shop, questions and answers, an imprint, terms and pages of your own.{' '}
        <a href="/admin/settings">All settings</a>
      </p>
      {old && (
        <ListHistory kind={PAGE_LIST} key={`old ${saved.version}`} page={props} onRestored={readAgain}>
          <ul className={styles.plainList}>
            {old.value.pages.map((one) => (
              <li key={one.id}>
                <strong>{one.name}</strong> · {pagePath(one)}
              </li>
            ))}
            {old.value.pages.length === 0 && <li>No pages.</li>}
          </ul>
        </ListHistory>
      )}
      <section className={styles.list} aria-labelledby="pages">
        <div className={styles.head}>
          <h2 id="pages" ref={heading} tabIndex={-1}>
            {pages.length === 0 ? 'No pages yet' : pages.length === 1 ? '1 page' : `${pages.length} pages`}
          </h2>
          <LinkButton tone="plain" href={`${ADDRESS}/new`}>
            New page
          </LinkButton>
        </div>
        {pages.length > 0 && (
          <Table
            caption="Pages"
            columns={COLUMNS}
            rows={pages.map((one) => ({
              key: one.id,
              cells: [
                <a key="name" href={`${ADDRESS}/${one.id}`}>
                  {one.name}
                </a>,
                <span key="state" className={styles.state}>
                  {stateWords(one, now)}
                </span>,
                pagePath(one),
                <div key="actions" className={styles.actions}>
                  <LinkButton tone="plain" href={`${ADDRESS}/${one.id}/preview`}>
                    Preview<span className="visually-hidden"> {one.name}</span>
                  </LinkButton>
                  <Button tone="plain" disabled={busy} onClick={() => void remove(one)}>
                    Delete<span className="visually-hidden"> {one.name}</span>
                  </Button>
                </div>,
              ],
            }))}
          />
        )}
      </section>
      <ListHistory kind={PAGE_LIST} key={saved.version} page={props} onRestored={readAgain} />
    </StaffFrame>
  )
}

const COLUMNS = [
  { label: 'Name' },
  { label: 'State', isBrief: true },
  { label: 'Address' },
  { label: 'Actions' },
]
