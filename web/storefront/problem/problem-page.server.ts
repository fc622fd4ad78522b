import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { framePropsWithoutRate } from '#web/frame/frame-props.server.ts'
import ProblemPage, { type ProblemPageProps } from './problem-page.tsx'

interface Problem {
  status: number
  /** An address that never shows anything else: after a change of currency the visitor returns to this page there. */
  anyPath?: string
}

const PROBLEMS: Record<ProblemPageProps['kind'], Problem> = {
  'not-found': { status: 404, anyPath: '/not-found' },
  'product-not-found': { status: 404, anyPath: '/product/not-found' },
  failed: { status: 500 },
  unavailable: { status: 503 },
}

/**
 * The error page, in plain words and without details. A missing page looks the same at every address, so that requests
 * for a thousand addresses render only one.
 */
export function problemPage(shop: Shop, asked: PageRequest, kind: ProblemPageProps['kind']): PageAnswer {
  const frameWords = asked.words.frame
  const { problems } = asked.words['pages/problem']
  const { status, anyPath } = PROBLEMS[kind]
  const { title } = problems[kind]
  const request = anyPath === undefined ? asked : { ...asked, path: anyPath, query: new URLSearchParams() }
  return {
    ...(anyPath !== undefined && { sameFor: kind }),
    status,
    head: { title: frameWords.pageTitle(title), description: title, canonical: request.path, noindex: true },
    props: { frame: framePropsWithoutRate(shop, request), kind } satisfies ProblemPageProps,
    screen: { screen: 'storefront/problem/problem-page', component: ProblemPage },
  }
}
