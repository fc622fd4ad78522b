import * as v from 'valibot'
import { FEED_CHANNELS, FEED_FAULTS } from '#domain/catalog/feed.ts'
import { keysOf } from '#domain/record-of.ts'
import { productSubject } from '#domain/translations/translation.ts'
import { countryName } from '#domain/places/countries.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import { languageName, textsAddress } from '#web/admin/translations/translation-address.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { feedsQuery, feedsView, type FeedsView } from '#web/views/catalog/feeds-view.server.ts'
import FeedsPage, { type FeedsPageProps, type ShownFeeds } from './feeds-page.tsx'

export const routes = [
  staffPage(
    '/admin/feeds',
    'products.read',
    'admin/feeds/feeds-page',
    FeedsPage,
    loadFeedsPage,
    keysOf(feedsQuery.entries),
  ),
]

export async function loadFeedsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const query = v.parse(feedsQuery, Object.fromEntries(request.query))
  const [frame, view] = await Promise.all([
    staffFrameProps(shop, request),
    feedsView(shop, query).catch((error: unknown) => {
      shop.log.error('The feeds could not be checked', error)
      return null
    }),
  ])
  const mayWrite = frame.permissions.includes('products.write')
  return {
    status: 200,
    head: staffHead('Feeds', '/admin/feeds'),
    props: {
      frame,
      page: view?.page ?? query.page,
      feeds: view && shownFeeds(view, mayWrite),
    } satisfies FeedsPageProps,
  }
}

function shownFeeds(view: FeedsView, mayWrite: boolean): ShownFeeds {
  const { countries, feeds, lacks, faulty, page: _page, ...rest } = view
  return {
    ...rest,
    countries: countries.map((code) => ({ code, name: countryName(code) })),
    feeds: feeds.map(({ channel, language, ...feed }) => ({
      ...feed,
      name: FEED_CHANNELS[channel].label,
      language: languageName(language),
    })),
    lacks: lacks.map(({ kind, products }) => {
      const { label, words, isNeeded } = FEED_FAULTS[kind]
      return { kind, label, words, isNeeded, products }
    }),
    faulty: faulty.map(({ id, name, faults, missingIn }) => ({
      id,
      name,
      lacks: faults.flatMap(({ kind, sizes }) => {
        const { label } = FEED_FAULTS[kind]
        if (kind === 'translation')
          return missingIn.map((language) => ({
            label: `${label}: ${languageName(language)}`,
            href: mayWrite ? textsAddress(language, productSubject(id)) : null,
          }))
        const href = `/admin/dashboard?${new URLSearchParams({ edit: id, missing: kind })}`
        return [
          { label: sizes.length > 0 ? `${label}: ${sizes.join(', ')}` : label, href: mayWrite ? href : null },
        ]
      }),
    })),
  }
}
