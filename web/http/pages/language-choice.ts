import { createHash } from 'node:crypto'
import { escapeHtml } from '#domain/escape-html.ts'
import type { FrameProps } from '#web/page.ts'
import { wordsIn, type Languages } from '#words/languages.ts'

const A_YEAR_S = 365 * 24 * 60 * 60

/**
 * In the browser, because a page is the same for everyone who opens its address. Whoever chose a language, and comes
 * from elsewhere, is led to the page in it; whoever chose none and whose browser prefers another one is offered it,
 * until they answer. It is inline, so that nothing moves once the page is painted.
 */
const SCRIPT = `{
const own=document.documentElement.lang.split('-')[0]
const offers=[...document.querySelectorAll('aside[data-language]')]
const offerOf=language=>offers.find(offer=>offer.dataset.language===language)
const keep=language=>document.cookie='language='+language+'; Max-Age=${A_YEAR_S}; Path=/; SameSite=Lax'+(location.protocol==='https:'?'; Secure':'')
const pageIn=offer=>new URL(offer.dataset.page,location.href).pathname+location.search+location.hash
const chosen=/(?:^|; )language=(\\w+)/.exec(document.cookie)?.[1]
const preferred=navigator.languages.map(tag=>tag.split('-')[0]).find(language=>language===own||offerOf(language))
const offer=offerOf(chosen??preferred)
if(offer&&!chosen)offer.hidden=false
else if(offer&&!document.referrer.startsWith(location.origin+'/'))location.replace(pageIn(offer))
addEventListener('click',({target})=>{
const language=target instanceof Element&&target.closest('a[hreflang]')?.hreflang
if(language)keep(language)
if(!offer?.contains(target)||!target.matches('button'))return
const isTaken=target===offer.querySelector('button')
keep(isTaken?offer.dataset.language:own)
if(isTaken)location.assign(pageIn(offer))
else offer.hidden=true
})
}`

/** Buttons: a link before the one to the content would take its place as the first of the page. */
const STYLE = `aside[data-language]>button{min-block-size:1.75rem;padding-inline:.5rem;border:0;background:none;text-decoration:underline}`

/** The hashes that allow them in the Content Security Policy. */
export const LANGUAGE_CHOICE_SOURCES = { script: hash(SCRIPT), style: hash(STYLE) }

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** A line for each other language of the page, of which the script shows one; nothing where there is none. */
export function languageChoice(shop: { languages: Languages }, props: object): string {
  const { languages = [] } = (props as { frame?: FrameProps }).frame ?? {}
  if (languages.length === 0) return ''
  const lines = languages.map(({ language, name, href }) => {
    const { frame, language: of } = wordsIn(shop, language)
    const label = `lang="${of.LANGUAGE}" data-language="${language}" data-page="${escapeHtml(href)}" aria-label="${escapeHtml(name)}"`
    const buttons = [frame.readInLanguage, frame.stayInLanguage].map(
      (text) => `<button type="button">${escapeHtml(text)}</button>`,
    )
    return `<aside class="announcement" ${label} hidden>${buttons.join(' ')}</aside>\n`
  })
  return `<style>${STYLE}</style>${lines.join('')}<script>${SCRIPT}</script>\n`
}
