import { useRef } from 'react'
import type { Drop } from '#domain/drops/drop.ts'
import { clockTime } from '#domain/shop-time.ts'
import { usePageProps, type VersionsProps } from '#web/admin/document/document-history.tsx'
import { ListHistory, useList } from '#web/admin/document/use-list.tsx'
import Table from '#web/admin/list/table.tsx'
import styles from '#web/admin/promotions/promotions.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { DROP_LIST, stateWords } from './drop-draft.ts'

export interface DropsPageProps extends VersionsProps<{ drops: readonly Drop[] }> {
  frame: StaffFrameProps
  now: number
  timeZone: string
}

const ADDRESS = DROP_LIST.address

/** Every drop with its moments, the next one first. */
export default function DropsPage(first: DropsPageProps) {
  const [props, readAgain] = usePageProps(ADDRESS, first)
  const heading = useRef<HTMLHeadingElement>(null)
  const { frame, saved, old, now, timeZone } = props
  const { busy, change } = useList(DROP_LIST, saved, readAgain)
  const time = (at: number) => clockTime(at, timeZone).replace('T', ' ')
  const drops = saved.value.drops.toSorted((one, other) => other.soldFrom - one.soldFrom)

  async function remove({ id, name }: Drop) {
    const isRemoved = await change(id, null, `${name} deleted. Its products keep their schedule`)
    if (isRemoved) heading.current?.focus()
  }

  return (
    <StaffFrame frame={frame} title="Drops" here="/admin/drops">
      {old && (
        <ListHistory kind={DROP_LIST} key={`old ${saved.version}`} page={props} onRestored={readAgain}>
          <ul className={styles.plainList}>
            {old.value.drops.map((one) => (
              <li key={one.id}>
                <strong>{one.name}</strong> · shown from {time(one.publicFrom)} · sold from{' '}
                {time(one.soldFrom)}
              </li>
            ))}
            {old.value.drops.length === 0 && <li>No drops.</li>}
          </ul>
        </ListHistory>
      )}
      <section className={styles.list} aria-labelledby="drops">
        <div className={styles.head}>
          <h2 id="drops" ref={heading} tabIndex={-1}>
            {drops.length === 0 ? 'No drops yet' : drops.length === 1 ? '1 drop' : `${drops.length} drops`}
          </h2>
          <LinkButton tone="plain" href={`${ADDRESS}/new`}>
            New drop
          </LinkButton>
        </div>
        {drops.length === 0 ? (
          <p className={styles.quiet}>
            A drop has a page with a countdown, before its products are shown and sold. Until they are shown,
            nothing of them is in the shop.
          </p>
        ) : (
          <Table
            caption="Drops"
            columns={COLUMNS}
            rows={drops.map((one) => ({
              key: one.id,
              cells: [
                <a key="name" href={`${ADDRESS}/${one.id}`}>
                  {one.name}
                </a>,
                <span key="state" className={styles.state}>
                  {stateWords(one, now)}
                </span>,
                time(one.publicFrom),
                time(one.soldFrom),
                String(one.products.length),
                <div key="actions" className={styles.actions}>
                  <LinkButton tone="plain" href={`${ADDRESS}/${one.id}/preview`}>
                    Preview<span className="visually-hidden"> {one.name}</span>
                  </LinkButton>
                  <LinkButton tone="plain" href={`${ADDRESS}/new?copy=${one.id}`}>
                    Duplicate<span className="visually-hidden"> {one.name}</span>
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
      <ListHistory kind={DROP_LIST} key={saved.version} page={props} onRestored={readAgain} />
    </StaffFrame>
  )
}

const COLUMNS = [
  { label: 'Name' },
  { label: 'State', isBrief: true },
  { label: 'Shown from' },
  { label: 'Sold from' },
  { label: 'Products', align: 'end' as const },
  { label: 'Actions' },
]
