import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The site of `npm run docs`: every page of docs/, with a search.
const DOCS = join(import.meta.dirname, '..')

/** @param {string} folder */
const pages = (folder) =>
  readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => {
      const [, text = name] = /^# (.+)$/m.exec(readFileSync(join(DOCS, folder, name), 'utf8')) ?? []
      return { text: text.replaceAll('`', ''), link: `/${join(folder, name.replace('.md', ''))}` }
    })

export default {
  title: 'Redemption',
  rewrites: { 'README.md': 'index.md', 'operating/README.md': 'operating/index.md' },
  // Links out of docs/, such as to deploy/, are for readers of the sources.
  ignoreDeadLinks: true,
  // The pages are plain Markdown: nothing in them is a tag or an expression.
  markdown: { html: false },
  vue: { template: { compilerOptions: { delimiters: ['[never[', ']never]'] } } },
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    sidebar: [
      { text: 'Operating a shop', link: '/operating/', items: pages('operating') },
      { text: 'How it is built', items: pages('.') },
      { text: 'Each part', collapsed: true, items: pages('wings') },
      { text: 'Suppliers', collapsed: true, items: pages('suppliers') },
      { text: 'Decisions', collapsed: true, items: pages('decisions') },
    ],
  },
}
