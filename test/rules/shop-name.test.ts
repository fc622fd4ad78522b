import { expect, test } from 'vitest'
import { isProduction, readSources } from '#test/support/sources/source-graph.ts'

/** What starts with this name: titles of staff pages get the owner's name in their place (html-document.ts). */
const FALLBACKS = [
  /^words\//,
  /^config\.ts$/, // the sender of emails, which the owner's name replaces (send-mail.ts)
  /^demo\//,
  /^bench\//,
  /^chaos\//,
  /^scripts\//,
  /^web\/styleguide\//,
  /^providers\/identity\/built-in-auth\.ts$/,
  /^providers\/identity\/passkeys\/passkey-plugin\.ts$/, // as for the authenticator app: members have it in their list
]
const TITLE_OF_A_PAGE = / – Redemption['`]/g

test('the name of the shop is written only in the texts that a new shop starts with', () => {
  const fixed = readSources()
    .filter(isProduction)
    .filter(({ path }) => !FALLBACKS.some((fallback) => fallback.test(path)))
    .filter(({ text }) => withoutComments(text).replaceAll(TITLE_OF_A_PAGE, '').includes('Redemption'))
    .map(({ path }) => path)
  expect(fixed).toEqual([])
})

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}
