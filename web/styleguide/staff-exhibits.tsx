import { ORDER_STATES } from '#domain/orders/order.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import MirrorNotice from '#web/admin/products/mirror/mirror-notice.tsx'
import Pager from '#web/admin/products/pager.tsx'
import ProductDialog from '#web/admin/products/product-dialog.tsx'
import ProductFilters from '#web/admin/products/product-filters.tsx'
import StaffProductCard from '#web/admin/products/staff-product-card.tsx'
import { EVERYTHING } from '#web/views/catalog/staff-products-query.ts'
import ListFilters from '#web/admin/list/list-filters.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import ResetSent from '#web/admin/login/reset-sent.tsx'
import OrderStateLabel from '#web/admin/order-state.tsx'
import BestSellers from '#web/admin/dashboard/best-sellers.tsx'
import DailyRevenue from '#web/admin/dashboard/daily-revenue.tsx'
import FailedMails from '#web/admin/dashboard/failed-mails.tsx'
import WaitingMails from '#web/admin/dashboard/waiting-mails.tsx'
import CheckedGateway from '#web/admin/order/checked-gateway.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import type { FrameProps } from '#web/page.ts'
import type { Exhibit } from './exhibit.ts'
import { LONG_NAME, LONG_TEXT } from './samples.ts'
import {
  ARCHIVED,
  CONFLICT,
  LONG_NAMED_PRODUCT,
  mirrorStatus,
  ON_SALE,
  OUT_OF_STOCK,
  sampleDays,
  UNCONFIRMED,
  UNTRACKED,
} from './staff-samples.ts'

const none = () => {}
const FRAME: FrameProps = {
  currentPath: '/admin',
  searchQuery: '',
  currency: 'CAD',
  currencyChoices: ['CAD', 'USD'],
  header: [],
  year: 2026,
  social: [],
  rateNote: null,
  offersWithdrawal: true,
  testMode: false,
}
const addressOf = (page: number) => `#page-${page}`

const staffCard = (product: typeof ON_SALE, disabled = false) => (
  <ul>
    <StaffProductCard
      selection={null}
      mayWrite
      product={product}
      disabled={disabled}
      onEdit={none}
      onDuplicate={none}
      onDelete={none}
      onRestore={none}
      onCounted={none}
    />
  </ul>
)

const COLUMNS = [
  { label: 'Email' },
  { label: 'Status' },
  { label: 'Since' },
  { label: 'Do', align: 'end' },
] as const
const row = (email: string, state: string) => ({
  key: email,
  cells: [email, state, 'Nov 21, 2026, 10:02 a.m.', <Button key="do">Delete</Button>],
})

