import { createElement, Fragment, type ReactNode } from 'react'

/** A sentence with elements in it, whose pieces are in the order of its language. */
export function sentence(pieces: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...pieces)
}
