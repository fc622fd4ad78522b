import { parseSync } from 'vite'

/** A sentence or a word that people read, and its line. */
export interface InlineWords {
  line: number
  text: string
}

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

/** Props and attributes whose text people see or hear. One word in lower case is enough. */
const READ =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|alt|title|placeholder|label|hint|error|heading|text|message|summary)$/
/** Attributes, props and fields whose text is for the browser. */
const TECHNICAL =
  /^(className|href|src|srcSet|sizes|media|type|id|htmlFor|name|rel|role|d|viewBox|transform|style|key|method|action|autoComplete|autoCapitalize|inputMode|enterKeyHint|kind|tone|value|fill|icon|headers|screen|fontFamily|color|iconColor|fontSize|as|popoverTarget|preserveAspectRatio)$/
/** Calls whose text goes to a log or to a program. */
const FOR_PROGRAMS =
  /^(Error|RangeError|TypeError|error|info|warn|querySelector|querySelectorAll|matchMedia|addEventListener|removeEventListener|closest|getElementById|toggleAttribute|setProperty|removeProperty|fetch|get|set|has|append|enqueue|page|linkPage|personalPage|RegExp|test|replace|replaceAll|split|DateTimeFormat|startsWith|endsWith|namedItem)$/
/** Paths of drawings, styles, media conditions, cookies, storage keys, currencies, postal codes. */
const CODE = [
  /^[MLHVCSQTAZmlhvcsqtaz][\d\sMLHVCSQTAZmlhvcsqtaz.,-]*$/,
  /^[a-z-]+:(?! )/,
  /^\([a-z]+-[a-z-]+: [^)]+\)/,
  /[=_]|^; [A-Z]/,
  /^[a-z]+([A-Z][a-z]+)+$|^[A-Z]{2,3}$|^[A-Z]\w+([A-Z]\w+)+$/,
  /^(?=.*\d)[A-Z\d -]+$/,
]

/**
 * The words in a source file that its reader would see on the screen. `allowed`: words that are the same in every
 * language.
 */
export function wordsOutside(path: string, source: string, allowed: ReadonlySet<string>): InlineWords[] {
  const found: InlineWords[] = []
  const say = (node: Node, text: string) => {
    if (!allowed.has(text.trim())) {
      found.push({ line: source.slice(0, node.start).split('\n').length, text: text.trim() })
    }
  }
  const { program } = parseSync(path, source)
  walk(program as unknown as Node, [], (node, above) => {
    if (node.type === 'JSXText') {
      const text = String(node['value'])
      if (/[^\s]/.test(text)) say(node, text)
      return
    }
    const text = textOf(node)
    if (text === null || !/\p{L}/u.test(text) || isTechnical(node, above)) return
    if (isRead(above) || looksLikeWords(text)) say(node, text)
  })
  return found
}

/** A text with a space beside a word, or with a capital letter. Tags of an HTML template are not words. */
function looksLikeWords(text: string): boolean {
  const read = text
    .replaceAll(/<style>.*?<\/style>/gs, ' ')
    .replaceAll(/<[^>]*>/gs, ' ')
    .trim()
  if (CODE.some((form) => form.test(read))) return false
  return /\p{Lu}|\p{L}\p{P}? [\p{L}0]|0 \p{L}/u.test(read)
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type !== 'TemplateLiteral') return null
  const parts = node['quasis'] as { value: { cooked: string } }[]
  return parts.map(({ value }) => value.cooked).join('0')
}

function nameOf(node: unknown): string {
  const { name, value, property, callee } = (node ?? {}) as Record<string, unknown>
  if (typeof name === 'string') return name
  if (typeof value === 'string') return value
  if (property) return nameOf(property)
  return callee ? nameOf(callee) : ''
}

/** Modules, types, keys, comparisons, and what is written for the browser or a log. */
function isTechnical(node: Node, above: readonly Node[]): boolean {
  const [parent] = above.slice(-1)
  if (!parent) return false
  if (/^(Import|Export)\w*Declaration$|^ImportExpression$|^TSLiteralType$/.test(parent.type)) return true
  if (parent.type === 'Property' && parent['key'] === node && parent['value'] !== node) return true
  if (parent.type === 'MemberExpression') return parent['property'] === node
  if (parent.type === 'BinaryExpression' && /^[!=]==$/.test(String(parent['operator']))) return true
  if (parent.type === 'SwitchCase') return parent['test'] === node
  return above.some((outer, index) => {
    if (outer.type === 'JSXAttribute' || outer.type === 'Property') {
      const name = nameOf(outer.type === 'Property' ? outer['key'] : outer['name'])
      return TECHNICAL.test(name) && !above.slice(index + 1).some(({ type }) => type === 'JSXElement')
    }
    const isCall = outer.type === 'CallExpression' || outer.type === 'NewExpression'
    return isCall && FOR_PROGRAMS.test(nameOf(outer['callee'])) && isArgument(outer, above[index + 1] ?? node)
  })
}

/** Directly, or within a template or a choice; not within a function that is passed on. */
function isArgument(call: Node, inside: Node): boolean {
  return (
    (call['arguments'] as unknown[]).includes(inside) &&
    !/^(ArrowFunctionExpression|FunctionExpression|ObjectExpression)$/.test(inside.type)
  )
}

function isRead(above: readonly Node[]): boolean {
  const outer = above.findLast(({ type }) => type === 'JSXAttribute' || type === 'Property')
  if (!outer) return false
  return READ.test(nameOf(outer.type === 'Property' ? outer['key'] : outer['name']))
}

function walk(node: Node, above: readonly Node[], visit: (node: Node, above: readonly Node[]) => void): void {
  visit(node, above)
  if (node.type === 'TemplateLiteral') {
    for (const inner of node['expressions'] as Node[]) walk(inner, [...above, node], visit)
    return
  }
  for (const [field, value] of Object.entries(node)) {
    if (field === 'typeAnnotation' || field === 'typeArguments' || field === 'returnType') continue
    for (const inner of Array.isArray(value) ? value : [value]) {
      const isNode = typeof inner === 'object' && inner !== null && 'type' in inner
      if (isNode) walk(inner as Node, [...above, node], visit)
    }
  }
}
