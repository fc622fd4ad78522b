import type { MouseEvent } from 'react'

let carried: HTMLElement | null | undefined

/**
 * A view transition from the picture of the followed card to the main picture of the product page (gallery.module.css),
 * and back, because the page keeps the name in the back/forward cache.
 */
export function carryPicture({ target }: MouseEvent<HTMLElement>): void {
  const link = target instanceof Element && target.closest('a:has(picture)')
  if (!link) return
  carried?.style.removeProperty('view-transition-name')
  carried = link.querySelector('picture')?.parentElement
  carried?.style.setProperty('view-transition-name', 'product-picture')
}
