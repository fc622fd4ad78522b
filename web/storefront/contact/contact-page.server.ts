import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import ContactPage, { type ContactPageProps } from './contact-page.tsx'
import { page } from '#web/route.ts'

export const routes = [page('/contact', 'storefront/contact/contact-page', ContactPage, loadContactPage)]

export async function loadContactPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const { email, phone } = shop.settings.contact
  return {
    status: 200,
    head: {
      title: 'Contact – Redemption',
      description: 'Write to Redemption about an order, wholesale or anything else, or call us.',
      canonical: '/contact',
    },
    props: { frame: await frameProps(shop, request), email, phone } satisfies ContactPageProps,
  }
}
