import { pagePath, type ShopPage } from '#domain/settings/page.ts'
import { usePageProps, type VersionsProps } from '#web/admin/document/document-history.tsx'
import ListPage from '#web/admin/document/list-page.tsx'
import type { StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { PAGE_LIST, stateWords } from './page-draft.ts'

export interface PagesPageProps extends VersionsProps<{ pages: readonly ShopPage[] }> {
  frame: StaffFrameProps
  now: number
}

/** Every page of the shop's own. */
export default function PagesPage(first: PagesPageProps) {
  const [page, onChanged] = usePageProps(PAGE_LIST.address, first)
  return (
    <ListPage
      {...{ page, onChanged }}
      kind={PAGE_LIST}
      here="/admin/settings"
      lead={
        <>
          The story of the shop, questions and answers, an imprint, terms and pages of your own.{' '}
          <a href="/admin/settings">All settings</a>
        </>
      }
      oldWords={(one) => [pagePath(one)]}
      state={(one) => stateWords(one, page.now)}
      columns={[{ label: 'Address', cell: pagePath }]}
      can={['preview']}
      deleted="Menus leave it out"
    />
  )
}
