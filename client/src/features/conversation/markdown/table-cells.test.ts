import { expect, test } from 'vitest'
import { cellsOf, toCsv, toTabs } from './table-cells'

function table(html: string): HTMLTableElement {
  document.body.innerHTML = `<table>${html}</table>`
  return document.querySelector('table') as HTMLTableElement
}

test('a table is taken along with its words, without what we put beside them', () => {
  const found = table(
    '<tr><th>Name</th><th>Sum</th></tr><tr><td><a>Ada</a><span class="goes-to">example.org</span></td>' +
      '<td><span class="katex"><annotation>x^2</annotation><span aria-hidden="true">x2</span></span></td></tr>',
  )
  expect(cellsOf(found)).toEqual([
    ['Name', 'Sum'],
    ['Ada', 'x^2'],
  ])
  expect(toTabs(cellsOf(found))).toBe('Name\tSum\nAda\tx^2')
})

test('in a CSV what separates is quoted, and what a spreadsheet would run is only words', () => {
  expect(toCsv([['a,b', 'say "hi"', '-5', '+3.5 %']])).toBe('"a,b","say ""hi""",-5,+3.5 %\r\n')
  expect(toCsv([['=HYPERLINK("http://evil.example")', '@SUM(1)', '-2+cmd|x']])).toBe(
    '"\'=HYPERLINK(""http://evil.example"")",\'@SUM(1),\'-2+cmd|x\r\n',
  )
})
