const coming = new Map<string, Promise<unknown>>()

/**
 * Loads code later, together with the style sheets that it needs: resolves when all of them have loaded. Replaces
 * Vite's helper, which is eight times as long (vite.config.ts). What failed is requested again the next time.
 */
export async function withStyles<Code>(
  load: () => Promise<Code>,
  files: readonly string[] = [],
): Promise<Code> {
  const [code] = await Promise.all([load(), ...files.map((file) => styleSheet(`/${file}`))])
  return code
}

/** Undefined when the page already has it. */
function styleSheet(href: string): Promise<unknown> | undefined {
  if (coming.has(href) || document.querySelector(`link[href="${href}"]`)) return coming.get(href)
  const link = document.createElement('link')
  const come = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      coming.delete(href)
      reject(new Error(`The styles ${href} could not be loaded`))
    })
  })
  coming.set(href, come)
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
  return come
}
