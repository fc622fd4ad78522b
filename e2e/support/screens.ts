import { expect, type Page } from '@playwright/test'

/** How a journey reaches a screen: by its address, or by a link on another screen that has this name. */
export interface Visit {
  /** The address in the route table. */
  route: string
  at: string
  link?: RegExp
}

const at = (route: string, address = route): Visit => ({ route, at: address })
const through = (route: string, address: string, link: RegExp): Visit => ({ route, at: address, link })

/** Screens of the staff area before signing in; the links in their emails are no longer valid. */
export const SIGN_IN_SCREENS: readonly Visit[] = [
  at('/admin'),
  at('/admin/reset', '/admin/reset?token=none'),
  at('/admin/invitation', '/admin/invitation?token=none'),
  at('/admin/confirm-address', '/admin/confirm-address?token=none'),
]

/** Every other screen of the staff area, in a busy shop. */
export const STAFF_SCREENS: readonly Visit[] = [
  at('/admin/orders'),
  at('/admin/orders/batches'),
  at('/admin/orders/batch/print', '/admin/orders/batch/print?parts=slips'),
  at('/admin/orders/new'),
  through('/admin/orders/:number', '/admin/orders?state=paid', /^R-/),
  at('/admin/packing'),
  at('/admin/overview'),
  at('/admin/reports', '/admin/reports?report=taxes'),
  at('/admin/dashboard'),
  through('/admin/products/:id/stock', '/admin/dashboard?q=emblem', /^Stock history/),
  through('/admin/products/:id/preview', '/admin/dashboard?q=emblem', /^Preview/),
  at('/admin/stock-count'),
  at('/admin/deliveries'),
  at('/admin/returns'),
  at('/admin/fit'),
  at('/admin/messages'),
  through('/admin/messages/:id', '/admin/messages', /Ada Prairie/),
  at('/admin/subscribers'),
  at('/admin/newsletters'),
  at('/admin/partners'),
  at('/admin/collections'),
  at('/admin/collections/:id', '/admin/collections/new'),
  at('/admin/pages'),
  at('/admin/pages/:id', '/admin/pages/about'),
  at('/admin/pages/:id/preview', '/admin/pages/about/preview'),
  at('/admin/drops'),
  at('/admin/drops/:id', '/admin/drops/new'),
  at('/admin/gift-cards'),
  at('/admin/promotions'),
  at('/admin/promotions/:id', '/admin/promotions/new'),
  at('/admin/size-charts'),
  at('/admin/size-chart', '/admin/size-chart?category=Hoodies'),
  at('/admin/translations/:language', '/admin/translations/fr'),
  at('/admin/translations/:language/texts', '/admin/translations/fr/texts?subject=category:Hoodies'),
  at('/admin/search-words'),
  at('/admin/redirects'),
  at('/admin/feeds'),
  at('/admin/blocks'),
  at('/admin/import'),
  at('/admin/books'),
  at('/admin/books/payouts'),
  at('/admin/books/unmatched'),
  at('/admin/start'),
  at('/admin/settings'),
  at('/admin/settings/tax'),
  at('/admin/settings/second-factor'),
  at('/admin/settings/shipping'),
  at('/admin/settings/:name', '/admin/settings/home-page'),
  at('/admin/settings/:name', '/admin/settings/menus'),
  at('/admin/settings/:name', '/admin/settings/policies'),
  at('/admin/settings/:name', '/admin/settings/categories'),
  at('/admin/people'),
  at('/admin/keys'),
  at('/admin/activity'),
  at('/admin/connections'),
  at('/admin/webhooks'),
  at('/admin/backups'),
  at('/admin/monitoring'),
  at('/admin/erasure'),
  at('/admin/bounces'),
  at('/admin/account'),
  at('/admin/*', '/admin/nowhere'),
]

