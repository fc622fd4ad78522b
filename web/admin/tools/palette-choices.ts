import type { Permission } from '#domain/staff/permissions.ts'
import { linksFor } from '#web/admin/staff-links.ts'

/** A line of the command palette. `href` null: the help of the keys. */
export interface Choice {
  label: string
  /** What the screen is for, or whose order it is. */
  hint: string
  href: string | null
  /** Other words for it, which are found but not shown. */
  also?: string
}

const HINTS: Record<string, string> = {
  '/admin/dashboard': 'Admin Dashboard',
  '/admin/overview': 'Sales, and what is waiting',
  '/admin/people': 'Staff, roles and invitations',
  '/admin/books': 'The journal, for your bookkeeper',
  '/admin/backups': 'Make one, rehearse a restore',
  '/admin/connections': 'Payments, email, images',
  '/admin/webhooks': 'Tell other programs what happens',
  '/admin/settings': 'Shop, contact, policies, home page',
  '/admin/keys': 'Programs that use the staff API',
  '/admin/account': 'Password and sessions',
}

/** Screens and lists that the header does not link to. */
const FURTHER: readonly (Choice & { href: string; permission: Permission })[] = [
  {
    label: 'New order',
    hint: 'Orders',
    href: '/admin/orders/new',
    permission: 'orders.create',
  },
  {
    label: 'Orders to fulfil',
    hint: 'Orders',
    href: '/admin/orders?state=to-fulfil',
    permission: 'orders.read',
  },
  {
    label: 'Orders to review',
    hint: 'Orders',
    also: 'risk fraud hold',
    href: '/admin/orders?state=to-review',
    permission: 'orders.read',
  },
  {
    label: 'Orders that need attention',
    hint: 'Orders',
    href: '/admin/orders?state=needs-attention',
    permission: 'orders.read',
  },
  {
    label: 'Block list',
    hint: 'Orders: who is not to be sold to',
    also: 'fraud chargeback dispute ban blacklist',
    href: '/admin/blocks',
    permission: 'orders.cancel',
  },
  { label: 'Unpaid orders', hint: 'Orders', href: '/admin/orders?state=pending', permission: 'orders.read' },
  { label: 'All orders', hint: 'Orders', href: '/admin/orders', permission: 'orders.read' },
  { label: 'Batches', hint: 'Orders', href: '/admin/orders/batches', permission: 'orders.fulfil' },
  {
    label: 'Returns to decide',
    hint: 'Returns',
    href: '/admin/returns?state=asked',
    permission: 'orders.read',
  },
  {
    label: 'How it fits',
    hint: 'Messages: what buyers say, words to publish',
    also: 'reviews size small large',
    href: '/admin/fit',
    permission: 'messages.read',
  },
  {
    label: 'Unanswered messages',
    hint: 'Messages',
    href: '/admin/messages?state=unanswered',
    permission: 'messages.read',
  },
  { label: 'Low stock', hint: 'Products', href: '/admin/dashboard?stock=low', permission: 'products.read' },
  {
    label: 'Archived products',
    hint: 'Products',
    href: '/admin/dashboard?archived=1',
    permission: 'products.read',
  },
  {
    label: 'Payouts',
    hint: 'Books: fees and what the bank got',
    also: 'settlement fees bank reconcile',
    href: '/admin/books/payouts',
    permission: 'reports.read',
  },
  {
    label: 'Unmatched transactions',
    hint: 'Books: what is of no order',
    also: 'reconcile fees',
    href: '/admin/books/unmatched',
    permission: 'reports.read',
  },
  {
    label: 'Newsletters',
    hint: 'Subscribers: write to them',
    href: '/admin/newsletters',
    permission: 'subscribers.read',
  },
  {
    label: 'Collections',
    hint: 'Products: shown together, by hand or by a rule',
    also: 'group sale new category',
    href: '/admin/collections',
    permission: 'products.write',
  },
  { label: 'Deliveries', hint: 'Products', href: '/admin/deliveries', permission: 'products.read' },
  { label: 'Count stock', hint: 'Products', href: '/admin/stock-count', permission: 'products.write' },
  {
    label: 'Redirects',
    hint: 'Products: old links and missing pages',
    also: '404 301 url address moved',
    href: '/admin/redirects',
    permission: 'products.write',
  },
  {
    label: 'Feeds',
    hint: 'Products: for Google, Meta and TikTok',
    also: 'merchant center facebook instagram catalogue shopping ads',
    href: '/admin/feeds',
    permission: 'products.read',
  },
  {
    label: 'Import',
    hint: 'Products: from another shop, and export',
    also: 'shopify woocommerce csv export migrate',
    href: '/admin/import',
    permission: 'products.write',
  },
  { label: 'Search words', hint: 'Products', href: '/admin/search-words', permission: 'products.write' },
  {
    label: 'Partners',
    hint: 'Promotions: what their codes sold',
    href: '/admin/partners',
    permission: 'promotions.write',
  },
  { label: 'Reports', hint: 'Sales, taxes, stock', href: '/admin/reports', permission: 'reports.read' },
  {
    label: 'Tax report',
    hint: 'Reports',
    href: '/admin/reports?report=taxes',
    permission: 'reports.read',
  },
  { label: 'Bounced addresses', hint: 'Emails', href: '/admin/bounces', permission: 'reports.read' },
  {
    label: 'Brand',
    hint: 'Settings: the look of the shop',
    also: 'logo wordmark icon favicon font typeface color colour corners theme link preview',
    href: '/admin/settings/brand',
    permission: 'settings.write',
  },
  {
    label: 'Shop name and address',
    hint: 'Settings',
    href: '/admin/settings/shop',
    permission: 'settings.write',
  },
  {
    label: 'Contact and social links',
    hint: 'Settings',
    also: 'email phone instagram tiktok',
    href: '/admin/settings/contact',
    permission: 'settings.write',
  },
  {
    label: 'Home page',
    hint: 'Settings',
    also: 'hero picture image video film tagline',
    href: '/admin/settings/home-page',
    permission: 'settings.write',
  },
  {
    label: 'Pages',
    hint: 'Settings: about, FAQ, imprint',
    also: 'page story team questions terms',
    href: '/admin/pages',
    permission: 'settings.write',
  },
  {
    label: 'Menus',
    hint: 'Settings: links of bar and footer',
    also: 'navigation header',
    href: '/admin/settings/menus',
    permission: 'settings.write',
  },
  {
    label: 'Currency',
    hint: 'Settings: what shoppers are charged in',
    also: 'dollar euro money',
    href: '/admin/settings/currency',
    permission: 'settings.write',
  },
  {
    label: 'Start your shop',
    hint: 'Settings: what is left to do, remove the demo',
    href: '/admin/start',
    permission: 'settings.write',
  },
  {
    label: 'Announcement bar',
    hint: 'Settings',
    also: 'banner',
    href: '/admin/settings/announcement',
    permission: 'settings.write',
  },
  { label: 'Categories', hint: 'Settings', href: '/admin/settings/categories', permission: 'settings.write' },
  {
    label: 'Policies',
    hint: 'Settings: what customers agree to',
    also: 'page privacy terms returns imprint',
    href: '/admin/settings/policies',
    permission: 'settings.write',
  },
  {
    label: 'Emails',
    hint: 'Settings: sender and footer',
    also: 'mail newsletter',
    href: '/admin/settings/mails',
    permission: 'settings.write',
  },
  {
    label: 'Languages',
    hint: 'Settings: French beside English',
    also: 'translation français',
    href: '/admin/settings/languages',
    permission: 'settings.write',
  },
  {
    label: 'French texts',
    hint: 'Languages: what you wrote, in French',
    also: 'translation translate français language',
    href: '/admin/translations/fr',
    permission: 'products.write',
  },
  { label: 'Time zone', hint: 'Settings', href: '/admin/settings/time-zone', permission: 'settings.write' },
  {
    label: 'Wallets',
    hint: 'Settings',
    also: 'apple pay google pay link',
    href: '/admin/settings/wallets',
    permission: 'settings.write',
  },
  { label: 'Taxes', hint: 'Settings', href: '/admin/settings/tax', permission: 'settings.write' },
  {
    label: 'Second factor',
    hint: 'Settings: who needs one',
    href: '/admin/settings/second-factor',
    permission: 'settings.write',
  },
  {
    label: 'Passkeys and authenticator app',
    hint: 'Account',
    href: '/admin/set-up',
    permission: 'second-factor.use',
  },
  { label: 'Shipping', hint: 'Settings', href: '/admin/settings/shipping', permission: 'settings.write' },
  {
    label: 'Delete a customer’s data',
    hint: 'Privacy',
    href: '/admin/erasure',
    permission: 'customers.erase',
  },
]