export const STAFF: Exhibit[] = [
  {
    of: 'web/admin/list/table',
    states: [
      {
        name: 'filled',
        wide: true,
        show: (
          <Table
            caption="Subscribers"
            columns={COLUMNS}
            rows={[row('sam@example.com', 'Subscribed'), row('ada@example.com', 'Pending')]}
          />
        ),
      },
      {
        name: 'very long',
        wide: true,
        show: (
          <Table
            caption="Subscribers"
            columns={COLUMNS}
            rows={[row(`${'a-very-long-name-'.repeat(6)}@example.com`, LONG_NAME)]}
          />
        ),
      },
      { name: 'no rows', wide: true, show: <Table caption="Subscribers" columns={COLUMNS} rows={[]} /> },
    ],
  },
  {
    of: 'web/admin/list/list-filters',
    states: ['', 'sam'].map((q) => ({
      name: q === '' ? 'everything' : 'narrowed, and not loaded',
      wide: true,
      show: (
        <ListFilters
          label="Subscribers"
          path="#list"
          list={{ q, state: '', page: 1 }}
          states={{ pending: 'Pending', subscribed: 'Subscribed' }}
          placeholder="Address"
          exportPath="#export"
          live={{ narrow: none, loading: false, failedAt: q === '' ? null : '#failed' }}
        />
      ),
    })),
  },
  {
    of: 'web/admin/list/page-links',
    states: [1, 2, 3].map((page) => ({
      name: `page ${page} of 3`,
      show: <PageLinks page={page} pages={3} addressOf={addressOf} />,
    })),
  },
  {
    of: 'web/admin/products/pager',
    states: [1, 2, 3].map((page) => ({
      name: `page ${page} of 3`,
      show: <Pager page={page} pages={3} onPage={none} />,
    })),
  },
  {
    of: 'web/admin/products/product-filters',
    states: [{ name: 'everything', wide: true, show: <ProductFilters query={EVERYTHING} onChange={none} /> }],
  },
  {
    of: 'web/admin/products/staff-product-card',
    states: [
      { name: 'on sale', show: staffCard(ON_SALE) },
      { name: 'busy', show: staffCard(ON_SALE, true) },
      { name: 'out of stock', show: staffCard(OUT_OF_STOCK) },
      { name: 'not tracked, no picture', show: staffCard(UNTRACKED) },
      { name: 'archived', show: staffCard(ARCHIVED) },
      { name: 'very long', show: staffCard(LONG_NAMED_PRODUCT) },
    ],
  },
  {
    of: 'web/admin/confirm-dialog',
    states: [false, true].map((busy) => ({
      name: busy ? 'busy' : 'asks',
      alone: true,
      show: (
        <ConfirmDialog
          question="Are you sure you want to delete this product?"
          detail={busy ? LONG_NAME : 'Emblem Hoodie'}
          yes="Delete"
          no="Cancel"
          busy={busy}
          onYes={none}
          onNo={none}
        />
      ),
    })),
  },
  {
    of: 'web/admin/products/mirror/mirror-notice',
    states: [
      { name: 'no problems', wide: true, show: <MirrorNotice mirror={mirrorStatus({})} mayWrite /> },
      {
        name: 'unavailable',
        wide: true,
        show: (
          <MirrorNotice
            mirror={mirrorStatus({
              failure: { words: 'Airtable error: Unknown error', since: 'Nov 22, 2026, 9:14 a.m.' },
            })}
            mayWrite
          />
        ),
      },
      {
        name: 'both changed',
        wide: true,
        show: <MirrorNotice mirror={mirrorStatus({ conflicts: [CONFLICT] })} mayWrite />,
      },
      {
        name: 'both changed, choosing',
        wide: true,
        show: <MirrorNotice mirror={{ ...mirrorStatus({ conflicts: [CONFLICT] }), busy: true }} mayWrite />,
      },
      {
        name: 'both changed, reading only',
        wide: true,
        show: <MirrorNotice mirror={mirrorStatus({ conflicts: [CONFLICT] })} mayWrite={false} />,
      },
      {
        name: 'not imported',
        wide: true,
        show: (
          <MirrorNotice
            mirror={mirrorStatus({
              problems: [
                { name: 'Emblem Cap', reasons: ['Not imported: Choose a category.'] },
                { name: LONG_NAME, reasons: [LONG_TEXT] },
              ],
            })}
            mayWrite
          />
        ),
      },
    ],
  },
  {
    of: 'web/admin/products/product-dialog',
    states: [
      {
        name: 'add',
        alone: true,
        show: (
          <ProductDialog
            task={{ kind: 'add', copyOf: null }}
            pictureStore={null}
            onSaved={none}
            onClose={none}
          />
        ),
      },
      {
        name: 'edit',
        alone: true,
        show: (
          <ProductDialog
            task={{ kind: 'edit', product: ON_SALE }}
            pictureStore={null}
            onSaved={none}
            onClose={none}
          />
        ),
      },
      {
        name: 'edit, changed at the source too',
        alone: true,
        show: (
          <ProductDialog
            task={{ kind: 'edit', product: ON_SALE }}
            mirror={mirrorStatus({ conflicts: [{ ...CONFLICT, productId: ON_SALE.id }] })}
            pictureStore={null}
            onSaved={none}
            onClose={none}
          />
        ),
      },
      {
        name: 'edit, very long',
        alone: true,
        show: (
          <ProductDialog
            task={{ kind: 'edit', product: LONG_NAMED_PRODUCT }}
            pictureStore={null}
            onSaved={none}
            onClose={none}
          />
        ),
      },
    ],
  },
  {
    of: 'web/admin/refusal-block',
    states: [
      { name: 'refused', show: <RefusalBlock message="Incorrect password" /> },
      { name: 'very long', show: <RefusalBlock message={LONG_TEXT} /> },
    ],
  },
  {
    of: 'web/admin/login/reset-sent',
    states: [
      {
        name: 'sent',
        wide: true,
        show: <ResetSent frame={FRAME} email="staff@redemption.example" onBack={none} />,
      },
    ],
  },
  {
    of: 'web/admin/order-state',
    states: [
      ...ORDER_STATES.map((state) => ({ name: state, show: <OrderStateLabel state={state} /> })),
      {
        name: 'refunded in part and sent',
        show: <OrderStateLabel state="refunded-in-part" fulfilment="fulfilled" />,
      },
      {
        name: 'picked up',
        show: (
          <OrderStateLabel state="fulfilled" fulfilment="fulfilled" delivery="pickup" pickup="picked-up" />
        ),
      },
      {
        name: 'picked up in part',
        show: (
          <OrderStateLabel
            state="fulfilled"
            fulfilment="fulfilled"
            delivery="pickup"
            pickup="partly-picked-up"
          />
        ),
      },
      { name: 'sent in part', show: <OrderStateLabel state="paid" fulfilment="partially-fulfilled" /> },
      { name: 'with a balance due', show: <OrderStateLabel state="paid" isBalanceDue /> },
    ],
  },
  {
    of: 'web/admin/dashboard/daily-revenue',
    states: [
      { name: 'thirty days', wide: true, show: <DailyRevenue days={sampleDays(1_245_000)} unit="day" /> },
      { name: 'nothing sold', wide: true, show: <DailyRevenue days={sampleDays(0)} unit="day" /> },
    ],
  },
  {
    of: 'web/admin/dashboard/failed-mails',
    states: [
      {
        name: 'two of many',
        wide: true,
        show: (
          <FailedMails
            total={34}
            shown={[
              {
                id: 2,
                name: 'Order confirmation, order R-7K3M-9QX2',
                href: '#',
                at: 'Nov 21, 2026, 6:00 a.m.',
                error: '550 5.1.1 No such user here',
              },
              { id: 1, name: 'Password reset', href: null, at: 'Nov 21, 2026, 5:58 a.m.', error: '' },
            ]}
          />
        ),
      },
    ],
  },
  {
    of: 'web/admin/dashboard/waiting-mails',
    states: [
      {
        name: 'outage, and bounced addresses',
        wide: true,
        show: (
          <WaitingMails
            outage={{
              waiting: 34,
              since: 'Nov 21, 2026, 6:00 a.m.',
              failure: 'The mail server does not answer.',
            }}
            bounced={2}
          />
        ),
      },
    ],
  },
  {
    of: 'web/admin/order/checked-gateway',
    states: [
      { name: 'two unconfirmed', wide: true, show: <CheckedGateway {...UNCONFIRMED} error={undefined} /> },
      { name: 'not ticked', wide: true, show: <CheckedGateway {...UNCONFIRMED} error="Look there first." /> },
    ],
  },
  {
    of: 'web/admin/dashboard/best-sellers',
    states: [
      {
        name: 'three',
        wide: true,
        show: (
          <BestSellers
            products={[
              { productId: 'hoodie', name: 'Wears Red Hoodie', units: 41 },
              { productId: 'long', name: LONG_NAME, units: 12 },
              { productId: 'tee', name: 'Emblem Tee', units: 1 },
            ]}
          />
        ),
      },
      { name: 'none', wide: true, show: <BestSellers products={[]} /> },
    ],
  },
]
