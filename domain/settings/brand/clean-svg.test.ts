import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { cleanSvg, MAX_SVG_LENGTH } from './clean-svg.ts'
import { markSchema } from './mark.ts'

const svg = (content: string, own = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20"${own}>${content}</svg>`

describe('a drawing', () => {
  test('is written anew from its shapes, with its size', () => {
    const path = '<path d="M0 0h10v-2.5L3,4z" fill="#c1121f"/>'
    expect(cleanSvg(`<?xml version="1.0"?>\n<!-- Made by hand -->\n${svg(path)}\n`)).toEqual({
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20" width="100" height="20">${path}</svg>`,
      width: 100,
      height: 20,
    })
  })

  test('has its values in one line, as the style of a page needs, and hides no address behind a line break', () => {
    const wrapped = cleanSvg(svg('<path d="M0 0\n\tL4 4\r\n L8 8z"/>'))
    expect(wrapped).toMatchObject({ svg: expect.stringContaining('d="M0 0 L4 4 L8 8z"') as string })
    expect(cleanSvg(svg('<path d="M0 0z" fill="red\nurl(x.svg#a)"/>'))).toHaveProperty('fault')
  })

  test('that was cleaned stays as it is', () => {
    const cleaned = v.parse(markSchema, {
      svg: svg('<g transform="rotate(4 1 1)"><circle r="4"/></g><desc/>', ' fill="none"'),
    })
    expect(v.parse(markSchema, cleaned)).toEqual(cleaned)
  })

  test('keeps gradients and clips of its own, and the styles that editors write', () => {
    const content =
      '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs><rect width="9" height="9" fill="url(#a)"/>'
    expect(cleanSvg(svg(content))).toMatchObject({ svg: expect.stringContaining(content) })
    expect(cleanSvg(svg('<path style="fill:#123;font-family:Evil;stroke-width:2" d="M0 0"/>'))).toMatchObject(
      {
        svg: expect.stringContaining('<path fill="#123" stroke-width="2" d="M0 0"/>'),
      },
    )
  })

  test('loses what an editor leaves behind and draws nothing', () => {
    const left =
      '<metadata><rdf:RDF><cc:Work rdf:about=""><a href="https://x.example"/></cc:Work></rdf:RDF></metadata><sodipodi:namedview id="v"/>'
    expect(cleanSvg(svg(`${left}<path d="M0 0" class="a" inkscape:label="x" data-name="y"/>`))).toMatchObject(
      {
        svg: expect.stringMatching(/height="20"><path d="M0 0"\/><\/svg>$/),
      },
    )
  })

  test('without a viewBox has the size of its width and height', () => {
    expect(cleanSvg('<svg width="30px" height="10"><path d="M0 0"/></svg>')).toMatchObject({
      width: 30,
      height: 10,
    })
  })

  test.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a script in capitals', svg('<SCRIPT>alert(1)</SCRIPT>')],
    ['a script of another name space', svg('<svg:script>alert(1)</svg:script>')],
    ['an event', svg('<path d="M0 0" onclick="alert(1)"/>')],
    ['an event of the root', svg('', ' onload="alert(1)"')],
    ['an event without quotes', svg('<path onclick=alert(1) />')],
    ['a style sheet', svg('<style>path{fill:url(https://x.example)}</style>')],
    ['a foreign element', svg('<foreignObject><body/></foreignObject>')],
    ['an image', svg('<image href="https://x.example/a.png"/>')],
    ['an image with its data', svg('<image xlink:href="data:image/svg+xml;base64,AA"/>')],
    ['a reference', svg('<use href="#a"/>')],
    ['a link', svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
    ['an address on a shape', svg('<path d="M0 0" xlink:href="#a"/>')],
    ['an outside fill', svg('<path fill="url(https://x.example/a#b)" d="M0 0"/>')],
    ['an outside fill in a style', svg('<path style="fill:url(//x.example/a)" d="M0 0"/>')],
    ['an outside fill behind a color', svg('<path fill="red url(#a) url(//x)" d="M0 0"/>')],
    ['an escaped address', svg('<path fill="u&#114;l(https://x.example)" d="M0 0"/>')],
    ['an escaped style', svg('<path style="fill:u\\72l(https://x.example)" d="M0 0"/>')],
    ['an animation', svg('<animate attributeName="href" values="javascript:alert(1)"/>')],
    ['a set', svg('<set attributeName="onmouseover" to="alert(1)"/>')],
    ['a handler', svg('<handler type="text/javascript">alert(1)</handler>')],
    ['an iframe', svg('<iframe src="https://x.example"></iframe>')],
    ['a filter', svg('<filter id="a"><feImage href="https://x.example"/></filter>')],
    ['text, whose typeface is not there', svg('<text>Nordic Row</text>')],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('&a;')}`],
    ['a bomb of entities', `<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${svg('')}`],
    ['a document type', `<!DOCTYPE html>${svg('')}`],
    ['a section of raw text', svg('<![CDATA[<script>alert(1)</script>]]>')],
    ['a program for the reader', `<?xml-stylesheet href="https://x.example/a.xsl"?>${svg('')}`],
    ['a comment that hides an end', svg('<!-- --!><script>alert(1)</script> ')],
    ['a quote that does not end', svg('<path d="M0 0/>')],
    ['a tag within an attribute', svg('<path d="<script>alert(1)</script>"/>')],
    ['an element that does not end', '<svg viewBox="0 0 1 1"><g></svg>'],
    ['a second root', `${svg('')}${svg('')}`],
    ['a drawing that hides one that is dropped', svg('<metadata></metadata><script/>')],
    ['HTML', '<html><body onload="alert(1)"></body></html>'],
    ['no size', '<svg><path d="M0 0"/></svg>'],
    ['a size that is none', '<svg viewBox="0 0 x 1"><path d="M0 0"/></svg>'],
    ['nothing', ''],
    ['too many groups', svg('<g>'.repeat(30) + '</g>'.repeat(30))],
    ['too much', svg(`<path d="${'M0 0'.repeat(MAX_SVG_LENGTH / 4)}"/>`)],
  ])('with %s is refused in words', (_attack, text) => {
    expect(cleanSvg(text)).toEqual({ fault: expect.stringMatching(/^(The drawing|This is not)/) })
    const { issues } = v.safeParse(markSchema, { svg: text })
    expect(issues?.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^(The drawing|This is not)/),
    ])
  })

  test.each(['<', '<svg ', '<path a="', '<!--', "<path a='b' "])(
    'of 20,000 signs of %j is refused at once',
    (part) => {
      const started = performance.now()
      cleanSvg(svg(part.repeat(Math.floor(19_000 / part.length))))
      expect(performance.now() - started).toBeLessThan(500)
    },
  )
})
