import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { page } from '#web/route.ts'
import SavedPage, { type SavedPageProps } from './saved-page.tsx'

export const routes = [page('/saved', 'storefront/saved/saved-page', SavedPage, loadSavedPage)]

/** The same for everyone: the browser knows what it saved. */
async function loadSavedPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const { frame, saved } = request.words
  return {
    status: 200,
    head: {
      title: frame.pageTitle(saved.heading),
      description: saved.description,
      canonical: '/saved',
      noindex: true,
    },
    props: { frame: await frameProps(shop, request) } satisfies SavedPageProps,
  }
}
