import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { DOCUMENT_SIGNS } from './document-signs.ts'

/** An invoice or a credit note, in words. */
export interface OrderDocument {
  /** The IETF tag of its language. */
  language: string
  title: string
  number: string
  /** The name of the shop, and its address. */
  seller: string[]
  facts: [label: string, value: string][]
  buyer: { heading: string; lines: string[] }
  /** The heads of the columns: what, how many, and what it cost. */
  columns: readonly [what: string, quantity: string, price: string, amount: string]
  lines: { what: string; details: string[]; quantity: string; price: string; amount: string }[]
  sums: [label: string, amount: string][]
  /** Which of the sums is in bold. */
  total: number
  notes: string[]
  paper: 'LETTER' | 'A4'
}

type Face = keyof typeof DOCUMENT_SIGNS
type Weight = 400 | 700

const FACES = Object.entries(DOCUMENT_SIGNS).map(([face, range]) => ({
  face: face as Face,
  signs: new RegExp(
    `[${range.replaceAll(/(?:U\+|(?<=-))([\dA-F]+)/g, String.raw`\u{$1}`).replaceAll(', ', '')}]`,
    'u',
  ),
}))

const { resolve } = createRequire(import.meta.url)
const files = new Map<string, Promise<Buffer>>()
function fileOf(face: Face, weight: Weight): Promise<Buffer> {
  // The built server is in another folder than its sources.
  const name = resolve(`#operations/orders/documents/faces/${face}-${weight}.ttf`)
  const file = files.get(name) ?? readFile(name)
  files.set(name, file)
  return file
}

/** The parts of a text, each with the face that has its signs; one that no face has is a question mark. */
export function runsOf(text: string): { face: Face; text: string }[] {
  const runs: { face: Face; text: string }[] = []
  for (const sign of text.normalize('NFC')) {
    const last = runs.at(-1)
    const known = FACES.find(({ signs }) => signs.test(sign))
    const face = known?.face ?? 'latin'
    const drawn = known ? sign : '?'
    if (last?.face === face) last.text += drawn
    else runs.push({ face, text: drawn })
  }
  return runs
}

const MARGIN = 56
const SIZE = 10
const LEADING = 15
const QUIET = '#595959'
const INK = '#111111'

/** A document as a PDF, with its text to select, search and read aloud. */
export async function writeDocument(document: OrderDocument): Promise<Uint8Array<ArrayBuffer>> {
  // Only here, because few processes ever make a document.
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: document.paper,
    margin: MARGIN,
    font: '',
    lang: document.language,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: `${document.title} ${document.number}`, Author: document.seller[0] ?? '' },
  } as PDFKit.PDFDocumentOptions)
  for (const { face } of FACES)
    for (const weight of [400, 700] as const)
      pdf.registerFont(`${face}-${weight}`, await fileOf(face, weight))
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = new Promise((done) => pdf.once('end', done))
  draw(pdf, document)
  pdf.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

interface Style {
  size?: number
  weight?: Weight
  color?: string
}

