import * as v from 'valibot'
import type { Setting } from './setting.ts'

/** Whether owners see on their start screens what is left to do. */
export const START: Setting<{ shown: boolean }> = {
  name: 'start',
  label: 'What is left to do',
  lead: 'The list of what a new shop needs before it sells, and removing the demo.',
  schema: v.object({ shown: v.boolean() }),
  fallback: { shown: true },
  fields: { shown: { label: 'Show on Products and Overview what is left to do', kind: 'yes' } },
}
