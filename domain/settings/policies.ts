import * as v from 'valibot'
import * as words from '#words/en/pages/policies.ts'
import type { Setting } from './setting.ts'
import { settingLines } from './setting-text.ts'

/** What shoppers agree to: plain texts with headings. An order remembers the version that was current. */
export interface Policies {
  privacy: string
  delivery: string
}

const MAX_POLICY_LENGTH = 20_000
const policy = v.pipe(
  settingLines(MAX_POLICY_LENGTH),
  v.minLength(1, 'Enter the policy: customers need one.'),
)

const HINT =
  'Plain text. A line that starts with # is a heading, lines that start with - are a list, and an empty line begins a new paragraph. **Two asterisks** make words bold, [words](https://shop.example) a link.'

/** The policies as a setting: the wording of the specification until an owner changes it. */
export const POLICIES: Setting<Policies> = {
  name: 'policies',
  label: 'Policies',
  lead: 'What customers agree to when they pay. Each order remembers the version that applied.',
  seenAt: '/delivery-returns',
  schema: v.object({ privacy: policy, delivery: policy }),
  fallback: { privacy: words.privacy, delivery: words.delivery },
  fields: {
    privacy: { label: 'Privacy policy', kind: 'lines', rows: 18, hint: HINT },
    delivery: {
      label: 'Delivery and returns',
      kind: 'lines',
      rows: 14,
      hint: `${HINT} Until you change this text, the page takes days and countries from your shipping methods. Products, cart and checkout say “All sales are final.” as long as it is in this text.`,
    },
  },
}

/** Whether nothing can be returned: the policy says so, in the sentence that the shop starts with (spec 2). */
export function salesAreFinal({ delivery }: Pick<Policies, 'delivery'>): boolean {
  return delivery.replaceAll(/\s+/g, ' ').toLowerCase().includes(words.salesAreFinal.toLowerCase())
}

/** A part of a policy under its heading; the first part may have none. `line`: where it begins. */
export interface PolicySection {
  line: number
  heading: string
  blocks: PolicyBlock[]
}

/** A paragraph with its lines, or a list with its items. */
export interface PolicyBlock {
  line: number
  kind: 'paragraph' | 'list'
  lines: { line: number; text: string }[]
}

/** A text without the marks of its format, for other programs. */
export function plainPolicy(text: string): string {
  return text.replaceAll(/\*\*([^*]+)\*\*/g, '$1').replaceAll(/\[([^\]]+)\]\([^\s)]+\)/g, '$1')
}

const HEADING = /^#+\s*(?=\S)/
const ITEM = /^[-*•]\s+/

/**
 * Reads a policy as owners write it: a line that starts with `#` is a heading, lines that start with `-` are a list,
 * and empty lines separate paragraphs. Everything else is shown as it is.
 */
export function policySections(text: string): PolicySection[] {
  const sections: PolicySection[] = [{ line: 0, heading: '', blocks: [] }]
  let open = null as PolicyBlock | null
  for (const [line, typed] of text.split('\n').entries()) {
    if (typed.trim() === '') {
      open = null
    } else if (HEADING.test(typed)) {
      sections.push({ line, heading: typed.replace(HEADING, '').trim(), blocks: [] })
      open = null
    } else {
      const kind = ITEM.test(typed) ? 'list' : 'paragraph'
      const block: PolicyBlock = open?.kind === kind ? open : { line, kind, lines: [] }
      block.lines.push({ line, text: typed.replace(ITEM, '').trim() })
      if (block !== open) sections.at(-1)?.blocks.push(block)
      open = block
    }
  }
  return sections.filter(({ heading, blocks }) => heading !== '' || blocks.length > 0)
}
