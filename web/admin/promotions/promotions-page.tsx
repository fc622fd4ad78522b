import { useRef } from 'react'
import type { Promotion, PromotionState } from '#domain/promotions/promotion.ts'
import { usePageProps, type VersionsProps } from '#web/admin/document/document-history.tsx'
import { ListHistory, useList } from '#web/admin/document/use-list.tsx'
import Table from '#web/admin/list/table.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { effectWords, promotionWords, STATE_WORDS, type PromotionNames } from './promotion-words.ts'
import { PROMOTION_LIST } from './promotion-list.ts'
import styles from './promotions.module.css'

export interface PromotionsPageProps extends VersionsProps<{ promotions: readonly Promotion[] }> {
  frame: StaffFrameProps
  names: PromotionNames
  /** By id: paid orders, and what they came to. */
  figures: Readonly<Record<string, { state: PromotionState; orders: number; revenue: string }>>
}

const ADDRESS = PROMOTION_LIST.address
const STATES: readonly PromotionState[] = ['active', 'scheduled', 'paused', 'ended']

/** What shoppers get off: every promotion with its state and its figures. */
export default function PromotionsPage(first: PromotionsPageProps) {
  const [props, readAgain] = usePageProps(ADDRESS, first)
  const heading = useRef<HTMLHeadingElement>(null)
  const { frame, saved, old, names, figures } = props
  const { busy, change } = useList(PROMOTION_LIST, saved, readAgain)
  const stateOf = ({ id }: Promotion) => figures[id]?.state ?? 'active'
  const promotions = saved.value.promotions.toSorted(
    (a, b) =>
      STATES.indexOf(stateOf(a)) - STATES.indexOf(stateOf(b)) ||
      (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1),
  )

  async function remove({ id, name }: Promotion) {
    const isRemoved = await change(id, null, `${name} deleted`)
    if (isRemoved) heading.current?.focus()
  }

  return (
    <StaffFrame frame={frame} title="Promotions" here="/admin/promotions">
      {old && (
        <ListHistory kind={PROMOTION_LIST} key={`old ${saved.version}`} page={props} onRestored={readAgain}>
          <ul className={styles.plainList}>
            {old.value.promotions.map((one) => (
              <li key={one.id}>
                <strong>{one.name}</strong>
                {Object.values(promotionWords({ ...one, name: '' }, names))
                  .flat()
                  .filter(Boolean)
                  .map((words) => (
                    <span key={words}> · {words}</span>
                  ))}
              </li>
            ))}
            {old.value.promotions.length === 0 && <li>No promotions.</li>}
          </ul>
        </ListHistory>
      )}
      <section className={styles.list} aria-labelledby="promotions">
        <div className={styles.head}>
          <h2 id="promotions" ref={heading} tabIndex={-1}>
            {promotions.length === 0
              ? 'No promotions yet'
              : promotions.length === 1
                ? '1 promotion'
                : `${promotions.length} promotions`}
          </h2>
          <span className={styles.actions}>
            <a href="/admin/partners" className={styles.open}>
              Partners
            </a>
            <LinkButton tone="plain" href={`${ADDRESS}/new`}>
              New promotion
            </LinkButton>
          </span>
        </div>
        {promotions.length === 0 ? (
          <p className={styles.quiet}>
            A promotion takes something off, with a code that shoppers enter or by itself. Of several, a cart
            gets what takes off most.
          </p>
        ) : (
          <Table
            caption="Promotions"
            columns={COLUMNS}
            rows={promotions.map((one) => ({
              key: one.id,
              cells: [
                <a key="name" href={`${ADDRESS}/${one.id}`}>
                  {one.name}
                </a>,
                effectWords(one.effect, names),
                one.trigger === 'automatic' ? 'By itself' : one.codes.join(', ') || 'Codes for one use',
                <span key="state" className={styles.state} data-state={stateOf(one)}>
                  {STATE_WORDS[stateOf(one)]}
                </span>,
                (figures[one.id]?.orders ?? 0).toLocaleString('en-CA'),
                figures[one.id]?.revenue ?? '',
                <div key="actions" className={styles.actions}>
                  <Button
                    tone="plain"
                    disabled={busy}
                    onClick={() =>
                      void change(
                        one.id,
                        { ...one, isPaused: !one.isPaused },
                        one.isPaused ? `${one.name} resumed` : `${one.name} paused`,
                      )
                    }
                  >
                    {one.isPaused ? 'Resume' : 'Pause'}
                    <span className="visually-hidden"> {one.name}</span>
                  </Button>
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
      <ListHistory kind={PROMOTION_LIST} key={saved.version} page={props} onRestored={readAgain} />
    </StaffFrame>
  )
}

const COLUMNS = [
  { label: 'Name' },
  { label: 'Takes off' },
  { label: 'Code' },
  { label: 'State', isBrief: true },
  { label: 'Orders', align: 'end' as const },
  { label: 'Revenue', align: 'end' as const },
  { label: 'Actions' },
]
