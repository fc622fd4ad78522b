import type { MouseEvent } from 'react'

let carried: HTMLElement | null | undefined

/**
 * A view transition from the picture of the followed card to the main picture of the product page (gallery.module.css),
 * and back, because the page keeps the name in the back/forward cache.
 */
export function carryPicture({ currentTarget }: MouseEvent<HTMLElement>): void {
  carried?.style.removeProperty('view-transition-name')
  carried = currentTarget.querySelector('picture')?.parentElement
  carried?.style.setProperty('view-transition-name', 'product-picture')
}
