import { createHash } from 'node:crypto'

/**
 * Enables view transitions between pages. It is inline: if the page were measured before a style sheet arrived, the
 * browser would report the transition as broken.
 */
const OPT_IN = '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'

/**
 * When a transition is skipped (a reload in between, a resized window), its promises reject, and browsers report
 * unhandled rejections. A transition may be skipped before `pagereveal`, which then has none, or even begin after it,
 * out of reach of scripts. It is inline: a transition may also be skipped before a script file has arrived.
 */
const HANDLE_ENDS = `{
const handle=t=>t&&Promise.allSettled([t.ready,t.updateCallbackDone,t.finished])
handle(document.activeViewTransition)
for(const moment of['pageswap','pagereveal'])addEventListener(moment,e=>handle(e.viewTransition))
addEventListener('unhandledrejection',e=>{
if(e.reason instanceof DOMException&&/\\btransition\\b/i.test(e.reason.message))e.preventDefault()
})
}`

/** The first elements of every page after its character set. */
export const VIEW_TRANSITION_HEAD = `<script>${HANDLE_ENDS}</script><style>${OPT_IN}</style>`

/** The hashes that allow them in the Content Security Policy. */
export const VIEW_TRANSITION_SOURCES = { script: hash(HANDLE_ENDS), style: hash(OPT_IN) }

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