/** Every staff screen that a role allows, those of the header first. */
export function screenChoices(permissions: readonly Permission[]): Choice[] {
  return [
    ...linksFor(permissions).map(({ href, label, opens = '' }) => ({
      label,
      hint: HINTS[href] ?? '',
      href: href + opens,
      ...(href === '/admin/connections' && { also: 'currency exchange rates' }),
    })),
    ...FURTHER.filter(({ permission }) => permissions.includes(permission)),
    { label: 'Shop', hint: 'What customers see', href: '/shop' },
    { label: 'Keys', hint: 'Keyboard shortcuts', href: null },
  ]
}

/** The choices that contain every typed word; first those in which each begins a word. */
export function matchingChoices(choices: readonly Choice[], typed: string): Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = ({ label, hint, also = '' }: Choice) => ` ${label} ${hint} ${also}`.toLowerCase()
  const matching = choices.filter((choice) => words.every((word) => textOf(choice).includes(word)))
  const isCloser = (choice: Choice) => words.every((word) => textOf(choice).includes(` ${word}`))
  const isMeant = ({ label }: Choice) => label.toLowerCase() === words.join(' ')
  const rank = (choice: Choice) => (isMeant(choice) ? 0 : isCloser(choice) ? 1 : 2)
  return matching.toSorted((one, other) => rank(one) - rank(other))
}

const LOOSE_NUMBER = /^(?:r[\s-]*)?([0-9a-z]{4})[\s-]*([0-9a-z]{4})$/i

/** What to search orders for: an order number as it is written, whatever its prefix, or the typed text. */
export function orderSearchOf(typed: string): string {
  const [, first, second] = LOOSE_NUMBER.exec(typed.trim()) ?? []
  if (first === undefined || second === undefined || !/\d/.test(first + second)) return typed.trim()
  return `${first}-${second}`.toUpperCase()
}
