import { BLOCK_STATES, isBlocking, type BlockSign } from '#domain/orders/block.ts'
import { ORDER_NUMBER } from '#domain/orders/order.ts'
import { disputeReason } from '#domain/refunds/dispute.ts'
import { addressLines } from '#operations/order-facts.ts'
import { lastDayOf, readBlocks } from '#operations/blocks/block-list.ts'
import { readOrder } from '#operations/orders/read-order.ts'
import { readShopLocation } from '#operations/settings/read-shop-location.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { FILTER_NAMES, parseFilteredList } from '#web/views/filtered-list.ts'
import { briefStaffTime } from '#web/views/staff-time.server.ts'
import BlocksPage, { type BlocksPageProps } from './blocks-page.tsx'

export const routes = [
  staffPage('/admin/blocks', 'orders.cancel', 'admin/blocks/blocks-page', BlocksPage, loadBlocksPage, [
    ...FILTER_NAMES,
    'order',
  ]),
]

export async function loadBlocksPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const query = parseFilteredList(request.query, BLOCK_STATES)
  const time = briefStaffTime(shop)
  const number = request.query.get('order') ?? ''
  const [frame, { country }, from, list] = await Promise.all([
    staffFrameProps(shop, request),
    readShopLocation(shop),
    ORDER_NUMBER.test(number) ? customerOf(shop, number) : null,
    readBlocks(shop, query).catch((error: unknown) => {
      shop.log.error('The block list could not be loaded', error)
      return null
    }),
  ])
  return {
    status: 200,
    head: staffHead('Block list', '/admin/blocks'),
    props: {
      frame,
      query: { ...query, page: list?.page ?? query.page },
      country,
      from,
      list: list && {
        blocks: list.rows.map((block) => ({
          id: block.id,
          sign: block.sign,
          shown: block.shown,
          reason: block.reason,
          orderNumber: block.orderNumber,
          addedBy: block.addedBy,
          addedAt: time(block.addedAt),
          endsOn: lastDayOf(shop, block),
          endedAt: isBlocking(block, shop.now()) || block.endsAt === null ? null : time(block.endsAt),
        })),
        pages: list.pages,
        total: list.total,
      },
    } satisfies BlocksPageProps,
  }
}

/** What an order tells of its customer, and a reason to block them: its latest dispute. */
async function customerOf(shop: Shop, number: string): Promise<BlocksPageProps['from']> {
  const record = await readOrder(shop, number)
  if (record === null) return null
  const { order, payments, disputes } = record
  const { email } = order.customer
  const hasCard = payments.some(({ kind, intentId, received }) => kind === 'card' && intentId && received > 0)
  const signs: { sign: BlockSign; words: string }[] = [
    ...(email === '' ? [] : [{ sign: 'email' as const, words: email }]),
    ...(order.delivery === 'ship' && order.customer.address !== ''
      ? [{ sign: 'address' as const, words: addressLines(order.customer).join(', ') }]
      : []),
    ...(hasCard && order.erasure === null
      ? [{ sign: 'card' as const, words: 'The card it was paid with' }]
      : []),
  ]
  const dispute = disputes.findLast(({ state }) => state !== 'won')
  return {
    number: order.number,
    signs,
    reason: dispute ? `Dispute ${dispute.id}: ${disputeReason(dispute.reason)}` : '',
  }
}
