import { createRoot } from 'react-dom/client'
import '#web/styles/all.css'
import { EXHIBIT_GROUPS } from './exhibit-groups.ts'
import Styleguide from './styleguide.tsx'

const PRETENDED = {
  ':hover': ':is(:hover, [data-look="hover"] *)',
  ':focus-visible':
    ':is(:focus-visible, [data-look="focus"] :is(a, button, input, select, textarea, summary))',
}

const page = document.getElementById('page')
if (page) {
  const only = new URLSearchParams(location.search).get('only')
  createRoot(page).render(<Styleguide groups={EXHIBIT_GROUPS} only={only} />)
  forceStates()
}

/**
 * Makes elements inside `data-look="hover"` or `"focus"` look hovered or focused: the page's CSS rules are extended in
 * place, so that the styleguide needs no copy of them.
 */
function forceStates(): () => void {
  widenAll()
  const watching = new MutationObserver(widenAll)
  watching.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => watching.disconnect()
}

function widenAll(): void {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) widen(rule)
  }
}

function widen(rule: CSSRule): void {
  if (rule instanceof CSSStyleRule && !rule.selectorText.includes('data-look')) {
    let selector = rule.selectorText
    for (const [real, wider] of Object.entries(PRETENDED)) selector = selector.replaceAll(real, wider)
    if (selector !== rule.selectorText) rule.selectorText = selector
  }
  if ('cssRules' in rule) for (const inner of rule.cssRules as CSSRuleList) widen(inner)
}
