import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { framePropsWithoutRate } from '#web/frame/frame-props.server.ts'
import ProblemPage, { type ProblemPageProps } from './problem-page.tsx'

interface Problem {
  status: number
  title: string
  /** An address that never shows anything else: after a change of currency the visitor returns to this page there. */
  anyPath?: string
}

const PROBLEMS: Record<ProblemPageProps['kind'], Problem> = {
  'not-found': { status: 404, title: 'Page not found', anyPath: '/not-found' },
  'product-not-found': { status: 404, title: 'Product not found', anyPath: '/product/not-found' },
  failed: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'Back in a moment' },
}

/**
 * The error page, in plain words and without details. A missing page looks the same at every address, so that requests
 * for a thousand addresses render only one.
 */
export function problemPage(shop: Shop, asked: PageRequest, kind: ProblemPageProps['kind']): PageAnswer {
  const { status, title, anyPath } = PROBLEMS[kind]
  const request = anyPath === undefined ? asked : { ...asked, path: anyPath, query: new URLSearchParams() }
  return {
    ...(anyPath !== undefined && { sameFor: kind }),
    status,
    head: { title: `${title} – Redemption`, description: title, canonical: request.path, noindex: true },
    props: { frame: framePropsWithoutRate(shop, request), kind } satisfies ProblemPageProps,
    screen: { screen: 'storefront/problem/problem-page', component: ProblemPage },
  }
}
