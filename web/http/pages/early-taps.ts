/**
 * What does nothing without code: buttons that neither send a form nor move a popover. One that closes a popover may
 * choose something too, and closing it again does nothing.
 */
const NEEDS_CODE = '#page :is(button[type=button]:not([popovertarget]),button[popovertargetaction=hide])'
const CONTROLS = 'a,button,input,label,select,summary,textarea'

/**
 * A tap or a key press on a button whose code is still to come is not lost: the button says that it is busy, and is
 * clicked once its page is alive (`web/early-use.ts`). It is forgotten when the shopper uses another control or leaves,
 * and when the code does not come. Forms without an address need code too; links and all other forms work without it.
 * Once the page is `running`, React keeps what it cannot handle yet.
 */
export const KEEP_EARLY_TAPS = `{
const page=document.documentElement.dataset
const forget=()=>document.querySelector('#page button[aria-busy]')?.removeAttribute('aria-busy')
const keep=button=>'running'in page||button.setAttribute('aria-busy','true')
addEventListener('click',({isTrusted,target})=>{
const control=isTrusted&&target instanceof Element&&target.closest('${CONTROLS}')
if(!control)return
forget()
if(control.matches('${NEEDS_CODE}'))keep(control)
},true)
addEventListener('submit',e=>{
forget()
if('running'in page||e.target.hasAttribute('action')||!e.submitter)return
e.preventDefault()
keep(e.submitter)
},true)
addEventListener('error',({target})=>target instanceof HTMLScriptElement&&forget(),true)
for(const moment of['pagehide','unhandledrejection'])addEventListener(moment,forget)
}`
