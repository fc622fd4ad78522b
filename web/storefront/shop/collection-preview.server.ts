import { staffPage } from '#web/route.ts'
import { COLLECTION_PAGE, loadCollectionPreview } from './collection.server.ts'
import ShopPage from './shop-page.tsx'

export const routes = [
  staffPage(
    '/admin/collections/:id/preview',
    'products.write',
    COLLECTION_PAGE,
    ShopPage,
    loadCollectionPreview,
  ),
]
