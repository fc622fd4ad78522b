/** The scripts whose letters are written otherwise with a joiner or non-joiner between them. */
const JOINING = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'
  .split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')
const EMOJI = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f`

/** A joiner where it is part of a name or an emoji: kept. The letter before it is matched too. */
const JOINED = `[${JOINING}][\\u200c\\u200d](?=[${JOINING}])|[${EMOJI}]\\u200d(?=\\p{Extended_Pictographic})`
/**
 * What no eye sees and what turns the direction of the text around it: bidi controls, other zero-width characters, soft
 * hyphens, tags (Unicode Standard Annex 9, and chapter 23.2). Prefixes of Arabic numbers are visible, and stay.
 */
const UNSEEN = String.raw`[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]`

const JOINED_OR_UNSEEN = new RegExp(`(${JOINED})|${UNSEEN}`, 'gu')

/**
 * A name or another text of one line without characters that nobody sees. They come along with what is pasted, make
 * equal texts differ, and turn around what stands next to them on screens, in mails and in tables.
 */
export function withoutUnseen(text: string): string {
  return text.replace(JOINED_OR_UNSEEN, (_all, joined: string | undefined) => joined ?? '')
}
