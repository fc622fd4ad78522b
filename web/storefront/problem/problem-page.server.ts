import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import ProblemPage, { type ProblemPageProps } from './problem-page.tsx'

interface Problem {
  status: number
  title: string
  /** An address where there is never anything else: whoever changes the currency comes back to this page there. */
  anyPath?: string
}

const PROBLEMS: Record<ProblemPageProps['kind'], Problem> = {
  'not-found': { status: 404, title: 'Page not found', anyPath: '/not-found' },
  'product-not-found': { status: 404, title: 'Product not found', anyPath: '/product/not-found' },
  failed: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'Back in a moment' },
}

/**
 * The page that says, in plain words and without detail, that there is nothing to see here. Where nothing is, it is the
 * same page for everybody, so that one who asks for a thousand addresses makes the shop render one.
 */
export function problemPage(shop: Shop, asked: PageRequest, kind: ProblemPageProps['kind']): PageAnswer {
  const { status, title, anyPath } = PROBLEMS[kind]
  const request = anyPath === undefined ? asked : { ...asked, path: anyPath, query: new URLSearchParams() }
  return {
    ...(anyPath !== undefined && { sameFor: kind }),
    status,
    head: { title: `${title} – Redemption`, description: title, canonical: request.path, noindex: true },
    props: { frame: frameProps(shop, request), kind } satisfies ProblemPageProps,
    screen: { screen: 'storefront/problem/problem-page', component: ProblemPage },
  }
}
