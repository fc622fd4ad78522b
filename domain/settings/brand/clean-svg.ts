/** A drawing that was cleaned: `svg` is written anew from what is allowed. */
export interface CleanSvg {
  svg: string
  width: number
  height: number
}

/** Why a drawing is refused, in words for an owner. */
export interface SvgFault {
  fault: string
}

/** The longest drawing that is taken, in characters: it is part of every page. */
export const MAX_SVG_LENGTH = 20_000
const MAX_DEPTH = 24

/** What a drawing may have: shapes, groups and gradients. Text is not among them, since its face is not there. */
const ELEMENTS = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath'.split(
    ' ',
  ),
)
/** Left out with what is in them: they draw nothing. */
const DROPPED = new Set(['metadata', 'sodipodi:namedview', 'rdf:RDF'])

const ATTRIBUTES = new Set(
  'id viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity clip-path clip-rule clipPathUnits offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod preserveAspectRatio'.split(
    ' ',
  ),
)
/** A name, a number, a colour, a path or a transform; of addresses only those within the drawing. */
const VALUE = /^(?:url\(#[\w-]+\)|(?!.*url)[\w#%.,+()\s-]*)$/i
const STYLE_ATTRIBUTES = /^(?:fill|stroke|stop|opacity|clip)/

const TOKEN =
  /<!--[\s\S]*?-->|<\?xml\s[^>]*\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Reads a drawing strictly and writes it anew from a list of what is allowed, so that nothing else can be in it: no
 * scripts, events, styles, foreign elements, entities or outside references. What could do something is refused in
 * words; what an editor leaves behind and draws nothing is left out.
 */
export function cleanSvg(text: string): CleanSvg | SvgFault {
  if (text.length > MAX_SVG_LENGTH) {
    return { fault: `The drawing is larger than ${MAX_SVG_LENGTH / 1_000} kB. Export it with fewer points.` }
  }
  if (/<!(?!--)/.test(text))
    return { fault: 'The drawing has a document type or entities, which are refused.' }
  const written: string[] = []
  const open: string[] = []
  let dropping: number | null = null
  let root: Map<string, string> | null = null
  let end = 0
  for (const [token, closed, name, attributes = '', isEmpty] of text.matchAll(TOKEN)) {
    end += token.length
    if (name !== undefined) {
      const isDropped: boolean = dropping !== null || DROPPED.has(name)
      if (!isDropped && !ELEMENTS.has(name)) return { fault: elementFault(name) }
      if (open.length >= MAX_DEPTH) return { fault: 'The drawing has too many groups within groups.' }
      if (open.length === 0 && (name !== 'svg' || root !== null)) return NO_DRAWING
      if (!isDropped) {
        const kept = keptAttributes(attributes)
        if ('fault' in kept) return kept
        root ??= kept.kept
        if (open.length > 0) written.push(`<${name}${attributesText(kept.kept)}${isEmpty ? '/' : ''}>`)
      }
      if (!isEmpty) {
        if (isDropped) dropping ??= open.length
        open.push(name)
      }
    } else if (closed !== undefined) {
      if (open.pop() !== closed) return NO_DRAWING
      if (dropping === null && open.length > 0) written.push(`</${closed}>`)
      if (dropping === open.length) dropping = null
    }
  }
  if (end !== text.length || open.length > 0 || root === null) return NO_DRAWING
  return framed(root, written.join(''))
}

const NO_DRAWING: SvgFault = { fault: 'This is not an SVG drawing, or it is damaged.' }

function elementFault(name: string): string {
  if (name === 'text' || name === 'tspan') {
    return 'The drawing has text, whose typeface is not in it. Convert text to paths, then export it again.'
  }
  return `The drawing has <${name.slice(0, 40)}>, which is refused: only shapes, groups and gradients are taken.`
}

function keptAttributes(text: string): { kept: Map<string, string> } | SvgFault {
  const kept = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    // A line break would end the text of a style, in which the drawing is.
    const value = (double ?? single ?? '').replaceAll(/\s+/g, ' ').trim()
    if (/^on/i.test(name) || /href$/i.test(name)) {
      return {
        fault: `The drawing has “${name.slice(0, 40)}”, which is refused: it could run or load something.`,
      }
    }
    for (const [one, its] of name === 'style' ? declarations(value) : [[name, value] as const]) {
      if (!ATTRIBUTES.has(one) || (name === 'style' && !STYLE_ATTRIBUTES.test(one))) continue
      if (!VALUE.test(its)) {
        return {
          fault: `The drawing has ${one}="${its.slice(0, 40)}", which is refused: it refers to something outside.`,
        }
      }
      kept.set(one, its)
    }
  }
  return { kept }
}

/** Editors write `style="fill:#000"` for `fill="#000"`. */
function declarations(style: string): [string, string][] {
  return style.split(';').flatMap((one) => {
    const at = one.indexOf(':')
    return at < 0 ? [] : [[one.slice(0, at).trim(), one.slice(at + 1).trim()]]
  })
}

function attributesText(attributes: ReadonlyMap<string, string>): string {
  return Array.from(attributes, ([name, value]) => ` ${name}="${value}"`).join('')
}

/** The drawing with its own size, which everything that shows it takes from there. */
function framed(root: ReadonlyMap<string, string>, content: string): CleanSvg | SvgFault {
  const box = (root.get('viewBox') ?? '').split(/[\s,]+/).map(Number)
  const [x = 0, y = 0, width = 0, height = 0] =
    box.length === 4
      ? box
      : [0, 0, Number.parseFloat(root.get('width') ?? ''), Number.parseFloat(root.get('height') ?? '')]
  if (![x, y, width, height].every(Number.isFinite) || width <= 0 || height <= 0) {
    return { fault: 'The drawing has no size: its viewBox, or its width and height, are missing.' }
  }
  const own = new Map(
    [...root].filter(([name]) => name !== 'width' && name !== 'height' && name !== 'viewBox'),
  )
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}"${attributesText(own)}>${content}</svg>`,
    width,
    height,
  }
}
