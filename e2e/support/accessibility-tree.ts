import type { CDPSession, Page } from '@playwright/test'

/** A node of Chromium's accessibility tree, as assistive technology gets it. */
interface Node {
  id: string
  role: string
  name: string
  description: string
  properties: Record<string, unknown>
  /** Nodes that are not exposed are replaced by their children. */
  children: Node[]
}

interface RawNode {
  nodeId: string
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  description?: { value: string }
  properties?: { name: string; value: { value?: unknown } }[]
  childIds?: string[]
  parentId?: string
}

const CONTROLS = new Set(
  'button checkbox combobox link listbox menuitem option radio searchbox slider spinbutton switch tab textbox'.split(
    ' ',
  ),
)
const LANDMARKS = new Set('banner complementary contentinfo form main navigation region search'.split(' '))
const DIALOGS = new Set(['dialog', 'alertdialog'])
/** What a programming error looks like in a name. */
const BROKEN = /\b(?:undefined|null|NaN|Infinity)\b|\[object |\{\{/
/** Names that mean nothing without their context. */
const VAGUE = /^(?:click here|here|more|read more|link|button|image|picture|photo|icon|\W*)$/i

/** Faults that a user of a screen reader would notice, and that axe does not find. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const root = await readTree(session)
  await session.detach()
  const all = flatten(root)
  const modal = all.findLast(({ role, properties }) => DIALOGS.has(role) && properties['modal'] === true)
  const shown = modal ? flatten(modal) : all
  return [
    ...(modal ? [] : headingFaults(all)),
    ...nameFaults(shown),
    ...repeatFaults(shown),
    ...landmarkFaults(shown),
    ...tableFaults(shown),
    ...listFaults(shown),
  ]
}

async function readTree(session: CDPSession): Promise<Node> {
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: RawNode[] }
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const build = (raw: RawNode): Node[] => {
    const children = (raw.childIds ?? []).flatMap((id) => {
      const child = byId.get(id)
      return child ? build(child) : []
    })
    if (raw.role?.value === 'InlineTextBox') return [] // the lines of a text
    if (raw.ignored) return children
    return [
      {
        id: raw.nodeId,
        role: raw.role?.value ?? '',
        name: (raw.name?.value ?? '').trim(),
        description: (raw.description?.value ?? '').trim(),
        properties: Object.fromEntries((raw.properties ?? []).map(({ name, value }) => [name, value.value])),
        children,
      },
    ]
  }
  const first = nodes.find(({ parentId }) => parentId === undefined)
  const [root] = first ? build(first) : []
  if (!root) throw new Error('The page has no accessibility tree')
  return root
}

function flatten(node: Node): Node[] {
  return [node, ...node.children.flatMap(flatten)]
}

function textOf(node: Node): string {
  return flatten(node)
    .filter(({ role }) => role === 'StaticText')
    .map(({ name }) => name)
    .join(' ')
}

/** The faults of headings: there is one of the first level, and none skips a level on the way down. */
function headingFaults(all: Node[]): string[] {
  const headings = all.filter(({ role }) => role === 'heading')
  const levels = headings.map(({ properties }) => Number(properties['level']))
  const first = levels.filter((level) => level === 1).length
  return [
    ...(first === 1 ? [] : [`${first} headings of level 1`]),
    ...headings.flatMap(({ name }, at) => {
      const [level = 0, before = 0] = [levels[at], levels[at - 1]]
      if (name === '') return [`a heading of level ${level} without words`]
      return level > before + 1 ? [`heading "${name}" of level ${level} after level ${before}`] : []
    }),
  ]
}

function nameFaults(shown: Node[]): string[] {
  return shown.flatMap((node) => {
    const { role, name, description, properties } = node
    const what = `${role} "${name}"`
    if (role === 'StaticText' ? /\[object |\bundefined\b/.test(name) : BROKEN.test(name))
      return [`${what} is broken`]
    if (CONTROLS.has(role) && properties['hidden'] !== true && VAGUE.test(name)) {
      return name === '' && role === 'option' ? [] : [`${what} says nothing`]
    }
    if (CONTROLS.has(role) && properties['invalid'] === 'true' && description === '')
      return [`${what} is invalid, and does not say why`]
    if (DIALOGS.has(role) && name === '') return [`${role} without a name`]
    if (role === 'image' && (VAGUE.test(name) || /\.(?:webp|jpe?g|png|avif|svg)\b/i.test(name)))
      return [`${what} says nothing`]
    return []
  })
}

/** Controls with the same name must do the same, such as two links to one address. */
function repeatFaults(shown: Node[]): string[] {
  const places = new Map<string, Set<string>>()
  const counts = new Map<string, number>()
  const inGroups = new Set(
    shown
      .filter(
        ({ role, name }) =>
          name !== '' &&
          (role === 'group' ||
            role === 'radiogroup' ||
            role === 'form' ||
            role === 'search' ||
            role === 'region' ||
            role === 'listbox' ||
            role === 'combobox'),
      )
      .flatMap((group) => group.children.flatMap(flatten).map(({ id }) => id)),
  )
  for (const { id, role, name, properties } of shown) {
    if (!CONTROLS.has(role) || role === 'option' || inGroups.has(id)) continue
    const key = `${role} "${name}"`
    if (role === 'link') places.set(key, (places.get(key) ?? new Set()).add(String(properties['url'] ?? '')))
    else counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [
    ...[...places]
      .filter(([, to]) => to.size > 1)
      .map(([key, to]) => `${key} leads to ${[...to].join(' and ')}`),
    ...[...counts].filter(([, count]) => count > 1).map(([key, count]) => `${count} times ${key}`),
  ]
}

function landmarkFaults(shown: Node[]): string[] {
  // A form without a name is not a landmark.
  const landmarks = shown.filter(({ role, name }) => LANDMARKS.has(role) && !(role === 'form' && name === ''))
  return landmarks.flatMap((one) => {
    const alike = landmarks.filter(({ role }) => role === one.role)
    if (alike.length > 1 && one.name === '')
      return [`one of ${alike.length} ${one.role} landmarks has no name`]
    const twins = alike.filter(({ name }) => name === one.name)
    return twins.length > 1 && twins[0] === one ? [`${twins.length} ${one.role} landmarks "${one.name}"`] : []
  })
}

/** A table has a name, and column headers; each of its rows begins with a header. */
function tableFaults(shown: Node[]): string[] {
  return shown
    .filter(({ role }) => role === 'table' || role === 'grid')
    .flatMap((table) => {
      const rows = flatten(table).filter(({ role }) => role === 'row')
      const headers = flatten(table).filter(({ role }) => role === 'columnheader')
      const bare = rows.filter((row) => {
        const cells = flatten(row)
        const isData = cells.some(({ role }) => role === 'cell' || role === 'gridcell')
        return isData && !cells.some(({ role }) => role === 'rowheader')
      })
      return [
        ...(table.name === '' ? ['a table without a name'] : []),
        ...(headers.length === 0 &&
        rows.length > 1 &&
        !rows.every((row) => flatten(row).some(({ role }) => role === 'rowheader'))
          ? [`table "${table.name}" without headers`]
          : []),
        ...(bare.length > 0
          ? [
              `table "${table.name}": ${bare.length} rows without a row header, such as "${bare[0] ? textOf(bare[0]).slice(0, 60) : ''}"`,
            ]
          : []),
      ]
    })
}

function listFaults(shown: Node[]): string[] {
  return shown
    .filter(({ role }) => role === 'list')
    .filter((list) => !list.children.some(({ role }) => role === 'listitem'))
    .map(({ name }) => `list "${name}" without items`)
}
