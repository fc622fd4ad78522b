import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import ProblemPage, { type ProblemPageProps } from './problem-page.tsx'

const PROBLEMS = {
  'not-found': { status: 404, title: 'Page not found' },
  'product-not-found': { status: 404, title: 'Product not found' },
  failed: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'Back in a moment' },
} satisfies Record<ProblemPageProps['kind'], { status: number; title: string }>

/** The page that says, in plain words and without detail, that there is nothing to see here. */
export function problemPage(shop: Shop, request: PageRequest, kind: ProblemPageProps['kind']): PageAnswer {
  const { status, title } = PROBLEMS[kind]
  return {
    status,
    head: { title: `${title} – Redemption`, description: title, canonical: request.path, noindex: true },
    props: { frame: frameProps(shop, request), kind } satisfies ProblemPageProps,
    screen: { screen: 'storefront/problem/problem-page', component: ProblemPage },
  }
}