function draw(pdf: PDFKit.PDFDocument, document: OrderDocument): void {
  const right = pdf.page.width - MARGIN
  const bottom = pdf.page.height - MARGIN
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  let y = MARGIN

  const widthOf = (text: string, { size = SIZE, weight = 400 }: Style) =>
    runsOf(text).reduce(
      (sum, run) => sum + pdf.font(`${run.face}-${weight}`, size).widthOfString(run.text),
      0,
    )
  /** The lines of a text that are no wider; a word that is wider is cut. */
  const wrapped = (text: string, width: number, style: Style) => {
    const lines = ['']
    for (const word of text.split(' ')) {
      const longer = [lines.at(-1), word].filter(Boolean).join(' ')
      if (widthOf(longer, style) <= width) lines[lines.length - 1] = longer
      else {
        if (lines.at(-1) !== '') lines.push('')
        for (const sign of word) {
          if (widthOf(lines.at(-1)! + sign, style) > width) lines.push('')
          lines[lines.length - 1] += sign
        }
      }
    }
    return lines
  }
  const put = (text: string, x: number, at: number, style: Style = {}, kind: 'P' | 'H1' | 'H2' = 'P') => {
    const { size = SIZE, weight = 400, color = INK } = style
    root.add(
      pdf.struct(kind, {}, () => {
        let from = x
        for (const run of runsOf(text)) {
          pdf.font(`${run.face}-${weight}`, size).fillColor(color)
          pdf.text(run.text, from, at, { lineBreak: false, baseline: 'alphabetic' })
          from += pdf.widthOfString(run.text)
        }
      }),
    )
  }
  const putRight = (text: string, edge: number, at: number, style: Style = {}) =>
    put(text, edge - widthOf(text, style), at, style)
  /** Leaves this much room, on a page of its own where it is missing. */
  const need = (height: number) => {
    if (y + height <= bottom) return
    pdf.addPage()
    y = MARGIN + LEADING
  }
  const rule = () => {
    pdf.markContent('Artifact', { type: 'Layout' })
    pdf.moveTo(MARGIN, y).lineTo(right, y).lineWidth(0.5).strokeColor('#BBBBBB').stroke()
    pdf.endMarkedContent()
  }

  const half = (right - MARGIN) / 2 - 12
  y += 16
  for (const line of wrapped(document.title, half, { size: 22, weight: 700 })) {
    put(line, MARGIN, y, { size: 22, weight: 700 }, 'H1')
    y += 26
  }
  put(document.number, MARGIN, y - 4, { color: QUIET })
  let sellerAt = MARGIN + 16
  for (const [at, text] of document.seller.entries())
    for (const line of wrapped(text, half, { weight: at === 0 ? 700 : 400 })) {
      putRight(line, right, sellerAt, { weight: at === 0 ? 700 : 400 })
      sellerAt += LEADING
    }
  y = Math.max(y, sellerAt) + 28

  const top = y
  put(document.buyer.heading, MARGIN, y, { weight: 700 }, 'H2')
  for (const text of document.buyer.lines)
    for (const line of wrapped(text, half, {})) put(line, MARGIN, (y += LEADING))
  let factAt = top
  for (const [label, value] of document.facts) {
    put(label, MARGIN + half + 24, factAt, { color: QUIET })
    putRight(value, right, factAt)
    factAt += LEADING
  }
  y = Math.max(y, factAt - LEADING) + 38

  const edges = { quantity: right - 170, price: right - 85 }
  const heads = () => {
    const [what, quantity, price, amount] = document.columns
    put(what, MARGIN, y, { color: QUIET })
    putRight(quantity, edges.quantity, y, { color: QUIET })
    putRight(price, edges.price, y, { color: QUIET })
    putRight(amount, right, y, { color: QUIET })
    y += 8
    rule()
    y += LEADING + 2
  }
  if (document.lines.length > 0) {
    need(70)
    heads()
  }
  const room = edges.quantity - MARGIN - 60
  for (const line of document.lines) {
    const names = wrapped(line.what, room, {})
    const details = line.details.flatMap((text) => wrapped(text, room, { color: QUIET }))
    const before = y
    need((names.length + details.length) * LEADING + 8)
    if (y < before) heads()
    putRight(line.quantity, edges.quantity, y)
    putRight(line.price, edges.price, y)
    putRight(line.amount, right, y)
    for (const name of names) {
      put(name, MARGIN, y)
      y += LEADING
    }
    for (const detail of details) {
      put(detail, MARGIN, y, { color: QUIET })
      y += LEADING
    }
    y += 6
  }
  need(30)
  y -= 4
  rule()
  y += LEADING + 4
  for (const [at, [label, amount]] of document.sums.entries()) {
    const style: Style = { weight: at === document.total ? 700 : 400 }
    const labels = wrapped(label, right - 90 - (MARGIN + half - 20), style)
    need(labels.length * LEADING + 4)
    putRight(amount, right, y, style)
    for (const line of labels) {
      put(line, MARGIN + half - 20, y, style)
      y += LEADING
    }
    y += 3
  }
  y += LEADING
  for (const note of document.notes)
    for (const line of wrapped(note, right - MARGIN, { color: QUIET })) {
      need(LEADING)
      put(line, MARGIN, y, { color: QUIET })
      y += LEADING
    }
  root.end()
}
