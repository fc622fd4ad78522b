import { collectionPath, type Collection } from '#domain/catalog/collection.ts'
import { usePageProps, type VersionsProps } from '#web/admin/document/document-history.tsx'
import ListPage from '#web/admin/document/list-page.tsx'
import type { StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { COLLECTION_LIST, ruleWords } from './collection-draft.ts'

export interface CollectionsPageProps extends VersionsProps<{ collections: readonly Collection[] }> {
  frame: StaffFrameProps
  /** Of the categories, by their values. */
  labels: Readonly<Record<string, string>>
}

/** Every collection of the shop. */
export default function CollectionsPage(first: CollectionsPageProps) {
  const [page, onChanged] = usePageProps(COLLECTION_LIST.address, first)
  const products = ({ rule, products: ids }: Collection) =>
    rule === null ? `${ids.length} by hand` : ruleWords(rule, page.labels)
  return (
    <ListPage
      {...{ page, onChanged }}
      kind={COLLECTION_LIST}
      here="/admin/dashboard"
      none="A collection shows products together at an address of its own: chosen by hand, or all for which a rule holds."
      oldWords={(one) => [products(one)]}
      state={({ isDraft }) => (isDraft ? 'Draft' : 'Public')}
      columns={[
        { label: 'Products', cell: products },
        { label: 'Address', cell: ({ handle }) => collectionPath(handle) },
      ]}
      can={['preview', 'duplicate']}
      deleted="Menus leave it out"
    />
  )
}
