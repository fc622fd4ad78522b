import { readContact } from '#operations/settings/shop-contact.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import ContactPage, { type ContactPageProps } from './contact-page.tsx'
import { page } from '#web/route.ts'

export const routes = [page('/contact', 'storefront/contact/contact-page', ContactPage, loadContactPage)]

export async function loadContactPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const frameWords = request.words.frame
  const words = request.words['pages/contact']
  const { email, phone } = await readContact(shop)
  return {
    status: 200,
    head: {
      title: frameWords.pageTitle(words.pageTitle),
      description: words.description,
      canonical: '/contact',
    },
    props: { frame: await frameProps(shop, request), email, phone } satisfies ContactPageProps,
  }
}
