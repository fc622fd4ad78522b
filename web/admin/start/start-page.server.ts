import { START } from '#domain/settings/start.ts'
import { readDemo, type Demo } from '#operations/start/remove-demo.ts'
import { readStart, START_STEPS, type StartStep } from '#operations/start/read-start.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import StartPage, { type DemoView, type StartPageProps } from './start-page.tsx'

export const routes = [
  staffPage('/admin/start', 'settings.write', 'admin/start/start-page', StartPage, loadStartPage),
]

const STEPS: Record<StartStep, { label: string; what: string; href: string }> = {
  name: { label: 'Name', what: 'What the shop is called, and its address.', href: '/admin/settings/shop' },
  brand: { label: 'Brand', what: 'Wordmark, icon, colors and typefaces.', href: '/admin/settings/brand' },
  place: {
    label: 'Currency',
    what: 'What shoppers are charged in: it stays once anybody has paid.',
    href: '/admin/settings/currency',
  },
  taxes: { label: 'Taxes', what: 'Where the shop is, and what it charges.', href: '/admin/settings/tax' },
  shipping: {
    label: 'Shipping',
    what: 'Where you ship and what it costs.',
    href: '/admin/settings/shipping',
  },
  mail: {
    label: 'Email',
    what: 'A service that sends. Until then each email is a file on the server.',
    href: '/admin/connections#need-mail',
  },
  payments: {
    label: 'Payments',
    what: 'A gateway that takes money. Until then every order is a test.',
    href: '/admin/connections#need-payments',
  },
  pages: {
    label: 'Pages',
    what: 'Your story, an imprint and terms; and policies, under Settings.',
    href: '/admin/pages',
  },
  backups: { label: 'Backups', what: 'A copy on another disk, each night.', href: '/admin/backups' },
  product: { label: 'First product', what: 'One that is yours.', href: '/admin/dashboard' },
}

export async function loadStartPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const [done, demo, { value, version }] = await Promise.all([
    readStart(shop),
    readDemo(shop),
    currentVersion(shop, START),
  ])
  return {
    status: 200,
    head: staffHead('Start your shop', '/admin/start'),
    props: {
      frame: await staffFrameProps(shop, request),
      steps: START_STEPS.map((step) => ({ ...STEPS[step], isDone: done[step] })),
      demo: demoView(demo),
      isShown: value.shown,
      version,
    } satisfies StartPageProps,
  }
}

function demoView({ products, charts, categories, orders, subscribers }: Demo): DemoView {
  const pending = orders.filter(({ obstacle }) => obstacle === 'pending').length
  const withCards = orders.filter(({ obstacle }) => obstacle === 'gift-card').length
  return {
    products: products.map(({ name }) => name),
    charts,
    categories: categories.map(({ label }) => label),
    orders: orders.length - pending - withCards,
    pending,
    withCards,
    subscribers,
  }
}
