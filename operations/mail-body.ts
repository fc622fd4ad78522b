/** What a mail says, once for its text and its HTML form. A fact is a label and its value. */
export interface MailBody {
  heading: string
  paragraphs: string[]
  facts: [string, string][]
  /** The one thing to do. */
  link?: { label: string; address: string }
}

/** The plain text of a mail. */
export function mailText({ heading, paragraphs, facts, link }: MailBody): string {
  const list = facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  const action = link ? `${link.label}: ${link.address}` : ''
  return `${[heading, ...paragraphs, action, list, 'Redemption, Saskatoon'].filter(Boolean).join('\n\n')}\n`
}

/** The same as HTML. Everything that people typed is escaped. */
export function mailHtml({ heading, paragraphs, facts, link }: MailBody): string {
  const rows = facts
    .map(
      ([label, value]) =>
        `<tr><td style="padding:6px 16px 6px 0;color:#5c5a56;vertical-align:top">${escape(label)}</td><td style="padding:6px 0">${escape(value)}</td></tr>`,
    )
    .join('')
  const action = link
    ? `<p style="margin:0 0 16px"><a href="${escape(link.address)}" style="color:#c1121f;font-weight:700">${escape(link.label)}</a></p>`
    : ''
  return `<!doctype html><html lang="en-CA"><head><meta charset="utf-8"><title>${escape(heading)}</title></head>
<body style="margin:0;background:#f4f1ea;color:#0b0b0c;font:16px/1.5 Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font-weight:800;letter-spacing:.08em;color:#c1121f">REDEMPTION</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escape(heading)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escape(paragraph)}</p>`).join('\n')}
${action}
<table style="border-collapse:collapse;border-top:1px solid #0b0b0c;margin-top:8px">${rows}</table>
</div></body></html>`
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
