import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('every character that could leave a text or a quoted attribute is escaped', () => {
  expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
  )
})
