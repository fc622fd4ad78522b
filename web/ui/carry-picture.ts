import type { MouseEvent } from 'react'

let carried: HTMLElement | null | undefined

/**
 * The picture of the card that was followed turns into the main picture of the product page (gallery.module.css) while
 * one page gives way to the other; and back, since the page keeps the name in the back/forward cache.
 */
export function carryPicture({ currentTarget }: MouseEvent<HTMLElement>): void {
  carried?.style.removeProperty('view-transition-name')
  carried = currentTarget.querySelector('picture')?.parentElement
  carried?.style.setProperty('view-transition-name', 'product-picture')
}
