import type { MouseEvent } from 'react'
import { START } from '#words/en/language.ts'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './back-link.module.css'

/** Back to the shop page that the shopper came from, or to the whole shop. */
export default function BackLink() {
  const words = useWords('product')
  function goBack(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !cameFromTheShop()) return
    event.preventDefault()
    history.back()
  }

  return (
    <a href="/shop" className={styles.back} onClick={goBack}>
      <Icon path={icons.back} />
      {words.back}
    </a>
  )
}

function cameFromTheShop(): boolean {
  if (!URL.canParse(document.referrer) || history.length < 2) return false
  const { origin, pathname } = new URL(document.referrer)
  return origin === location.origin && pathname === `${START}/shop`
}
