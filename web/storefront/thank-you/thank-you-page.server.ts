import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import ThankYouPage, { type ThankYouPageProps } from './thank-you-page.tsx'
import { page } from '#web/route.ts'

export const routes = [
  page('/thank-you', 'storefront/thank-you/thank-you-page', ThankYouPage, loadThankYouPage),
]

export async function loadThankYouPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const frameWords = request.words.frame
  const words = request.words['thank-you']
  return {
    status: 200,
    head: {
      title: frameWords.pageTitle(words.pageTitle),
      description: words.description,
      canonical: '/thank-you',
      noindex: true,
    },
    props: { frame: await frameProps(shop, request) } satisfies ThankYouPageProps,
  }
}
