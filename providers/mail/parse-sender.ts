import type { Mail } from './mailer.ts'

/** The sender of a mail: the address of the server's setting, under another name where the mail has one. */
export function senderOf({ senderName }: Pick<Mail, 'senderName'>, from: string): string {
  return senderName === undefined ? from : `${senderName} <${parseSender(from).address}>`
}

/** `Redemption <shop@shop.example>` in its parts; the name may be missing. */
export function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return { name, address: address.trim() }
}
