import { changedFields } from '#domain/settings/setting.ts'
import { addressOf, SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { readContact } from '#operations/settings/shop-contact.ts'
import { readOwnPolicy } from '#operations/settings/shop-policies.ts'
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
  const frameWords = request.words.frame
  const words = request.words['pages/privacy-policy']
  const [{ email }, own, identity] = await Promise.all([
    readContact(shop),
    readOwnPolicy(shop, 'privacy'),
    currentSetting(shop, SHOP_IDENTITY),
  ])
  const isFirst = changedFields(SHOP_IDENTITY, identity, SHOP_IDENTITY.fallback) === ''
  return {
    status: 200,
    head: {
      title: frameWords.pageTitle(words.pageTitle),
      description: words.description,
      canonical: '/privacy-policy',
    },
    props: {
      frame: await frameProps(shop, request),
      email,
      ...(own && { own }),
      ...(!isFirst && { identity: { ...identity, address: addressOf(identity) } }),
    } satisfies PrivacyPolicyPageProps,
  }
}
