import { createHash } from 'node:crypto'
import rules from '#web/public/speculation-rules.json' with { type: 'json' }

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

const PRERENDERED_PAGES = rules.prerender.flatMap(({ where }) => where.href_matches)

/** A page that a rule allows to be prerendered counts as loaded after a mouse has rested on its link for so long. */
const PRERENDER_DELAY_MS = 200

/**
 * A page that has already loaded is shown without a transition, which costs two frames and a picture of the old page.
 */
const SKIP_WHEN_LOADED = `if(HTMLScriptElement.supports?.('speculationrules')){
const pages=${JSON.stringify(PRERENDERED_PAGES)}.map(page=>new URLPattern(page,location.href))
const skip=now=>document.querySelector('style').disabled=now
let rested,timer
const rest=link=>{
if(link===rested)return
rested=link
clearTimeout(timer)
skip(false)
if(link&&pages.some(page=>page.test(link.href)))timer=setTimeout(skip,${PRERENDER_DELAY_MS},true)
}
addEventListener('pointerover',e=>rest(e.target instanceof Element?e.target.closest('a'):null))
addEventListener('pageshow',e=>e.persisted&&rest(null))
}`

const SCRIPT = `${HANDLE_ENDS}\n${SKIP_WHEN_LOADED}`

/** The first elements of every page after its character set. */
export const VIEW_TRANSITION_HEAD = `<script>${SCRIPT}</script><style>${OPT_IN}</style>`

/** The hashes that allow them in the Content Security Policy. */
export const VIEW_TRANSITION_SOURCES = { script: hash(SCRIPT), style: hash(OPT_IN) }

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
