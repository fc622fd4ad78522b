import { createHash } from 'node:crypto'

/**
 * What does nothing without code: buttons that neither send a form nor open or close a popover. One that closes a
 * popover may choose something too, and closing it again does nothing.
 */
const NEEDS_CODE = '#page :is(button[type=button]:not([popovertarget]),button[popovertargetaction=hide])'
/** Works without code too, as a link to a file; with it, it opens a dialog on this page. */
const BETTER_WITH_CODE = '#page a[aria-haspopup=dialog]'
const CONTROLS = 'a,button,input,label,select,summary,textarea'

/**
 * A tap or a key press on a button whose code has not loaded yet is not lost: the button is marked as busy, and is
 * clicked once its page is hydrated (`web/early-use.ts`). It is forgotten when the shopper uses another control or
 * leaves, and when the code does not load. Forms without an address need code too, even one without a button, which
 * Enter sends; all other forms work without it, and so do links, of which only the one to a picture waits: it opens the
 * viewer, or the file when the code does not load.
 * Once the page is `running`, React keeps what it cannot handle yet.
 */
export const KEEP_EARLY_TAPS = `{
const page=document.documentElement.dataset
const kept=()=>document.querySelector('#page :is(a,button,form)[aria-busy=true]')
const forget=()=>kept()?.removeAttribute('aria-busy')
let lost
const keep=control=>lost||'running'in page||control.setAttribute('aria-busy','true')
const giveUp=()=>{
const link=kept()
forget()
lost=true
if(link?.href)link.click()
}
addEventListener('click',e=>{
const{isTrusted,target}=e
const control=isTrusted&&target instanceof Element&&target.closest('${CONTROLS}')
if(!control)return
forget()
if(control.matches('${NEEDS_CODE}'))keep(control)
if(control.matches('${BETTER_WITH_CODE}')&&!(lost||'running'in page||e.metaKey||e.ctrlKey||e.shiftKey)){
e.preventDefault()
keep(control)
}
},true)
addEventListener('submit',e=>{
forget()
if('running'in page||e.target.hasAttribute('action'))return
e.preventDefault()
keep(e.submitter??e.target)
},true)
addEventListener('error',({target})=>target instanceof HTMLScriptElement&&giveUp(),true)
addEventListener('unhandledrejection',giveUp)
addEventListener('pagehide',forget)
}`

/** The hash that allows it by itself, as on staff pages, in the Content Security Policy. */
export const EARLY_TAPS_SOURCE = `'sha256-${createHash('sha256').update(KEEP_EARLY_TAPS).digest('base64')}'`
