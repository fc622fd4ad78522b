import { randomUUID } from 'node:crypto'
import { dateFormat } from '#domain/date-format.ts'
import { checkWithdrawal, type Withdrawal } from '#domain/inbox/withdrawal.ts'
import { recordOf } from '#domain/record-of.ts'
import { findWithdrawal } from '#operations/orders/withdraw-from-contract.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { formPage } from '#web/route.ts'
import WithdrawalPage, { type WithdrawalPageProps, type WithdrawalStep } from './withdrawal-page.tsx'

export const routes = [
  formPage('/withdraw', 'storefront/withdrawal/withdrawal-page', WithdrawalPage, loadWithdrawalPage, [
    'received',
  ]),
]

const FIELDS = ['name', 'contract', 'part', 'email'] as const

/** The form, what it states to be confirmed, or that it was received: plain forms, since nobody may need a script. */
export async function loadWithdrawalPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const { query, posted, words: all } = request
  const { frame, withdrawal: words } = all
  return {
    status: 200,
    head: {
      title: frame.pageTitle(words.heading),
      description: words.description,
      canonical: '/withdraw',
      noindex: posted !== undefined || query.has('received'),
    },
    props: {
      frame: await frameProps(shop, request),
      ...(await stepOf(shop, request)),
    } satisfies WithdrawalPageProps,
  }
}

async function stepOf(shop: Shop, request: PageRequest): Promise<WithdrawalStep> {
  const { query, posted, words: all } = request
  const receivedAt = await findWithdrawal(shop, query.get('received') ?? '')
  if (!posted && receivedAt !== null) {
    const { timeZone } = shop.settings
    const format = dateFormat(all.language.LANGUAGE, { dateStyle: 'long', timeStyle: 'long', timeZone })
    return { step: 'received', time: format.format(receivedAt) }
  }
  const typed = recordOf<Withdrawal>(FIELDS, (field) => posted?.form.get(field) ?? '')
  if (!posted || posted.form.has('change')) return { step: 'form', typed, errors: {} }
  const checked = checkWithdrawal(typed)
  if ('withdrawal' in checked) return { step: 'confirm', withdrawal: checked.withdrawal, id: randomUUID() }
  const faults = Object.entries(checked.faults)
  const errors = Object.fromEntries(faults.map(([field, fault]) => [field, all.withdrawal.faults[fault]]))
  return { step: 'form', typed, errors }
}
