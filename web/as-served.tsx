import type { ComponentProps, ReactNode } from 'react'

type Tag = 'a' | 'div' | 'form' | 'nav'

type Props<Of extends Tag> = Omit<ComponentProps<Of>, 'children' | 'dangerouslySetInnerHTML'> & {
  as: Of
  /** Unique on the page. */
  id: string
  /** What the server renders: `import.meta.env.SSR && <Part />`, so that the browser build leaves its code out. */
  children: ReactNode
}

/**
 * An element whose content only the server renders: the browser keeps it as it came, without its code and its props.
 * Events bubble out of it to the element.
 */
export default function AsServed<Of extends Tag>({ as, children, ...own }: Props<Of>) {
  const Element: Tag = as
  if (import.meta.env.SSR) return <Element {...(own as object)}>{children}</Element>
  return <Element {...(own as object)} dangerouslySetInnerHTML={servedIn(own.id)} suppressHydrationWarning />
}

const served = new Map<string, { __html: string }>()

/** The same object each time, so that React never writes the content again. */
function servedIn(id: string): { __html: string } {
  const known = served.get(id) ?? { __html: document.getElementById(id)?.innerHTML ?? '' }
  served.set(id, known)
  return known
}
