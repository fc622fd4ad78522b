import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import PrivacyPolicyPage, { type PrivacyPolicyPageProps } from './privacy-policy-page.tsx'
import { page } from '#web/route.ts'
import * as frameWords from '#words/frame.ts'
import * as words from '#words/pages/privacy-policy.tsx'

export const routes = [
  page(
    '/privacy-policy',
    'storefront/privacy-policy/privacy-policy-page',
    PrivacyPolicyPage,
    loadPrivacyPolicyPage,
  ),
]

export async function loadPrivacyPolicyPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  return {
    status: 200,
    head: {
      title: frameWords.pageTitle(words.pageTitle),
      description: words.description,
      canonical: '/privacy-policy',
    },
    props: {
      frame: await frameProps(shop, request),
      email: shop.settings.contact.email,
    } satisfies PrivacyPolicyPageProps,
  }
}
