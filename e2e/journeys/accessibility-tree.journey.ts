import { expect, plainTest as test } from '#e2e/support/journey.ts'
import { accessibilityFaults } from '#e2e/support/accessibility-tree.ts'

const FAULTY = `<main><h2>Two</h2><h1>One</h1><h1>One</h1><h3></h3>
  <p>Total [object Object]</p>
  <ul><li>Tee <button>Remove</button></li><li>Cap <button>Remove</button></li></ul>
  <a href="https://x.example/a">Order</a> <a href="https://x.example/b">Order</a> <a href="https://x.example/c"><svg></svg></a>
  <button aria-label="Delete undefined">x</button>
  <img src="/front.webp" alt="front.webp"><img src="/front.webp" alt="">
  <nav><a href="https://x.example/d">Back</a></nav><nav aria-label="Pages"><a href="https://x.example/e">Next</a></nav>
  <table><tr><th>Size</th><th>Units</th></tr><tr><td>M</td><td>4</td></tr></table>
  <ul aria-label="Orders"></ul><input aria-label="City" aria-invalid="true"><select aria-label="Province" required><option value="">Choose</option></select>
</main>`

test('@phone the check of the accessibility tree detects each kind of fault', async ({ page }) => {
  await page.setContent(FAULTY)
  expect(await accessibilityFaults(page)).toEqual([
    '2 headings of level 1',
    'heading "Two" of level 2 after level 0',
    'a heading of level 3 without words',
    'StaticText "Total [object Object]" is broken',
    'link "" says nothing',
    'button "Delete undefined" is broken',
    'image "front.webp" says nothing',
    'textbox "City" is invalid, and does not say why',
    'combobox "Province" is invalid, and does not say why',
    'link "Order" leads to https://x.example/a and https://x.example/b',
    '2 times button "Remove"',
    'one of 2 navigation landmarks has no name',
    'a table without a name',
    'table "": 1 rows without a row header, such as "M 4"',
    'list "Orders" without items',
  ])
  await page.setContent('<main><h1>Cart</h1></main><dialog><p>Sure?</p><button>Yes</button></dialog>')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.evaluate(() => document.querySelector('dialog')?.showModal())
  expect(await accessibilityFaults(page)).toEqual(['dialog without a name'])
})
