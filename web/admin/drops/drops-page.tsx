import type { Drop } from '#domain/drops/drop.ts'
import { clockTime } from '#domain/shop-time.ts'
import { usePageProps, type VersionsProps } from '#web/admin/document/document-history.tsx'
import ListPage from '#web/admin/document/list-page.tsx'
import type { StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { DROP_LIST, stateWords } from './drop-draft.ts'

export interface DropsPageProps extends VersionsProps<{ drops: readonly Drop[] }> {
  frame: StaffFrameProps
  now: number
  timeZone: string
}

/** Every drop with its moments, the next one first. */
export default function DropsPage(first: DropsPageProps) {
  const [page, onChanged] = usePageProps(DROP_LIST.address, first)
  const time = (at: number) => clockTime(at, page.timeZone).replace('T', ' ')
  return (
    <ListPage
      {...{ page, onChanged }}
      kind={DROP_LIST}
      here="/admin/drops"
      none="A drop has a page with a countdown, before its products are shown and sold. Until they are shown, nothing of them is in the shop."
      inOrder={(drops) => drops.toSorted((one, other) => other.soldFrom - one.soldFrom)}
      oldWords={(one) => [`shown from ${time(one.publicFrom)}`, `sold from ${time(one.soldFrom)}`]}
      state={(one) => stateWords(one, page.now)}
      columns={[
        { label: 'Shown from', cell: (one) => time(one.publicFrom) },
        { label: 'Sold from', cell: (one) => time(one.soldFrom) },
        { label: 'Products', align: 'end', cell: (one) => String(one.products.length) },
      ]}
      can={['preview', 'duplicate']}
      deleted="Its products keep their schedule"
    />
  )
}