/** Screens of shoppers that an address opens. */
export const SHOP_SCREENS: readonly (Visit & { what: string })[] = [
  { what: 'home', ...at('/') },
  { what: 'the shop', ...at('/shop') },
  { what: 'search results', ...at('/shop', '/shop?q=hoodie') },
  { what: 'an empty search', ...at('/shop', '/shop?q=overcoat') },
  { what: 'a product', ...at('/product/:id', '/product/wears-red-hoodie') },
  { what: 'a product that is nearly sold out', ...at('/product/:id', '/product/red-sweatpant') },
  { what: 'a product that is sold out', ...at('/product/:id', '/product/washed-hoodie-grey') },
  { what: 'an empty cart', ...at('/cart') },
  { what: 'an empty checkout', ...at('/checkout') },
  { what: 'the thanks', ...at('/thank-you') },
  { what: 'contact', ...at('/contact') },
  { what: 'the story', ...at('/about') },
  { what: 'a page', ...at('/pages/:name', '/pages/about') },
  { what: 'the privacy policy', ...at('/privacy-policy') },
  { what: 'delivery and returns', ...at('/delivery-returns') },
  { what: 'a confirmed subscription', ...at('/newsletter/subscribed') },
  { what: 'the balance of a gift card', ...at('/gift-card') },
  { what: 'a withdrawal', ...at('/withdraw') },
  { what: 'signing in as a customer', ...at('/account') },
  { what: 'no saved pieces', ...at('/saved') },
  { what: 'an ended subscription', ...at('/newsletter/not-subscribed') },
]

/** Screens that only the steps of a journey reach, each with the journey that checks it. */
export const IN_A_STORY: Readonly<Record<string, string>> = {
  '/newsletter/confirm': 'newsletter.journey.ts',
  '/newsletter/unsubscribe': 'newsletter.journey.ts',
  '/admin/newsletters/:id': 'newsletter.journey.ts',
  '/order/:number': 'partial-shipment.journey.ts',
  '/order/:number/return': 'returns.journey.ts',
  '/admin/returns/:number': 'returns.journey.ts',
  '/partner/:id': 'promotions.journey.ts',
  '/collections/:name': 'settings.journey.ts',
  '/admin/collections/:id/preview': 'settings.journey.ts',
  '/drop/:name': 'drops.journey.ts',
  '/reminder': 'drops.journey.ts',
  '/reminder/hold': 'drops.journey.ts',
  '/fit': 'fit.journey.ts',
  '/fit/leave': 'fit.journey.ts',
  '/early-access': 'drops.journey.ts',
  '/drop/:name/preview': 'drops.journey.ts',
  '/drop/:name/room': 'drop-room.journey.ts',
  '/admin/drops/:id/room': 'drop-room.journey.ts',
  '/admin/drops/:id/report': 'drop-room.journey.ts',
  '/admin/drops/:id/rehearsal': 'drop-rehearsal.journey.ts',
  '/drop/:name/draw': 'drop-room.journey.ts',
  '/draw': 'drop-room.journey.ts',
  '/admin/drops/:id/draw': 'drop-room.journey.ts',
  '/drop/:name/preview/:product': 'drops.journey.ts',
  '/admin/drops/:id/preview': 'drops.journey.ts',
  '/admin/gift-cards/:id': 'gift-cards.journey.ts',
  '/store-credit': 'gift-cards.journey.ts',
  '/account/link': 'account.journey.ts',
  '/pay/:link': 'payment-link.journey.ts',
  '/admin/orders/batches/:id': 'packing.journey.ts',
  '/admin/deliveries/:id': 'stock-in-place.journey.ts',
  '/admin/orders/:number/packing-slip': 'partial-shipment.journey.ts',
  '/admin/set-up': 'second-factor.journey.ts',
}

/** Opens a screen as its list says, and waits until its fields can be used. */
export async function visit(page: Page, { at: address, link }: Visit): Promise<void> {
  await page.goto(address)
  if (link) await page.goto((await page.getByRole('link', { name: link }).first().getAttribute('href')) ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.locator('html[data-hydrated], html:not(:has(#page-data))').waitFor({ state: 'attached' })
  await expect(page.locator('main fieldset:disabled')).toHaveCount(0)
}
