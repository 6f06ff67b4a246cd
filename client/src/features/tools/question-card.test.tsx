import { describe, expect, it } from 'vitest'
import type { QuestionField } from '../../api/types'
import { entered } from './question-card'

function field(name: string, kind: QuestionField['kind']): QuestionField {
  const bounds = { least: null, most: null, format: null, default: null }
  return { name, kind, title: name, description: '', isRequired: false, options: [], ...bounds }
}

describe('what a person enters for a tool', () => {
  it('is sent in the kind that each field takes', () => {
    const form = new FormData()
    for (const [name, value] of [
      ['wood', 'oak'],
      ['legs', '4'],
      ['share', '1.5'],
      ['sure', 'false'],
      ['colours', 'red'],
      ['colours', 'green'],
      ['empty', ''],
    ] as const)
      form.append(name, value)
    const fields = [
      field('wood', 'choice'),
      field('legs', 'integer'),
      field('share', 'number'),
      field('sure', 'yes_no'),
      field('colours', 'choices'),
      field('empty', 'text'),
      field('absent', 'number'),
    ]
    expect(entered(fields, form)).toEqual({
      wood: 'oak',
      legs: 4,
      share: 1.5,
      sure: false,
      colours: ['red', 'green'],
    })
  })
})
