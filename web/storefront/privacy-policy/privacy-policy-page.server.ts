import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import PrivacyPolicyPage, { type PrivacyPolicyPageProps } from './privacy-policy-page.tsx'
import { page } from '#web/route.ts'

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
      title: 'Privacy Policy – Redemption',
      description:
        'What Redemption collects when you shop, what it is used for, and how to reach us about it.',
      canonical: '/privacy-policy',
    },
    props: {
      frame: await frameProps(shop, request),
      email: shop.settings.contact.email,
    } satisfies PrivacyPolicyPageProps,
  }
}
