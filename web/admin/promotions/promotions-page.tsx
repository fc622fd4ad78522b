import type { Promotion, PromotionState } from '#domain/promotions/promotion.ts'
import { usePageProps, type VersionsProps } from '#web/admin/document/document-history.tsx'
import ListPage from '#web/admin/document/list-page.tsx'
import type { StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { effectWords, promotionWords, STATE_WORDS, type PromotionNames } from './promotion-words.ts'
import { PROMOTION_LIST } from './promotion-list.ts'
import styles from './promotions.module.css'

export interface PromotionsPageProps extends VersionsProps<{ promotions: readonly Promotion[] }> {
  frame: StaffFrameProps
  names: PromotionNames
  /** By id: paid orders, and what they came to. */
  figures: Readonly<Record<string, { state: PromotionState; orders: number; revenue: string }>>
}

const STATES: readonly PromotionState[] = ['active', 'scheduled', 'paused', 'ended']

/** What shoppers get off: every promotion with its state and its figures. */
export default function PromotionsPage(first: PromotionsPageProps) {
  const [page, onChanged] = usePageProps(PROMOTION_LIST.address, first)
  const { names, figures } = page
  const stateOf = ({ id }: Promotion) => figures[id]?.state ?? 'active'
  return (
    <ListPage
      {...{ page, onChanged }}
      kind={PROMOTION_LIST}
      here="/admin/promotions"
      links={
        <a href="/admin/partners" className={styles.open}>
          Partners
        </a>
      }
      none="A promotion takes something off, with a code that shoppers enter or by itself. Of several, a cart gets what takes off most."
      inOrder={(promotions) =>
        promotions.toSorted(
          (a, b) =>
            STATES.indexOf(stateOf(a)) - STATES.indexOf(stateOf(b)) ||
            (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1),
        )
      }
      oldWords={(one) =>
        Object.values(promotionWords({ ...one, name: '' }, names))
          .flat()
          .filter(Boolean)
      }
      state={(one) => STATE_WORDS[stateOf(one)]}
      columns={[
        { label: 'Takes off', cell: (one) => effectWords(one.effect, names) },
        {
          label: 'Code',
          cell: (one) =>
            one.trigger === 'automatic' ? 'By itself' : one.codes.join(', ') || 'Codes for one use',
        },
        {
          label: 'Orders',
          align: 'end',
          cell: ({ id }) => (figures[id]?.orders ?? 0).toLocaleString('en-CA'),
        },
        { label: 'Revenue', align: 'end', cell: ({ id }) => figures[id]?.revenue ?? '' },
      ]}
      can={['duplicate']}
      action={(one) => ({
        label: one.isPaused ? 'Resume' : 'Pause',
        changed: { ...one, isPaused: !one.isPaused },
        said: `${one.name} ${one.isPaused ? 'resumed' : 'paused'}`,
      })}
    />
  )
}
