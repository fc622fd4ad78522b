import { escapeHtml } from '#domain/escape-html.ts'
import { paletteOf, type BrandColors, type Palette } from '#domain/settings/brand/palette.ts'
import type { PolicyBlock } from '#domain/settings/policies.ts'
import { lineParts } from '#domain/settings/policy-line.ts'
import { MAIL_DISPLAY, MAIL_TEXT } from './mail-layout.ts'

/** A picture of a mail, by its whole address. */
interface MailPicture {
  address: string
  alt: string
}

/** A product of a mail. `before`: what it cost, when it is reduced. */
export interface MailProduct {
  name: string
  price: string
  before: string | null
  picture: MailPicture | null
  address: string
}

/** A part of a newsletter. Lines are as staff write them: domain/settings/policy-line.ts. */
export type MailBlock =
  | { kind: 'heading'; level: 1 | 2; text: string }
  | { kind: 'text'; block: Pick<PolicyBlock, 'kind'> & { lines: readonly { text: string }[] } }
  | { kind: 'line'; text: string }
  | { kind: 'picture'; picture: MailPicture }
  | { kind: 'products'; products: readonly MailProduct[] }
  | { kind: 'choices'; choices: readonly { label: string; address: string }[] }

/** These parts as plain text. Addresses follow their words. */
export function blocksText(blocks: readonly MailBlock[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'heading' || block.kind === 'line') return plainLine(block.text)
      if (block.kind === 'picture') return block.picture.alt
      if (block.kind === 'products')
        return block.products
          .map(({ name, price, before, address }) =>
            [before === null ? `${name}: ${price}` : `${name}: ${price} (${before})`, address].join('\n'),
          )
          .join('\n\n')
      if (block.kind === 'choices')
        return block.choices.map(({ label, address }) => `${label}\n${address}`).join('\n\n')
      const { kind, lines } = block.block
      return lines.map(({ text }) => (kind === 'list' ? `- ${plainLine(text)}` : plainLine(text))).join('\n')
    })
    .filter(Boolean)
    .join('\n\n')
}

function plainLine(line: string): string {
  return lineParts(line)
    .map(({ text, href }) => (href === undefined || href === `mailto:${text}` ? text : `${text} (${href})`))
    .join('')
}

/** These parts as HTML, escaped. */
export function blocksHtml(blocks: readonly MailBlock[], colors: BrandColors): string {
  const palette = paletteOf(colors)
  return blocks.map((block) => `${blockHtml(block, palette)}\n`).join('')
}

function blockHtml(block: MailBlock, palette: Palette): string {
  const { ink } = palette
  if (block.kind === 'heading') {
    const [tag, size] = block.level === 1 ? (['h1', 26] as const) : (['h2', 20] as const)
    return `<${tag} class="ink" style="margin:24px 0 12px;${MAIL_DISPLAY};font-size:${size}px;line-height:1.2;color:${ink}">${escapeHtml(block.text)}</${tag}>`
  }
  if (block.kind === 'line')
    return `<p class="ink" style="margin:24px 0;${MAIL_DISPLAY};font-size:30px;line-height:1.1;color:${ink}">${lineHtml(block.text)}</p>`
  if (block.kind === 'picture') return `<p style="margin:24px 0 16px">${pictureHtml(block.picture, 600)}</p>`
  if (block.kind === 'products') return productsHtml(block.products, palette)
  if (block.kind === 'choices') return choicesHtml(block.choices, palette)
  const { kind, lines } = block.block
  return kind === 'list'
    ? `<ul style="margin:0 0 16px;padding:0 0 0 24px">${lines.map(({ text }) => `<li>${lineHtml(text)}</li>`).join('')}</ul>`
    : `<p style="margin:0 0 16px">${lines.map(({ text }) => lineHtml(text)).join('<br>')}</p>`
}

function lineHtml(line: string): string {
  return lineParts(line)
    .map(({ text, isBold, href }) => {
      if (isBold) return `<strong>${escapeHtml(text)}</strong>`
      if (href === undefined) return escapeHtml(text)
      return `<a href="${escapeHtml(href)}" style="color:inherit">${escapeHtml(text)}</a>`
    })
    .join('')
}

function pictureHtml({ address, alt }: MailPicture, width: number): string {
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}" width="${width}" style="display:block;border:0;width:100%;max-width:${width}px;height:auto">`
}

/** Two beside each other, in a table, because mail programs know little else. */
function productsHtml(products: readonly MailProduct[], palette: Palette): string {
  const rows = Array.from({ length: Math.ceil(products.length / 2) }, (_, row) => {
    const [left, right] = products.slice(2 * row, 2 * row + 2)
    return `<tr>${cell(left, 'padding:0 8px 24px 0', palette)}${cell(right, 'padding:0 0 24px 8px', palette)}</tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0 0;border-collapse:collapse;table-layout:fixed;${MAIL_TEXT}">${rows.join('\n')}</table>`
}

/** One below the other, each as wide as the mail: a thumb hits them. */
function choicesHtml(choices: readonly { label: string; address: string }[], { ink }: Palette): string {
  return choices
    .map(
      ({ label, address }) =>
        `<p style="margin:0 0 8px"><a href="${escapeHtml(address)}" class="ink" style="display:block;padding:13px 16px;border:1px solid ${ink};color:${ink};font-weight:bold;text-align:center;text-decoration:none">${escapeHtml(label)}</a></p>`,
    )
    .join('\n')
}

function cell(product: MailProduct | undefined, padding: string, { ink, quiet }: Palette): string {
  if (product === undefined) return `<td width="50%" style="${padding}"></td>`
  const { name, price, before, picture, address } = product
  const was = before === null ? '' : ` <s class="quiet" style="color:${quiet}">${escapeHtml(before)}</s>`
  const shown = picture === null ? '' : pictureHtml({ ...picture, alt: '' }, 292)
  return `<td width="50%" class="ink" style="${padding};vertical-align:top;color:${ink};word-break:break-word"><a href="${escapeHtml(address)}" class="ink" style="color:${ink};text-decoration:none">${shown}<strong style="display:block;padding:8px 0 0">${escapeHtml(name)}</strong>${escapeHtml(price)}${was}</a></td>`
}
