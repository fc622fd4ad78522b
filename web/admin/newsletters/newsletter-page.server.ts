import { toIssueId, toProductId } from '#domain/ids.ts'
import { COUNTRIES } from '#domain/places/countries.ts'
import { countOfSegment, readIssue } from '#operations/newsletter/issues.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import NewsletterPage, { type NewsletterPageProps } from './newsletter-page.tsx'

export const routes = [
  staffPage(
    '/admin/newsletters/:id',
    'subscribers.read',
    'admin/newsletters/newsletter-page',
    NewsletterPage,
    loadNewsletterPage,
  ),
]

export async function loadNewsletterPage(
  shop: Shop,
  request: StaffPageRequest,
): Promise<PageAnswer | Redirect> {
  const [frame, found, categories] = await Promise.all([
    staffFrameProps(shop, request),
    readIssue(shop, toIssueId(request.params['id'] ?? '')),
    readCategories(shop),
  ])
  if (found === null) return { redirect: '/admin/newsletters' }
  const {
    counts,
    state,
    sendAt,
    beganAt,
    endedAt,
    createdAt: _made,
    updatedAt: _changed,
    ...newsletter
  } = found
  const ids = [
    ...newsletter.segment.products,
    ...newsletter.blocks.flatMap((block) => (block.kind === 'products' ? block.products : [])),
  ]
  const products = await Promise.all(
    [...new Set(ids)].map((id) => shop.catalog.find(toProductId(id), { hiddenToo: true })),
  )
  const pictures = newsletter.blocks.flatMap((block) =>
    block.kind === 'products' || block.picture === null ? [] : [block.picture],
  )
  const time = staffTime(shop)
  const languages = new Intl.DisplayNames('en', { type: 'language' })
  return {
    status: 200,
    hasFrames: true,
    head: staffHead(newsletter.subject || 'New newsletter', request.path),
    props: {
      frame,
      newsletter,
      state,
      counts,
      matching:
        state === 'draft' || state === 'scheduled' ? await countOfSegment(shop, newsletter.segment) : 0,
      sendAt,
      times: {
        send: sendAt === null ? '' : time(sendAt),
        began: beganAt === null ? '' : time(beganAt),
        ended: endedAt === null ? '' : time(endedAt),
      },
      isRefused: shop.mailer.dropsHeaders ?? false,
      now: shop.now(),
      timeZone: shop.settings.timeZone,
      categories: Object.fromEntries(categories.map(({ value, label }) => [value, label])),
      sizes: [...new Set(categories.flatMap(({ sizes }) => sizes))],
      countries: COUNTRIES.map(({ code, name }) => ({ code, name })),
      languages: Object.fromEntries(
        [...shop.languages.keys()].map((code) => [code, languages.of(code) ?? code]),
      ),
      names: Object.fromEntries(products.flatMap((one) => (one ? [[one.id, one.name]] : []))),
      pictures: Object.fromEntries(pictures.map((one) => [one.key, pictureView(shop.images, one)])),
    } satisfies NewsletterPageProps,
  }
}
