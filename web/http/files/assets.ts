import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_PAIR, type FontPair } from '#domain/settings/brand/font-pairs.ts'

/** The text of styles for the page itself, and the hash that the content security policy allows it by. */
export interface InlineStyle {
  text: string
  hash: string
}

/** The addresses of the built files that one screen needs. */
export interface ScreenAssets {
  /** The one script of every page. */
  script: string
  /** The code of the screen, which that script loads. */
  code: string
  styles: string[]
  /** The same styles for the page itself. */
  inlineStyle: InlineStyle | null
  /** Scripts to fetch in parallel with the first one. */
  preloads: string[]
  /** The font file to preload, if any. */
  font: string | null
  /** The styles of another pair of typefaces than the first; otherwise blank. */
  fonts: string
}

/**
 * Finds the built files of a screen, such as `storefront/shop/shop-page`, in a language and in typefaces. `styledAs`:
 * further screens whose styles it has too.
 */
export type FindAssets = (
  screen: string,
  language: string,
  fonts?: FontPair,
  styledAs?: readonly string[],
) => ScreenAssets

interface ManifestChunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}

const ENTRY = 'web/browser.tsx'
const EARLY_FONT = /\/hanken-grotesk-usual-[^/]*\.woff2$/

/** Reads the manifests that Vite wrote for the browser builds, one for each language. */
export function builtAssets(clientFolder: string): FindAssets {
  const languages = new Map<string, ReturnType<typeof assetsIn>>()
  return (screen, language, fonts = FIRST_PAIR, styledAs = []) => {
    const known = languages.get(language) ?? assetsIn(clientFolder, language)
    languages.set(language, known)
    return known(screen, fonts, styledAs)
  }
}

function assetsIn(
  clientFolder: string,
  language: string,
): (screen: string, fonts: FontPair, styledAs: readonly string[]) => ScreenAssets {
  const file = `.vite/${language === 'en' ? 'manifest' : language}.json`
  const manifest = JSON.parse(readFileSync(join(clientFolder, file), 'utf8')) as Record<string, ManifestChunk>
  const known = new Map<string, ScreenAssets>()

  function collect(name: string, into: Map<string, ManifestChunk>): void {
    const chunk = manifest[name]
    if (!chunk || into.has(name)) return
    into.set(name, chunk)
    for (const imported of chunk.imports ?? []) collect(imported, into)
  }

  /** The pages of a shop in another pair preload its text face, which comes first in its style sheet. */
  function inFonts(assets: ScreenAssets, fonts: FontPair): ScreenAssets {
    if (fonts === FIRST_PAIR) return assets
    const text = readFileSync(join(clientFolder, manifest[`web/fonts/${fonts}.css`]?.file ?? ''), 'utf8')
    const [, font = null] = /url\(["']?([^)"']+-usual-[^)"']+\.woff2)/.exec(text) ?? []
    return { ...assets, font: assets.font && font, fonts: text }
  }

  return (screen, fonts, styledAs) => {
    const key = [fonts, screen, ...styledAs].join(' ')
    const found = known.get(key)
    if (found) return found
    const chunks = new Map<string, ManifestChunk>()
    collect(ENTRY, chunks)
    collect(`web/${screen}.tsx`, chunks)
    const entry = manifest[ENTRY]
    const own = manifest[`web/${screen}.tsx`]
    if (!entry || !own) throw new Error(`The browser build has no screen ${screen}`)
    const styled = new Map(chunks)
    for (const other of styledAs) collect(`web/${other}.tsx`, styled)
    const address = (file: string) => `/${file}`
    const styles = [...new Set([...styled.values()].flatMap((chunk) => chunk.css ?? []))]
    const assets: ScreenAssets = {
      script: address(entry.file),
      code: address(own.file),
      styles: styles.map(address),
      inlineStyle: inlineStyle(styles.map((file) => readFileSync(join(clientFolder, file), 'utf8')).join('')),
      preloads: [...chunks.values()].filter((chunk) => chunk !== entry).map((chunk) => address(chunk.file)),
      font:
        [...chunks.values()]
          .flatMap((chunk) => chunk.assets ?? [])
          .map(address)
          .find((file) => EARLY_FONT.test(file)) ?? null,
      fonts: '',
    }
    const inPair = inFonts(assets, fonts)
    known.set(key, inPair)
    return inPair
  }
}

/** Null for text that would end its element. */
export function inlineStyle(text: string): InlineStyle | null {
  if (/<\/style/i.test(text)) return null
  return { text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}
