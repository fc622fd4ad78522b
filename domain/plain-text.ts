/** The longest query that is searched for, in characters. */
export const MAX_QUERY_LENGTH = 100

/** Scripts in which a joiner or non-joiner between letters changes the spelling. */
const JOINING = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'
const EMOJI = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f'

/**
 * Invisible characters and those that change text direction: bidi controls, other zero-width characters, soft hyphens,
 * tags (Unicode Standard Annex 9, and chapter 23.2). Prefixes of Arabic numbers are visible and are kept.
 */
const UNSEEN =
  '[\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]'

const JOINED_OR_UNSEEN = /* @__PURE__ */ joinerOrInvisible()

/** A joiner that belongs to a name or an emoji is kept. The letter before it is matched too. */
function joinerOrInvisible(): RegExp {
  const joining = JOINING.split(' ')
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('')
  const joined = `[${joining}][\\u200c\\u200d](?=[${joining}])|[${EMOJI}]\\u200d(?=\\p{Extended_Pictographic})`
  return new RegExp(`(${joined})|${UNSEEN}`, 'gu')
}

/**
 * Removes invisible characters from a single-line text, such as a name. They arrive with pasted text, make equal texts
 * differ, and reverse the surrounding text on screens, in mails and in tables.
 */
export function withoutInvisible(text: string): string {
  return text.replace(JOINED_OR_UNSEEN, (_all, joined: string | undefined) => joined ?? '')
}

/** Makes texts comparable that must agree letter by letter, such as email addresses: ignores case and composition. */
export function comparableText(text: string): string {
  return withoutInvisible(text.normalize('NFKC')).toLowerCase().trim()
}
