import { createHash } from 'node:crypto'
import { KEEP_EARLY_TAPS } from './early-taps.ts'

/** The controls of a page must work even when a picture never arrives or a paint is never reported. */
const MAX_DELAY_MS = 2_000

/**
 * Starts to load the code once the page is painted and its largest picture has loaded, because on a slow phone they
 * would share the connection and the processor. Starts immediately when the page is prerendered, hidden, or already in
 * use. The picture loads before the load event of the page, which then waits for the code.
 */
const BEGIN = `{
const code=document.getElementById('code')
const begin=()=>document.head.append(code.content)
const picture=document.querySelector('#page img[fetchpriority=high]')
if(document.prerendering||document.hidden)begin()
else{
const painted=new Promise(now=>new PerformanceObserver(now).observe({type:'paint',buffered:true}))
const come=new Promise(now=>{
if(!picture||picture.complete)now()
else for(const moment of['load','error'])picture.addEventListener(moment,now)
})
Promise.all([painted,come]).then(begin)
for(const moment of['pointerdown','keydown','click','input'])addEventListener(moment,begin,{once:true})
setTimeout(begin,${MAX_DELAY_MS})
}
}`

const SCRIPT = `${KEEP_EARLY_TAPS}\n${BEGIN}`

/** The code of a page, for its end. Its files have the lowest priority: the page can be read without them. */
export function startCode(script: string, preloads: readonly string[]): string {
  const links = preloads.map((preload) => `<link rel="modulepreload" href="${preload}" fetchpriority="low">`)
  const files = `${links.join('')}<script type="module" src="${script}" fetchpriority="low"></script>`
  return `<template id="code">${files}</template><script>${SCRIPT}</script>`
}

/** The hash that allows it in the Content Security Policy. */
export const START_CODE_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`
